import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AgentAdapter } from "../core/agent.ts";
import type { AxisEvent } from "../core/run/event.ts";
import type { Outcome } from "../core/outcome.ts";
import type { Store } from "../core/store.ts";
import { evaluate } from "./evaluate.ts";
import { rulesJudge } from "../judging/rules/rules.ts";
import { plainPaint } from "../report/text/format.ts";
import { renderDetail } from "../report/text/render-detail.ts";
import { renderRateLimits } from "../report/text/render-rate-limits.ts";
import { fileStore } from "../store/files.ts";
import { memoryStore } from "../store/memory.ts";
import { samplePlan, sampleScenario } from "../testing/sample-plan.ts";

const failed = (code: string): Outcome => ({ status: "failed", code, message: `failed with ${code}` }) as Outcome;
const done: Outcome = { status: "completed", result: "done" };

/** Ends with one outcome after the other, and then always with the last. */
function fateful(...outcomes: Outcome[]): AgentAdapter & { readonly runs: () => number } {
  let runs = 0;
  return {
    name: "fateful",
    runs: () => runs,
    async run(_task, io) {
      io.emit({ type: "assistant", text: "done" });
      const outcome = outcomes[Math.min(runs, outcomes.length - 1)] ?? done;
      runs += 1;
      return outcome;
    },
  };
}

interface Wish {
  readonly cells?: number;
  readonly retries?: number;
  readonly concurrency?: number;
  readonly store?: Store;
  readonly abort?: AbortController;
}

async function run(agent: AgentAdapter, { cells = 1, retries = 2, concurrency = 1, store, abort }: Wish = {}) {
  const waits: number[] = [];
  const events: AxisEvent[] = [];
  const plan = samplePlan({
    scenarios: Array.from({ length: cells }, (_, index) => sampleScenario({ key: `s${index}` })),
    agents: [agent],
    judge: rulesJudge,
    overrides: { retries, concurrency },
  });
  const report = await evaluate(plan, {
    store: store ?? memoryStore(),
    onEvent: (event) => events.push(event),
    ...(abort === undefined ? {} : { abort: abort.signal }),
    wait: async (ms) => {
      waits.push(ms);
      abort?.abort();
    },
  });
  return { report, waits, events };
}

describe("a run that the infrastructure failed", () => {
  test("is made again until it counts, and the report says what was tried before", async () => {
    const agent = fateful(failed("rate-limit"), failed("network"), done);
    const { report, waits } = await run(agent);
    expect(agent.runs()).toBe(3);
    expect(report.results[0]).toMatchObject({
      failed: false,
      outcomeClass: "completed",
      earlierAttempts: [
        { code: "rate-limit", error: "failed with rate-limit", waitedMs: waits[0] },
        { code: "network", error: "failed with network", waitedMs: waits[1] },
      ],
    });
    expect(report.summary).toMatchObject({ total: 1, completed: 1 });
  });

  test("is given up after the attempts that settings allow", async () => {
    const agent = fateful(failed("network"));
    const { report } = await run(agent, { retries: 1 });
    expect(agent.runs()).toBe(2);
    expect(report.results[0]).toMatchObject({ outcomeClass: "infrastructure", earlierAttempts: [{ code: "network" }] });
  });

  test("keeps the files of every attempt", async () => {
    const configDir = await mkdtemp(join(tmpdir(), "axis-retries-"));
    try {
      const options = { configDir, redact: (text: string) => text, now: () => new Date(), onWarning: () => {} };
      const { report } = await run(fateful(failed("network"), done), { store: fileStore(options) });
      const folder = join(configDir, ".axis", "reports", report.reportId);
      const details = (await readdir(join(folder, "scenarios", "s0"))).filter((name) => name.endsWith(".json"));
      expect(details).toHaveLength(2);
      expect(report.results[0]?.earlierAttempts?.[0]?.file).not.toBe(report.results[0]?.file);
    } finally {
      await rm(configDir, { recursive: true, force: true });
    }
  });

  test("waits from 2 to 60 seconds, longer each time", async () => {
    const { waits } = await run(fateful(failed("network")), { retries: 4 });
    expect(waits).toHaveLength(4);
    waits.forEach((ms, index) => {
      expect(ms).toBeGreaterThanOrEqual(2_000);
      expect(ms).toBeLessThanOrEqual(Math.min(60_000, 4_000 * 2 ** index));
    });
  });

  test("is not made again once the run was stopped", async () => {
    const agent = fateful(failed("network"));
    await run(agent, { abort: new AbortController() });
    expect(agent.runs()).toBe(1);
  });
});

test.each(["auth", "setup", "spawn", "internal", "exit", "agent", "oom"])(
  "a failure with code %s has exactly one attempt",
  async (code) => {
    const agent = fateful(failed(code), done);
    const { report } = await run(agent);
    expect(agent.runs()).toBe(1);
    expect(report.results[0]).not.toHaveProperty("earlierAttempts");
  },
);

describe("an agent that fails in the same way five times in a row", () => {
  test("gets no further cell, and one sentence says so", async () => {
    const agent = fateful(failed("auth"));
    const { report, events } = await run(agent, { cells: 8 });
    expect(agent.runs()).toBe(5);
    expect(report.summary.classes).toMatchObject({ infrastructure: 5, notRun: 3 });
    expect(report.state).toBe("aborted");
    expect(report.results.at(-1)?.outcome).toEqual({
      status: "stopped",
      by: "failures",
      scope: "run",
      message: "not run: fateful failed 5 times in a row (auth)",
    });
    const said = events.flatMap((event) => (event.type === "warning" ? [event.message] : []));
    expect(said).toEqual(["not run: fateful failed 5 times in a row (auth): its pending runs are skipped"]);
  });

  test("is not tried again either", async () => {
    const agent = fateful(failed("network"));
    await run(agent, { cells: 8 });
    // Three attempts at the first cell, two at the second; then it is given up.
    expect(agent.runs()).toBe(5);
  });

  test.each([
    ["one run in between went well", [...Array<Outcome>(4).fill(failed("auth")), done, failed("auth")]],
    ["the failures are of two kinds", Array.from({ length: 8 }, (_, index) => failed(index % 2 ? "auth" : "setup"))],
    ["they are its own", [failed("exit")]],
  ])("goes on where %s", async (_, outcomes) => {
    const agent = fateful(...outcomes);
    const { report } = await run(agent, { cells: 8 });
    expect(agent.runs()).toBe(8);
    expect(report.state).toBe("complete");
  });
});

describe("a provider that refuses for its rate", () => {
  test("gets fewer runs at once, and the report says how few", async () => {
    const { report, events } = await run(fateful(failed("rate-limit"), done), { cells: 6, concurrency: 4 });
    expect(report.summary).toMatchObject({ total: 6, completed: 6 });
    expect(report.pace).toEqual([{ agents: ["fateful"], atOnce: 4, lowest: 2 }]);
    const said = events.flatMap((event) => (event.type === "warning" ? [event.message] : []));
    expect(said).toEqual(["fateful: rate limited by the provider, so only 2 runs at once from now on"]);
    expect(renderRateLimits(report)).toEqual(["Rate limited: fateful was reduced to 2 of 4 runs at once"]);
  });

  test("is not spoken of where none did", async () => {
    const { report } = await run(fateful(done), { cells: 3 });
    expect(report).not.toHaveProperty("pace");
    expect(renderRateLimits(report)).toEqual([]);
  });
});

test("a run in full shows what was tried before", async () => {
  const store = memoryStore();
  const { report } = await run(fateful(failed("network"), done), { store });
  const detail = await store.readDetail(report.reportId, report.results[0]?.file ?? "");
  expect(renderDetail(detail, plainPaint, 100).join("\n")).toMatch(
    /^Earlier attempt failed \(network\): failed with network; waited \d/m,
  );
});

test("a narrow terminal cuts interactions alone, never a number or a reason", async () => {
  const store = memoryStore();
  const { report } = await run(fateful(failed("network"), done), { store });
  const detail = await store.readDetail(report.reportId, report.results[0]?.file ?? "");
  const above = (width: number) => renderDetail(detail, plainPaint, width).join("\n").split("\nInteractions\n")[0];
  expect(above(20)).toBe(above(1000));
  expect(above(20)).toContain("Completion 100 (weight 0.4)");
});
