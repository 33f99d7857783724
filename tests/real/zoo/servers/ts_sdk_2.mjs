// McpServer of the TypeScript SDK 2.x: serveStdio, and createMcpHandler behind its Express app.
import { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod/v4";

import { register } from "./ts_notes.mjs";

const makeServer = () => register(new McpServer({ name: "notes", version: "1.0.0" }), z, z.object);
const [transport, port] = process.argv.slice(2);

if (transport === "stdio") {
  const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
  serveStdio(makeServer);
} else if (transport === "http") {
  const { createMcpHandler } = await import("@modelcontextprotocol/server");
  const { toNodeHandler } = await import("@modelcontextprotocol/node");
  const { createMcpExpressApp } = await import("@modelcontextprotocol/express");
  const app = createMcpExpressApp();
  const handle = toNodeHandler(createMcpHandler(makeServer));
  app.all("/mcp", (req, res) => handle(req, res, req.body));
  app.listen(Number(port), "127.0.0.1");
} else {
  // A transport of its own for each request, as the README of @modelcontextprotocol/express has it.
  const { NodeStreamableHTTPServerTransport } = await import("@modelcontextprotocol/node");
  const { createMcpExpressApp } = await import("@modelcontextprotocol/express");
  const app = createMcpExpressApp();
  app.post("/mcp", async (req, res) => {
    const stateless = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    await makeServer().connect(stateless);
    await stateless.handleRequest(req, res, req.body);
  });
  app.listen(Number(port), "127.0.0.1");
}
