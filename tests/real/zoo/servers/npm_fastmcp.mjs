// FastMCP of the npm package `fastmcp`.
import { FastMCP } from "fastmcp";
import { z } from "zod";

const [transport, port, ...words] = process.argv.slice(2);
const notes = { milk: "Buy two bottles of milk." };
const server = new FastMCP({ name: "notes", version: "1.0.0" });

server.addTool({
  name: "get_note",
  description: "Read one note.",
  parameters: z.object({ name: z.string() }),
  annotations: { readOnlyHint: true },
  execute: async ({ name }) => {
    if (!(name in notes)) throw new Error(`There is no note called ${name}`);
    return notes[name];
  },
});
server.addTool({
  name: "add_note",
  description: "Write a note.",
  parameters: z.object({ name: z.string(), text: z.string() }),
  annotations: { readOnlyHint: false, destructiveHint: false },
  execute: async ({ name, text }) => {
    notes[name] = text;
    return "Written.";
  },
});
// Only version 4 knows output schemas.
const structured = words.includes("structured");
server.addTool({
  name: "count_words",
  description: "Count the words of a text.",
  parameters: z.object({ text: z.string() }),
  ...(structured && { outputSchema: z.object({ words: z.number() }) }),
  annotations: { readOnlyHint: true },
  execute: async ({ text }) => {
    const count = { words: text.split(/\s+/).filter(Boolean).length };
    return structured ? count : String(count.words);
  },
});
server.addResource({
  uri: "notes://all",
  name: "notes",
  mimeType: "application/json",
  load: async () => ({ text: JSON.stringify(notes) }),
});
server.addPrompt({
  name: "summarize",
  description: "Summarize a note.",
  arguments: [{ name: "name", description: "Name of the note", required: true }],
  load: async ({ name }) => `Summarize the note ${name}.`,
});

await server.start(
  transport === "stdio"
    ? { transportType: "stdio" }
    : {
        transportType: "httpStream",
        httpStream: { endpoint: "/mcp", port: Number(port), host: "127.0.0.1", stateless: transport === "stateless" },
      },
);
