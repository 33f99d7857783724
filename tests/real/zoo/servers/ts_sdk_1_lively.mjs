// McpServer of the TypeScript SDK 1.x that reports, asks back, takes tasks and can be resumed.
import { InMemoryEventStore } from "@modelcontextprotocol/sdk/examples/shared/inMemoryEventStore.js";
import { InMemoryTaskMessageQueue, InMemoryTaskStore } from "@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

import { register } from "./ts_notes.mjs";
import { serve } from "./ts_sdk_1_serve.mjs";

const annotations = { readOnlyHint: true };
const text = (words) => ({ content: [{ type: "text", text: words }] });
const pause = () => new Promise((resolve) => setTimeout(resolve, 200));
const tasks = new InMemoryTaskStore();

function makeServer() {
  const capabilities = { logging: {}, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } };
  const options = { capabilities, taskStore: tasks, taskMessageQueue: new InMemoryTaskMessageQueue() };
  const server = register(new McpServer({ name: "notes", version: "1.0.0" }, options), z);
  server.registerTool("read_slowly", { description: "Read all notes, one by one.", annotations }, async (extra) => {
    const progressToken = extra._meta?.progressToken;
    for (let progress = 1; progress <= 3; progress++) {
      await pause();
      if (extra.signal.aborted) break;
      if (progressToken !== undefined) {
        await extra.sendNotification({ method: "notifications/progress", params: { progress, progressToken, total: 3 } });
      }
      await server.sendLoggingMessage({ level: "info", data: `note ${progress}` }, extra.sessionId);
    }
    return text("Read.");
  });
  const has = (capability) => server.server.getClientCapabilities()?.[capability] !== undefined;
  server.registerTool("ask_color", { description: "Ask the person for a color.", annotations }, async ({ requestId }) => {
    if (!has("elicitation")) return text("Nobody can be asked.");
    const requestedSchema = { type: "object", properties: { color: { type: "string" } }, required: ["color"] };
    const { action, content } = await server.server.elicitInput(
      { message: "Which color?", requestedSchema },
      { relatedRequestId: requestId },
    );
    return text(action === "accept" ? `It is ${content.color}.` : "It stays as it is.");
  });
  server.registerTool("ask_model", { description: "Ask the model (sampling) for a title.", annotations }, async ({ requestId }) => {
    if (!has("sampling")) return text("Nobody can be asked.");
    const messages = [{ role: "user", content: { type: "text", text: "A title, please." } }];
    const { content } = await server.server.createMessage(
      { messages, maxTokens: 20 },
      { relatedRequestId: requestId },
    );
    return text(content.type === "text" ? content.text : "There is none.");
  });
  server.experimental.tasks.registerToolTask(
    "count_all",
    { description: "Count all words of all notes.", annotations, execution: { taskSupport: "optional" } },
    {
      async createTask({ taskStore, taskRequestedTtl }) {
        const task = await taskStore.createTask({ ttl: taskRequestedTtl });
        pause().then(() => taskStore.storeTaskResult(task.taskId, "completed", text("5"))).catch(() => {});
        return { task };
      },
      getTask: ({ taskId, taskStore }) => taskStore.getTask(taskId),
      getTaskResult: ({ taskId, taskStore }) => taskStore.getTaskResult(taskId),
    },
  );
  return server;
}

await serve(makeServer, () => ({ eventStore: new InMemoryEventStore() }));
