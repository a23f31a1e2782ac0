/** What two prompts in one session used, as each program reported it: 3,000 tokens in for the first, 120,000 for the second. */
import { describe, expect, test } from "vitest";
import { readTranscript } from "../../read-transcript.ts";

const message = (msg: object) => JSON.stringify({ dir: "in", msg: { jsonrpc: "2.0", ...msg } });
const update = (sessionUpdate: string, more: object) =>
  message({ method: "session/update", params: { sessionId: "s", update: { sessionUpdate, ...more } } });
const named = (name: string) => message({ id: 0, result: { protocolVersion: 1, agentInfo: { name } } });
const says = (text: string, more: object = {}) =>
  update("agent_message_chunk", { content: { type: "text", text }, ...more });
const answer = (more: object = {}) => message({ id: 2, result: { stopReason: "end_turn", ...more } });
const counts = (inputTokens: number, outputTokens: number, cachedReadTokens: number) => ({
  usage: { inputTokens, outputTokens, cachedReadTokens },
});
const quota = (input_tokens: number, output_tokens: number) => ({
  _meta: { quota: { token_count: { input_tokens, output_tokens } } },
});
const cost = (amount: number) => update("usage_update", { used: 1, size: 2, cost: { amount, currency: "USD" } });

function read(name: string, ...lines: readonly string[]) {
  return readTranscript([named(name), ...lines]);
}

describe("two prompts in one session", () => {
  test("are added for Claude, which reports tokens per prompt, but the cost of the session", () => {
    const first = [says("One."), cost(0.01014), answer(counts(3000, 30, 300))];
    const second = [says("Two."), cost(0.74154), answer(counts(120_000, 120, 12_000))];
    expect(read("@agentclientprotocol/claude-agent-acp", ...first, ...second)).toMatchObject({
      tokenUsage: { input: 123_000, output: 150, cacheReadInput: 12_300 },
      totalCostUsd: 0.74154,
    });
  });

  test("are added for Codex", () => {
    const prompts = [answer(counts(2700, 30, 300)), answer(counts(108_000, 120, 12_000))];
    expect(read("@agentclientprotocol/codex-acp", says("One."), ...prompts).tokenUsage).toMatchObject({
      input: 110_700,
      output: 150,
      cacheReadInput: 12_300,
    });
  });

  test("are added for Gemini CLI", () => {
    const prompts = [answer(quota(3000, 30)), answer(quota(120_000, 120))];
    expect(read("gemini-cli", says("One."), ...prompts).tokenUsage).toMatchObject({ input: 123_000, output: 150 });
  });

  test("are in the last report of Copilot, whose counts are those of the session with the cache in its input", () => {
    const prompts = [answer(counts(3000, 30, 300)), answer(counts(123_000, 150, 12_300))];
    expect(read("Copilot", says("One."), ...prompts).tokenUsage).toMatchObject({
      input: 110_700,
      output: 150,
      cacheReadInput: 12_300,
    });
  });

  test("are sums of requests for Qwen Code, which attaches the counts of each to a message without text", () => {
    const request = (...given: Parameters<typeof counts>) =>
      says("", { _meta: { ...counts(...given), durationMs: 9 } });
    const first = [says("One."), request(1000, 10, 100), request(2000, 20, 200), answer()];
    const second = [says("Two."), request(40_000, 40, 4000), request(80_000, 80, 8000), answer()];
    const found = read("qwen-code", ...first, ...second);
    expect(found.tokenUsage).toMatchObject({ input: 110_700, output: 150, cacheReadInput: 12_300 });
    expect(found.entries).toHaveLength(2);
  });

  test.each(["OpenCode", "Kilo"])("stay unknown for %s, which reports its last request", (name) => {
    const prompts = [cost(0.00279), answer(counts(1800, 20, 200)), cost(0.11223), answer(counts(72_000, 80, 8000))];
    expect(read(name, says("One."), ...prompts)).toMatchObject({ tokenUsage: null, totalCostUsd: null });
  });

  test("stay unknown for Cline, which reports nothing", () => {
    expect(read("cline", says("One."), answer(), says("Two."), answer()).tokenUsage).toBeNull();
  });

  test("stay unknown for an agent that AXIS does not know: one prompt is certain, two are not", () => {
    expect(read("other", says("One."), answer(counts(9, 2, 1))).tokenUsage).toMatchObject({ input: 9, output: 2 });
    expect(read("other", says("One."), answer(counts(9, 2, 1)), answer(counts(20, 5, 1))).tokenUsage).toBeNull();
  });
});

test("a later prompt of Copilot that used no token never reached the model", () => {
  const spent = answer(counts(3000, 30, 300));
  expect(read("Copilot", says("One."), spent, says("Error: Authentication failed"), spent).outcome).toMatchObject({
    status: "failed",
    code: "network",
  });
});

describe("a session that was stopped in the middle of an answer", () => {
  test("keeps the requests that Qwen Code had reported", () => {
    const asked = says("", { _meta: counts(1000, 10, 100) });
    expect(read("qwen-code", says("One."), asked, says("And th")).tokenUsage).toMatchObject({ input: 900, output: 10 });
  });

  test("keeps the prompts that were answered before", () => {
    const cut = [says("One."), answer(counts(3000, 30, 300)), says("And th")];
    expect(read("@agentclientprotocol/claude-agent-acp", ...cut).tokenUsage).toMatchObject({ input: 3000, output: 30 });
  });

  test("has what the answer to the cancellation says", () => {
    const cancelled = message({ id: 2, result: { stopReason: "cancelled", ...counts(100, 20, 0) } });
    expect(read("@agentclientprotocol/codex-acp", says("And th"), cancelled)).toMatchObject({
      tokenUsage: { input: 100, output: 20 },
      outcome: { status: "failed" },
    });
  });
});
