import { expect, test } from "vitest";
import { openRateLimiters } from "./rate-limiters.ts";

const anthropic = { provider: "anthropic", apiKey: "key-a" };

test("the same provider, address and key have one gate; anything else has its own", () => {
  const gates = openRateLimiters();
  expect(gates.forEndpoint(anthropic)).toBe(gates.forEndpoint({ ...anthropic }));
  expect(gates.forEndpoint(anthropic)).not.toBe(gates.forEndpoint({ ...anthropic, apiKey: "key-b" }));
  expect(gates.forEndpoint(anthropic)).not.toBe(gates.forEndpoint({ ...anthropic, baseUrl: "http://127.0.0.1:1" }));
  expect(gates.forEndpoint(anthropic)).not.toBe(gates.forEndpoint({ ...anthropic, provider: "other" }));
});

test("a refusal of a request narrows the runs that go by the same key, and no others", () => {
  const gates = openRateLimiters();
  const same = gates.forRuns(["key-b", "key-a"], { start: 15 });
  const other = gates.forRuns(["key-c"], { start: 15 });
  gates.forEndpoint(anthropic).recordRefusal();
  expect([gates.forEndpoint(anthropic).limit, same.limit, other.limit]).toEqual([5, 10, 15]);
});

test("a refusal of a run narrows the requests that go by one of its keys, and itself once", () => {
  const gates = openRateLimiters();
  const narrowed: number[] = [];
  const runs = gates.forRuns(["key-a", "key-b"], { start: 15, onNarrowed: (limit) => narrowed.push(limit) });
  const requests = gates.forEndpoint(anthropic);
  runs.recordRefusal();
  expect([runs.limit, requests.limit]).toEqual([10, 5]);
  expect(narrowed).toEqual([10]);
});

test("gates without a key have nothing in common", () => {
  const gates = openRateLimiters();
  const [one, another] = ["ollama", "vllm"].map((provider) => gates.forEndpoint({ provider, apiKey: undefined }));
  const runs = gates.forRuns([], { start: 4 });
  one?.recordRefusal();
  expect([one?.limit, another?.limit, runs.limit]).toEqual([5, 8, 4]);
});

test("a gate that was disposed hears of no refusal any more", () => {
  const gates = openRateLimiters();
  const runs = gates.forRuns(["key-a"], { start: 15 });
  runs[Symbol.dispose]();
  gates.forEndpoint(anthropic).recordRefusal();
  expect(runs.limit).toBe(15);
});
