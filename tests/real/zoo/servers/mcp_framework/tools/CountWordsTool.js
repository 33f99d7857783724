import { MCPTool } from "mcp-framework";
import { z } from "zod";

export default class CountWordsTool extends MCPTool {
  name = "count_words";
  description = "Count the words of a text.";
  schema = z.object({ text: z.string().describe("The text") });
  outputSchemaShape = z.object({ words: z.number() });
  annotations = { readOnlyHint: true };

  async execute({ text }) {
    return { words: text.split(/\s+/).filter(Boolean).length };
  }
}
