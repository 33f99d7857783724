// How the README of the TypeScript SDK 1.x serves a server: stdio, Streamable HTTP, HTTP with SSE.
import { randomUUID } from "node:crypto";

export async function serve(makeServer, ofSessions = () => ({})) {
  const [transport, port] = process.argv.slice(2);
  await { stdio, http, stateless, sse }[transport](makeServer, Number(port), ofSessions);
}

async function stdio(makeServer) {
  const { StdioServerTransport } = await import("@modelcontextprotocol/sdk/server/stdio.js");
  await makeServer().connect(new StdioServerTransport());
}

// Newer versions have a helper that checks Host on loopback, and tell people to use it.
async function expressApp() {
  const { default: express } = await import("express");
  try {
    const { createMcpExpressApp } = await import("@modelcontextprotocol/sdk/server/express.js");
    return createMcpExpressApp();
  } catch {
    const app = express();
    app.use(express.json());
    return app;
  }
}

async function http(makeServer, port, ofSessions) {
  const { StreamableHTTPServerTransport } = await import("@modelcontextprotocol/sdk/server/streamableHttp.js");
  const { isInitializeRequest } = await import("@modelcontextprotocol/sdk/types.js");
  const app = await expressApp();
  const transports = {};
  app.post("/mcp", async (req, res) => {
    const sessionId = req.headers["mcp-session-id"];
    let transport = sessionId ? transports[sessionId] : undefined;
    if (!transport && !sessionId && isInitializeRequest(req.body)) {
      transport = new StreamableHTTPServerTransport({
        ...ofSessions(),
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (id) => {
          transports[id] = transport;
        },
      });
      transport.onclose = () => {
        if (transport.sessionId) delete transports[transport.sessionId];
      };
      await makeServer().connect(transport);
    } else if (!transport) {
      refuse(res, sessionId);
      return;
    }
    await transport.handleRequest(req, res, req.body);
  });
  const ofSession = async (req, res) => {
    const sessionId = req.headers["mcp-session-id"];
    if (!sessionId || !transports[sessionId]) {
      refuse(res, sessionId);
      return;
    }
    await transports[sessionId].handleRequest(req, res);
  };
  app.get("/mcp", ofSession);
  app.delete("/mcp", ofSession);
  app.listen(port, "127.0.0.1");
}

function refuse(res, sessionId) {
  const [status, message] = sessionId
    ? [404, "Session not found"]
    : [400, "Bad Request: No valid session ID provided"];
  res.status(status).json({ jsonrpc: "2.0", error: { code: -32000, message }, id: null });
}

async function stateless(makeServer, port) {
  const { StreamableHTTPServerTransport } = await import("@modelcontextprotocol/sdk/server/streamableHttp.js");
  const app = await expressApp();
  app.post("/mcp", async (req, res) => {
    const server = makeServer();
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    res.on("close", () => {
      transport.close();
      server.close();
    });
    await server.connect(transport);
    await transport.handleRequest(req, res, req.body);
  });
  const notAllowed = (_req, res) => {
    const error = { code: -32000, message: "Method not allowed." };
    res.status(405).json({ jsonrpc: "2.0", error, id: null });
  };
  app.get("/mcp", notAllowed);
  app.delete("/mcp", notAllowed);
  app.listen(port, "127.0.0.1");
}

async function sse(makeServer, port) {
  const { SSEServerTransport } = await import("@modelcontextprotocol/sdk/server/sse.js");
  const { default: express } = await import("express");
  const app = express();
  const transports = {};
  app.get("/sse", async (_req, res) => {
    const transport = new SSEServerTransport("/messages", res);
    transports[transport.sessionId] = transport;
    res.on("close", () => {
      delete transports[transport.sessionId];
    });
    await makeServer().connect(transport);
  });
  app.post("/messages", async (req, res) => {
    const transport = transports[req.query.sessionId];
    if (transport) {
      await transport.handlePostMessage(req, res);
    } else {
      res.status(400).send("No transport found for sessionId");
    }
  });
  app.listen(port, "127.0.0.1");
}
