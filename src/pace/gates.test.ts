import { expect, test } from "vitest";
import { openGates } from "./gates.ts";

const anthropic = { provider: "anthropic", apiKey: "key-a" };

test("the same provider, address and key have one gate; anything else has its own", () => {
  const gates = openGates();
  expect(gates.of(anthropic)).toBe(gates.of({ ...anthropic }));
  expect(gates.of(anthropic)).not.toBe(gates.of({ ...anthropic, apiKey: "key-b" }));
  expect(gates.of(anthropic)).not.toBe(gates.of({ ...anthropic, baseUrl: "http://127.0.0.1:1" }));
  expect(gates.of(anthropic)).not.toBe(gates.of({ ...anthropic, provider: "other" }));
});

test("a refusal of a request narrows the runs that go by the same key, and no others", () => {
  const gates = openGates();
  const same = gates.forRuns(["key-b", "key-a"], { start: 15 });
  const other = gates.forRuns(["key-c"], { start: 15 });
  gates.of(anthropic).refused();
  expect([gates.of(anthropic).limit, same.limit, other.limit]).toEqual([5, 10, 15]);
});

test("a refusal of a run narrows the requests that go by one of its keys, and itself once", () => {
  const gates = openGates();
  const narrowed: number[] = [];
  const runs = gates.forRuns(["key-a", "key-b"], { start: 15, onNarrowed: (limit) => narrowed.push(limit) });
  const requests = gates.of(anthropic);
  runs.refused();
  expect([runs.limit, requests.limit]).toEqual([10, 5]);
  expect(narrowed).toEqual([10]);
});

test("gates without a key have nothing in common", () => {
  const gates = openGates();
  const [one, another] = ["ollama", "vllm"].map((provider) => gates.of({ provider, apiKey: undefined }));
  const runs = gates.forRuns([], { start: 4 });
  one?.refused();
  expect([one?.limit, another?.limit, runs.limit]).toEqual([5, 8, 4]);
});

test("a gate that was disposed hears of no refusal any more", () => {
  const gates = openGates();
  const runs = gates.forRuns(["key-a"], { start: 15 });
  runs[Symbol.dispose]();
  gates.of(anthropic).refused();
  expect(runs.limit).toBe(15);
});
