// How the TypeScript SDK 2.x serves a server: serveStdio, and createMcpHandler behind its Express app.
export async function serve(makeServer) {
  const [transport, port] = process.argv.slice(2);
  await { stdio, http, stateless }[transport](makeServer, Number(port));
}

async function stdio(makeServer) {
  const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
  serveStdio(makeServer);
}

async function http(makeServer, port) {
  const { createMcpHandler } = await import("@modelcontextprotocol/server");
  const { toNodeHandler } = await import("@modelcontextprotocol/node");
  const { createMcpExpressApp } = await import("@modelcontextprotocol/express");
  const app = createMcpExpressApp();
  const handle = toNodeHandler(createMcpHandler(makeServer));
  app.all("/mcp", (req, res) => handle(req, res, req.body));
  app.listen(port, "127.0.0.1");
}

// A transport of its own for each request, as the README of @modelcontextprotocol/express has it.
async function stateless(makeServer, port) {
  const { NodeStreamableHTTPServerTransport } = await import("@modelcontextprotocol/node");
  const { createMcpExpressApp } = await import("@modelcontextprotocol/express");
  const app = createMcpExpressApp();
  app.post("/mcp", async (req, res) => {
    const transport = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    await makeServer().connect(transport);
    await transport.handleRequest(req, res, req.body);
  });
  app.listen(port, "127.0.0.1");
}
