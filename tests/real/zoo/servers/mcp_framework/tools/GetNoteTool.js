import { MCPTool } from "mcp-framework";
import { z } from "zod";

import { notes } from "../notes.js";

export default class GetNoteTool extends MCPTool {
  name = "get_note";
  description = "Read one note.";
  schema = z.object({ name: z.string().describe("Name of the note") });
  annotations = { readOnlyHint: true };

  async execute({ name }) {
    if (!(name in notes)) throw new Error(`There is no note called ${name}`);
    return notes[name];
  }
}
