// McpServer of the TypeScript SDK 2.x that reports and asks back.
import { McpServer, acceptedContent, inputRequired } from "@modelcontextprotocol/server";
import * as z from "zod/v4";

import { register } from "./ts_notes.mjs";
import { serve } from "./ts_sdk_2_serve.mjs";

const annotations = { readOnlyHint: true };
const text = (words) => ({ content: [{ type: "text", text: words }] });
const Color = z.object({ color: z.string() });

await serve(() => {
  const capabilities = { logging: {} };
  const server = register(new McpServer({ name: "notes", version: "1.0.0" }, { capabilities }), z, z.object);
  server.registerTool("read_slowly", { description: "Read all notes, one by one.", annotations }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (let progress = 1; progress <= 3; progress++) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (mcpReq.signal.aborted) break;
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: "notifications/progress", params: { progress, progressToken, total: 3 } });
      }
      await mcpReq.log("info", `note ${progress}`);
    }
    return text("Read.");
  });
  // As the SDK's own documentation asks: as often as it takes.
  server.registerTool("ask_color", { description: "Ask the person for a color.", annotations }, async ({ mcpReq }) => {
    const chosen = acceptedContent(mcpReq.inputResponses, "color", Color);
    if (chosen) return text(`It is ${chosen.color}.`);
    const color = inputRequired.elicit({ message: "Which color?", requestedSchema: Color });
    return inputRequired({ inputRequests: { color } });
  });
  return server;
});
