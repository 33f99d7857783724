// mcp-lite behind Hono.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { McpServer, StreamableHttpTransport } from "mcp-lite";
import { z } from "zod";

const notes = { milk: "Buy two bottles of milk." };
const mcp = new McpServer({ name: "notes", version: "1.0.0", schemaAdapter: (schema) => z.toJSONSchema(schema) });

mcp.tool("get_note", {
  description: "Read one note.",
  inputSchema: z.object({ name: z.string() }),
  annotations: { readOnlyHint: true },
  handler: ({ name }) => {
    if (!(name in notes)) throw new Error(`There is no note called ${name}`);
    return { content: [{ type: "text", text: notes[name] }] };
  },
});
mcp.tool("add_note", {
  description: "Write a note.",
  inputSchema: z.object({ name: z.string(), text: z.string() }),
  annotations: { readOnlyHint: false, destructiveHint: false },
  handler: ({ name, text }) => {
    notes[name] = text;
    return { content: [{ type: "text", text: "Written." }] };
  },
});
mcp.tool("count_words", {
  description: "Count the words of a text.",
  inputSchema: z.object({ text: z.string() }),
  outputSchema: z.object({ words: z.number() }),
  annotations: { readOnlyHint: true },
  handler: ({ text }) => {
    const structuredContent = { words: text.split(/\s+/).filter(Boolean).length };
    return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  },
});
mcp.resource("notes://all", { name: "notes", mimeType: "application/json" }, async (uri) => ({
  contents: [{ uri: uri.href, mimeType: "application/json", text: JSON.stringify(notes) }],
}));
mcp.prompt("summarize", {
  description: "Summarize a note.",
  arguments: z.object({ name: z.string() }),
  handler: ({ name }) => ({
    messages: [{ role: "user", content: { type: "text", text: `Summarize the note ${name}.` } }],
  }),
});

const handle = new StreamableHttpTransport().bind(mcp);
const app = new Hono();
app.all("/mcp", (c) => handle(c.req.raw));
serve({ fetch: app.fetch, port: Number(process.argv[3]), hostname: "127.0.0.1" });
