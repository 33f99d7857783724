// McpServer of the TypeScript SDK 1.x, with the first form of its API: tool(), resource(), prompt().
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

import { serve } from "./ts_sdk_1_serve.mjs";

const notes = { milk: "Buy two bottles of milk." };
// Versions before 1.11 take no annotations.
const annotated = process.argv.includes("annotated");

function makeServer() {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  const tool = (name, description, schema, annotations, call) =>
    annotated
      ? server.tool(name, description, schema, annotations, call)
      : server.tool(name, description, schema, call);
  tool("get_note", "Read one note.", { name: z.string() }, { readOnlyHint: true }, async ({ name }) => {
    if (!(name in notes)) throw new Error(`There is no note called ${name}`);
    return { content: [{ type: "text", text: notes[name] }] };
  });
  tool(
    "add_note",
    "Write a note.",
    { name: z.string(), text: z.string() },
    { readOnlyHint: false, destructiveHint: false },
    async ({ name, text }) => {
      notes[name] = text;
      return { content: [{ type: "text", text: "Written." }] };
    },
  );
  tool("count_words", "Count the words of a text.", { text: z.string() }, { readOnlyHint: true }, async ({ text }) => ({
    content: [{ type: "text", text: String(text.split(/\s+/).filter(Boolean).length) }],
  }));
  server.resource("notes", "notes://all", async (uri) => ({
    contents: [{ uri: uri.href, mimeType: "application/json", text: JSON.stringify(notes) }],
  }));
  server.prompt("summarize", { name: z.string() }, ({ name }) => ({
    messages: [{ role: "user", content: { type: "text", text: `Summarize the note ${name}.` } }],
  }));
  return server;
}

await serve(makeServer);
