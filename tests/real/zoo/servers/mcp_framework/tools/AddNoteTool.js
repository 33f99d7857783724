import { MCPTool } from "mcp-framework";
import { z } from "zod";

import { notes } from "../notes.js";

export default class AddNoteTool extends MCPTool {
  name = "add_note";
  description = "Write a note.";
  schema = z.object({ name: z.string().describe("Name of the note"), text: z.string().describe("Its text") });
  annotations = { readOnlyHint: false, destructiveHint: false };

  async execute({ name, text }) {
    notes[name] = text;
    return "Written.";
  }
}
