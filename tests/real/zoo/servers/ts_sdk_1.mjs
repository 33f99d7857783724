// McpServer of the TypeScript SDK 1.13 and newer.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

import { register } from "./ts_notes.mjs";
import { serve } from "./ts_sdk_1_serve.mjs";

await serve(() => register(new McpServer({ name: "notes", version: "1.0.0" }), z));
