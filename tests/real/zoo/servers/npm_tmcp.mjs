// tmcp.
import { serve } from "@hono/node-server";
import { ZodJsonSchemaAdapter } from "@tmcp/adapter-zod";
import { HttpTransport } from "@tmcp/transport-http";
import { StdioTransport } from "@tmcp/transport-stdio";
import { McpServer } from "tmcp";
import { z } from "zod";

const [kind, port] = process.argv.slice(2);
const notes = { milk: "Buy two bottles of milk." };
const server = new McpServer(
  { name: "notes", version: "1.0.0", description: "Notes" },
  {
    adapter: new ZodJsonSchemaAdapter(),
    capabilities: { tools: { listChanged: true }, prompts: { listChanged: true }, resources: { listChanged: true } },
  },
);

server.tool(
  {
    name: "get_note",
    description: "Read one note.",
    schema: z.object({ name: z.string() }),
    annotations: { readOnlyHint: true },
  },
  async ({ name }) =>
    name in notes
      ? { content: [{ type: "text", text: notes[name] }] }
      : { isError: true, content: [{ type: "text", text: `There is no note called ${name}` }] },
);
server.tool(
  {
    name: "add_note",
    description: "Write a note.",
    schema: z.object({ name: z.string(), text: z.string() }),
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
  async ({ name, text }) => {
    notes[name] = text;
    return { content: [{ type: "text", text: "Written." }] };
  },
);
server.tool(
  {
    name: "count_words",
    description: "Count the words of a text.",
    schema: z.object({ text: z.string() }),
    outputSchema: z.object({ words: z.number() }),
    annotations: { readOnlyHint: true },
  },
  async ({ text }) => {
    const structuredContent = { words: text.split(/\s+/).filter(Boolean).length };
    return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  },
);
server.resource({ name: "notes", description: "All notes.", uri: "notes://all" }, async (uri) => ({
  contents: [{ uri, mimeType: "application/json", text: JSON.stringify(notes) }],
}));
server.prompt(
  { name: "summarize", description: "Summarize a note.", schema: z.object({ name: z.string() }) },
  async ({ name }) => ({
    messages: [{ role: "user", content: { type: "text", text: `Summarize the note ${name}.` } }],
  }),
);

if (kind === "stdio") {
  new StdioTransport(server).listen();
} else {
  const transport = new HttpTransport(server);
  const fetch = async (request) => (await transport.respond(request)) ?? new Response(null, { status: 404 });
  serve({ fetch, port: Number(port), hostname: "127.0.0.1" });
}
