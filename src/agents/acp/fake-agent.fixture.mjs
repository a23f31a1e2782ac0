/** A small agent that speaks ACP, for tests: what it does is in the prompt. */
import { Readable, Writable } from "node:stream";
import { agent, methods, ndJsonStream, RequestError } from "@agentclientprotocol/sdk";

const waiting = [];
const text = (words) => ({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: words } });

/** By the first word of the prompt. */
const acts = {
  say: (turn, words) => turn.update(text(words)),
  async tool(turn) {
    await turn.update({
      sessionUpdate: "tool_call",
      toolCallId: "1",
      title: "Look",
      kind: "read",
      status: "pending",
      rawInput: { path: "a" },
    });
    await turn.update({
      sessionUpdate: "tool_call_update",
      toolCallId: "1",
      status: "completed",
      rawOutput: { text: "seen" },
    });
    await turn.update(text("looked"));
  },
  async ask(turn) {
    const { outcome } = await turn.client.request(methods.client.session.requestPermission, {
      sessionId: turn.sessionId,
      toolCall: { toolCallId: "2", title: "Delete", kind: "delete", status: "pending" },
      options: [
        { optionId: "no", name: "No", kind: "reject_once" },
        { optionId: "once", name: "Once", kind: "allow_once" },
        { optionId: "ever", name: "Ever", kind: "allow_always" },
      ],
    });
    await turn.update(text(`chose ${outcome.optionId}`));
  },
  async hang(turn) {
    await turn.update(text("working"));
    await new Promise((resolve) => waiting.push(resolve));
    return { stopReason: "cancelled" };
  },
  servers: (turn) => turn.update(text(JSON.stringify(turn.servers))),
  arguments: (turn) => turn.update(text(process.argv.slice(2).join(" "))),
  stop: (_turn, reason) => ({ stopReason: reason }),
  fail(_turn, code) {
    throw new RequestError(Number(code), "it went wrong");
  },
  refuse() {
    throw new RequestError(-32603, "Internal error: the key", { service: "session", errorName: "APIError" });
  },
  die() {
    process.stderr.write("it broke\n");
    process.exit(3);
  },
  leave() {
    process.exit(0);
  },
  async noise(turn) {
    process.stdout.write("for people\n[1,2]\n" + JSON.stringify({ jsonrpc: "2.0", id: 4711, result: {} }) + "\n");
    await turn.update({ sessionUpdate: "of_tomorrow", much: 1 });
    await turn.update(text("heard"));
  },
  async files(turn) {
    const error = await turn.client
      .request(methods.client.fs.readTextFile, { sessionId: turn.sessionId, path: "/etc/passwd" })
      .then(
        () => ({ code: 0 }),
        (refused) => refused,
      );
    await turn.update(text(`refused with ${error.code}`));
  },
  async stay(turn) {
    setInterval(() => {}, 1000);
    await turn.update(text("staying"));
  },
};

let servers = [];
agent({ name: "fake" })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentInfo: { name: "fake", version: "1.0.0" },
    agentCapabilities: { mcpCapabilities: { http: process.argv.includes("--http") } },
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    if (process.argv.includes("--locked")) throw new RequestError(-32000, "Authentication required");
    servers = params.mcpServers;
    return { sessionId: "session-1" };
  })
  .onNotification(methods.agent.session.cancel, () => waiting.forEach((resolve) => resolve()))
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const [word, ...rest] = params.prompt[0].text.split(" ");
    const { sessionId } = params;
    const update = (news) => client.notify(methods.client.session.update, { sessionId, update: news });
    const ended = await acts[word]({ sessionId, client, update, servers }, rest.join(" "));
    return ended ?? { stopReason: "end_turn", usage: { inputTokens: 7, outputTokens: 3, totalTokens: 10 } };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
