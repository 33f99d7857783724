// McpServer of the TypeScript SDK 2.x.
import { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod/v4";

import { register } from "./ts_notes.mjs";
import { serve } from "./ts_sdk_2_serve.mjs";

await serve(() => register(new McpServer({ name: "notes", version: "1.0.0" }), z, z.object));
