// The low-level Server of the TypeScript SDK 1.x: every answer is written by hand.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import * as types from "@modelcontextprotocol/sdk/types.js";

import { serve } from "./ts_sdk_1_serve.mjs";

const notes = { milk: "Buy two bottles of milk." };
const text = { type: "string" };
const TOOLS = [
  {
    name: "get_note",
    description: "Read one note.",
    inputSchema: { type: "object", properties: { name: text }, required: ["name"] },
    annotations: { readOnlyHint: true },
  },
  {
    name: "add_note",
    description: "Write a note.",
    inputSchema: { type: "object", properties: { name: text, text }, required: ["name", "text"] },
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
  {
    name: "count_words",
    description: "Count the words of a text.",
    inputSchema: { type: "object", properties: { text }, required: ["text"] },
    outputSchema: { type: "object", properties: { words: { type: "integer" } }, required: ["words"] },
    annotations: { readOnlyHint: true },
  },
];

function call(name, given) {
  const tool = TOOLS.find((each) => each.name === name);
  if (!tool) throw new types.McpError(types.ErrorCode.InvalidParams, `Unknown tool: ${name}`);
  for (const each of tool.inputSchema.required) {
    if (typeof given[each] !== "string") throw new Error(`${each} must be a string`);
  }
  if (name === "get_note") {
    if (!(given.name in notes)) throw new Error(`There is no note called ${given.name}`);
    return { content: [{ type: "text", text: notes[given.name] }] };
  }
  if (name === "add_note") {
    notes[given.name] = given.text;
    return { content: [{ type: "text", text: "Written." }] };
  }
  const structuredContent = { words: given.text.split(/\s+/).filter(Boolean).length };
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}

function makeServer() {
  const server = new Server(
    { name: "notes", version: "1.0.0" },
    { capabilities: { tools: {}, resources: {}, prompts: {} } },
  );
  server.setRequestHandler(types.ListToolsRequestSchema, async () => ({ tools: TOOLS }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }) => {
    try {
      return call(params.name, params.arguments ?? {});
    } catch (error) {
      if (error instanceof types.McpError) throw error;
      return { isError: true, content: [{ type: "text", text: error.message }] };
    }
  });
  server.setRequestHandler(types.ListResourcesRequestSchema, async () => ({
    resources: [{ uri: "notes://all", name: "notes", mimeType: "application/json" }],
  }));
  server.setRequestHandler(types.ReadResourceRequestSchema, async ({ params }) => {
    if (params.uri !== "notes://all") throw new types.McpError(-32002, "Resource not found", { uri: params.uri });
    return { contents: [{ uri: params.uri, mimeType: "application/json", text: JSON.stringify(notes) }] };
  });
  server.setRequestHandler(types.ListPromptsRequestSchema, async () => ({
    prompts: [{ name: "summarize", arguments: [{ name: "name", required: true }] }],
  }));
  server.setRequestHandler(types.GetPromptRequestSchema, async ({ params }) => {
    if (params.name !== "summarize" || typeof params.arguments?.name !== "string") {
      throw new types.McpError(types.ErrorCode.InvalidParams, `Unknown prompt or missing argument: ${params.name}`);
    }
    const said = `Summarize the note ${params.arguments.name}.`;
    return { messages: [{ role: "user", content: { type: "text", text: said } }] };
  });
  return server;
}

await serve(makeServer);
