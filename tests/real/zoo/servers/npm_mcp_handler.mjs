// mcp-handler: a handler for Fetch, here behind the Node adapter of Hono.
import { serve } from "@hono/node-server";
import { createMcpHandler } from "mcp-handler";
import { z } from "zod";

import { register } from "./ts_notes.mjs";

const handler = createMcpHandler((server) => {
  register(server, z, z.object);
});
const routes = { GET: handler, POST: handler };
const none = () => new Response(null, { status: 405 }); // as Next.js answers for other methods
serve({
  fetch: (request) => (routes[request.method] ?? none)(request),
  port: Number(process.argv[3]),
  hostname: "127.0.0.1",
});
