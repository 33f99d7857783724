import { MCPResource } from "mcp-framework";

import { notes } from "../notes.js";

export default class NotesResource extends MCPResource {
  uri = "notes://all";
  name = "notes";
  description = "All notes.";
  mimeType = "application/json";

  async read() {
    return [{ uri: this.uri, mimeType: this.mimeType, text: JSON.stringify(notes) }];
  }
}
