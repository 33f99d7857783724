// LiteMCP.
import { LiteMCP } from "litemcp";
import { z } from "zod";

const [transport, port] = process.argv.slice(2);
const notes = { milk: "Buy two bottles of milk." };
const server = new LiteMCP("notes", "1.0.0");

server.addTool({
  name: "get_note",
  description: "Read one note.",
  parameters: z.object({ name: z.string() }),
  execute: async ({ name }) => {
    if (!(name in notes)) throw new Error(`There is no note called ${name}`);
    return notes[name];
  },
});
server.addTool({
  name: "add_note",
  description: "Write a note.",
  parameters: z.object({ name: z.string(), text: z.string() }),
  execute: async ({ name, text }) => {
    notes[name] = text;
    return "Written.";
  },
});
server.addTool({
  name: "count_words",
  description: "Count the words of a text.",
  parameters: z.object({ text: z.string() }),
  execute: async ({ text }) => text.split(/\s+/).filter(Boolean).length,
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
  transport === "stdio" ? undefined : { transportType: "sse", sse: { endpoint: "/sse", port: Number(port) } },
);
