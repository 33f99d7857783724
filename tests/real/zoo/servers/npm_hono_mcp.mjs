// @hono/mcp: a server of the TypeScript SDK 1.x behind Hono.
import { StreamableHTTPTransport } from "@hono/mcp";
import { serve } from "@hono/node-server";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { Hono } from "hono";
import { z } from "zod";

import { register } from "./ts_notes.mjs";

const app = new Hono();
const server = register(new McpServer({ name: "notes", version: "1.0.0" }), z);
const transport = new StreamableHTTPTransport();
app.all("/mcp", async (c) => {
  if (!server.isConnected()) await server.connect(transport);
  return transport.handleRequest(c);
});
serve({ fetch: app.fetch, port: Number(process.argv[3]), hostname: "127.0.0.1" });
