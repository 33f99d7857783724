// MCPServer of mcp-framework, which finds tools, resources and prompts in folders.
import path from "node:path";
import { MCPServer } from "mcp-framework";

const [transport, port] = process.argv.slice(2);
const basePath = path.join(import.meta.dirname, "mcp_framework");
const types = { http: "http-stream", sse: "sse" };
const server = new MCPServer({
  name: "notes",
  version: "1.0.0",
  basePath,
  ...(transport !== "stdio" && { transport: { type: types[transport], options: { port: Number(port) } } }),
});
await server.start();
