import { MCPPrompt } from "mcp-framework";
import { z } from "zod";

export default class SummarizePrompt extends MCPPrompt {
  name = "summarize";
  description = "Summarize a note.";
  schema = { name: { type: z.string(), description: "Name of the note", required: true } };

  async generateMessages({ name }) {
    return [{ role: "user", content: { type: "text", text: `Summarize the note ${name}.` } }];
  }
}
