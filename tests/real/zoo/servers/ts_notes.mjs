// The notes on an McpServer with registerTool(), as the TypeScript SDKs from 1.13 on have it.
const notes = { milk: "Buy two bottles of milk." };

// SDK 1.x takes the fields of an object, SDK 2.x the schema of an object.
export function register(server, z, asSchema = (fields) => fields) {
  server.registerTool(
    "get_note",
    {
      title: "Get a note",
      description: "Read one note.",
      inputSchema: asSchema({ name: z.string() }),
      annotations: { readOnlyHint: true },
    },
    async ({ name }) => {
      if (!(name in notes)) throw new Error(`There is no note called ${name}`);
      return { content: [{ type: "text", text: notes[name] }] };
    },
  );
  server.registerTool(
    "add_note",
    {
      description: "Write a note.",
      inputSchema: asSchema({ name: z.string(), text: z.string() }),
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    async ({ name, text }) => {
      notes[name] = text;
      return { content: [{ type: "text", text: "Written." }] };
    },
  );
  server.registerTool(
    "count_words",
    {
      description: "Count the words of a text.",
      inputSchema: asSchema({ text: z.string() }),
      outputSchema: asSchema({ words: z.number() }),
      annotations: { readOnlyHint: true },
    },
    async ({ text }) => {
      const structuredContent = { words: text.split(/\s+/).filter(Boolean).length };
      return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
    },
  );
  server.registerResource(
    "notes",
    "notes://all",
    { description: "All notes.", mimeType: "application/json" },
    async (uri) => ({
      contents: [{ uri: uri.href, mimeType: "application/json", text: JSON.stringify(notes) }],
    }),
  );
  server.registerPrompt(
    "summarize",
    { description: "Summarize a note.", argsSchema: asSchema({ name: z.string() }) },
    ({ name }) => ({
      messages: [{ role: "user", content: { type: "text", text: `Summarize the note ${name}.` } }],
    }),
  );
  return server;
}
