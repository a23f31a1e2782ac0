import { expect, test } from "vitest";
import { Stop } from "../core/outcome.ts";
import { fakeAgent } from "./fake-agent.ts";
import { runAgent } from "./run-agent.ts";
import { testAgent } from "./suites/test-agent.ts";

const said = { type: "assistant", text: "Done.", timestamp: null } as const;

testAgent("fake", () => fakeAgent({ entries: [said] }), { completes: {}, endless: {} });
test("a fake agent says its entries, reports its usage and completes with the last thing said", async () => {
  const ran = await runAgent(fakeAgent({ entries: [said], usage: { input: 1, output: 2 }, costUsd: 3 }), {});
  expect(ran.entries).toEqual([said]);
  expect(ran).toMatchObject({
    usage: { input: 1, output: 2 },
    costUsd: 3,
    outcome: { status: "completed", result: "Done." },
  });
});

test("a fake agent ends as its script says", async () => {
  const outcome = { status: "failed", code: "auth", message: "no key" } as const;
  expect((await runAgent(fakeAgent({ outcome }), {})).outcome).toEqual(outcome);
  await expect(runAgent(fakeAgent({ ending: "throw" }), {})).rejects.toThrow("because its script says so");
});

test("a fake agent that waits ends with the abort", async () => {
  const abort = new AbortController();
  const running = runAgent(fakeAgent({ entries: [said], ending: "abort" }), {}, { abort });
  abort.abort(new Stop("tokens", "run", "enough"));
  expect((await running).outcome).toEqual({ status: "stopped", by: "tokens", scope: "run", message: "enough" });
});

test("entries may depend on the task, and the script may act in the workspace", async () => {
  const acted: string[] = [];
  const adapter = fakeAgent({
    entries: (task) => [{ type: "assistant", text: task.prompt }],
    act: (task, io) => void acted.push(task.scenarioKey, typeof io.workspace),
  });
  expect((await runAgent(adapter, { prompt: "Hi" })).outcome).toMatchObject({ result: "Hi" });
  expect(acted).toEqual(["contract", "string"]);
});
