import { describe, expect, test } from "vitest";
import { readTranscript } from "../../read-transcript.ts";

const message = (msg: object, dir = "in") => ({ dir, msg: { jsonrpc: "2.0", ...msg } });
const update = (sessionUpdate: string, more: object = {}) =>
  message({ method: "session/update", params: { sessionId: "s", update: { sessionUpdate, ...more } } });
const from = (name: string) => message({ id: 0, result: { agentInfo: { name } } });
const said = (text: string, more: object = {}) =>
  update("agent_message_chunk", { content: { type: "text", text }, ...more });
const call = [
  update("tool_call", { toolCallId: "c", title: "look", status: "in_progress" }),
  update("tool_call_update", { toolCallId: "c", status: "completed", rawOutput: "ok" }),
];
const failed = (error: object) => message({ id: 2, error: { code: -32603, message: "Internal error", ...error } });
const stopped = (more: object = {}) => message({ id: 2, result: { stopReason: "end_turn", ...more } });

const read = (...events: readonly object[]) => readTranscript(events.map((event) => JSON.stringify(event)));

describe("Claude's adapter", () => {
  const claude = from("@agentclientprotocol/claude-agent-acp");

  test.each([
    ["rate_limit", "rate-limit"],
    ["overloaded", "rate-limit"],
    ["server_error", "network"],
    ["authentication_failed", "auth"],
    ["invalid_request", "agent"],
  ])("names the failure %s, which is of kind %s even after the model's first words", (errorKind, code) => {
    const { outcome } = read(claude, said("I look."), ...call, failed({ data: { errorKind } }));
    expect(outcome).toMatchObject({ status: "failed", code });
  });

  test("describes the failure in place of the model, which is an error and not an answer", () => {
    const words = "API Error: Request rejected (429)";
    const { entries, outcome } = read(
      claude,
      said("I look."),
      ...call,
      said(words),
      failed({ data: { errorKind: "rate_limit" } }),
    );
    expect(entries.filter(({ type }) => type === "assistant")).toMatchObject([{ text: "I look." }]);
    expect(entries.at(-1)).toMatchObject({ type: "error", message: words });
    expect(outcome).toMatchObject({ message: words });
  });
});

describe("Codex's adapter", () => {
  const codex = from("@agentclientprotocol/codex-acp");
  const info = (meta: object) => update("session_info_update", { _meta: { codex: meta } });
  const retries = (codexErrorInfo: unknown) =>
    info({ error: { message: "Reconnecting... 1/5", codexErrorInfo, additionalDetails: "no", willRetry: true } });
  const givesUp = info({ threadStatus: { type: "systemError" } });

  test.each([
    [{ responseStreamDisconnected: { httpStatusCode: 429 } }, "rate-limit"],
    [{ responseStreamDisconnected: { httpStatusCode: null } }, "network"],
    ["unauthorized", "auth"],
    ["contextWindowExceeded", "agent"],
  ])("gives up after %j, which is a failure of kind %s and no answer", (kind, code) => {
    const { entries, outcome } = read(
      codex,
      said("I look."),
      ...call,
      retries(kind),
      givesUp,
      said("gave up"),
      stopped(),
    );
    expect(outcome).toEqual({ status: "failed", code, message: "gave up" });
    expect(entries.filter(({ type }) => type === "assistant")).toMatchObject([{ text: "I look." }]);
  });

  test("has not given up when a later turn is active again", () => {
    const active = info({ threadStatus: { type: "active" } });
    expect(read(codex, givesUp, active, said("Done."), stopped()).outcome).toEqual({
      status: "completed",
      result: "Done.",
    });
  });

  test("was still asking again when the recording ends", () => {
    const asking = [codex, said("I look."), ...call, retries({ responseStreamDisconnected: { httpStatusCode: 429 } })];
    expect(read(...asking).outcome).toEqual({ status: "failed", code: "rate-limit", message: "no" });
    expect(read(...asking, said("Better."), said(" Much.")).outcome).toMatchObject({ code: "protocol" });
  });
});

describe("Copilot", () => {
  const copilot = from("Copilot");
  const asks = (used: number) => update("usage_update", { used, size: 128_000 });
  const usage = { inputTokens: 100, outputTokens: 20 };

  test("reports no usage if its model never answered", () => {
    expect(read(copilot, asks(9), said("Error: no"), stopped()).outcome).toMatchObject({
      code: "network",
      message: "Error: no",
    });
    expect(read(copilot, asks(9), said("Done."), stopped({ usage })).outcome).toMatchObject({ status: "completed" });
  });

  test("asked again in vain if its context did not grow and its answer is an error", () => {
    const retried = [copilot, asks(9), said("I look."), ...call, asks(12), said("Info: Retrying..."), asks(12)];
    expect(read(...retried, said("Error: gone"), stopped({ usage })).outcome).toMatchObject({ code: "network" });
    expect(read(...retried, said("Done."), stopped({ usage })).outcome).toMatchObject({ status: "completed" });
  });

  test("may answer with an error that is its own", () => {
    const events = [copilot, asks(9), ...call, asks(12), said("Error: the file is missing"), stopped({ usage })];
    expect(read(...events).outcome).toMatchObject({ status: "completed" });
  });
});

test("Qwen Code states the status at the beginning of its details", () => {
  const told = (details: string) => read(from("qwen-code"), said("a"), ...call, failed({ data: { details } })).outcome;
  expect(told("401 the key")).toMatchObject({ code: "auth" });
  expect(told("503 busy")).toMatchObject({ code: "network" });
  expect(told("the number 401")).toMatchObject({ code: "agent" });
});

test("Cline answers with an error only if its model cannot be asked", () => {
  expect(read(from("cline"), said("a"), ...call, failed({ data: { message: "no" } })).outcome).toMatchObject({
    code: "network",
  });
  expect(read(from("other"), said("a"), ...call, failed({ data: { message: "no" } })).outcome).toMatchObject({
    code: "agent",
  });
});
