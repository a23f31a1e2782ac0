import { expect, test } from "vitest";
import type { Outcome } from "../core/outcome.ts";
import type { PlannedAgent } from "../core/plan.ts";
import { openRateLimiters } from "../judging/rate/rate-limiters.ts";
import { ProviderLanes } from "./provider-lanes.ts";

const refused: Outcome = { status: "failed", code: "rate-limit", message: "HTTP 429" };
const env = { ANTHROPIC_API_KEY: "key-a", OPENAI_API_KEY: "key-o", OPENAI_BASE_URL: "http://127.0.0.1:1" };

function agent(name: string, optional: readonly string[]): PlannedAgent {
  const adapter = { name: `adapter of ${name}`, keys: { optional }, run: () => Promise.reject(new Error("not run")) };
  return { name, config: { agent: name }, adapter } as unknown as PlannedAgent;
}

const claude = agent("claude", ["ANTHROPIC_API_KEY"]);
const claudeToo = agent("claude too", ["ANTHROPIC_API_KEY", "OPENROUTER_API_KEY"]);
const codex = agent("codex", ["OPENAI_API_KEY", "OPENAI_BASE_URL"]);

function open(atOnce = 4) {
  const said: string[] = [];
  const gates = openRateLimiters();
  return {
    said,
    gates,
    lanes: new ProviderLanes({
      concurrency: atOnce,
      env,
      rateLimiters: gates,
      onNarrowed: (message) => said.push(message),
    }),
  };
}

/** How many of these get in before any of them ends. */
async function roomFor(lanes: ProviderLanes, agents: readonly PlannedAgent[]): Promise<number> {
  let [inside, openUp] = [0, () => {}];
  const opened = new Promise<void>((resolve) => (openUp = resolve));
  const all = agents.map((each) => lanes.run(each, async () => ((inside += 1), await opened)));
  await new Promise((resolve) => setImmediate(resolve));
  const most = inside;
  openUp();
  await Promise.all(all);
  expect(inside).toBe(agents.length);
  return most;
}

test("agents that ask with the same key share a lane, which a refusal narrows for both", async () => {
  const { lanes, said } = open();
  expect(await roomFor(lanes, [claude, claude, claude, claudeToo, claudeToo])).toBe(4);
  lanes.recordOutcome(claude, refused);
  expect(await roomFor(lanes, [claude, claude, claude, claudeToo, claudeToo])).toBe(2);
  expect(said).toEqual(["claude, claude too: rate limited by the provider, so only 2 runs at once from now on"]);
  expect(lanes.narrowed).toEqual([{ agents: ["claude", "claude too"], atOnce: 4, lowest: 2 }]);
});

test("agents with other keys, or with none, go on as before", async () => {
  const { lanes } = open();
  const [plain, plainToo] = [agent("plain", []), agent("plain too", [])];
  lanes.recordOutcome(codex, refused);
  expect(await roomFor(lanes, Array<PlannedAgent>(6).fill(claude))).toBe(4);
  lanes.recordOutcome(plain, refused);
  expect(await roomFor(lanes, Array<PlannedAgent>(6).fill(plainToo))).toBe(4);
  expect(lanes.narrowed.map(({ agents }) => agents)).toEqual([["codex"], ["plain"]]);
});

test("a model that judges with the same key and is refused narrows the lane; an address in common does not", async () => {
  const { lanes, gates } = open();
  await roomFor(lanes, [claude, codex]);
  gates.forEndpoint({ provider: "anthropic", apiKey: "key-a" }).recordRefusal();
  gates.forEndpoint({ provider: "compatible", apiKey: "http://127.0.0.1:1" }).recordRefusal();
  expect(lanes.narrowed).toEqual([{ agents: ["claude"], atOnce: 4, lowest: 2 }]);
});

test.each<Outcome>([
  { status: "completed", result: null },
  { status: "failed", code: "network", message: "lost" },
  { status: "failed", code: "agent", message: "HTTP 429, says the agent" },
])("no other ending narrows it: %o", (outcome) => {
  const { lanes } = open();
  lanes.recordOutcome(claude, outcome);
  expect(lanes.narrowed).toEqual([]);
});

test("after a stop nobody waits, not even in a lane that is new", async () => {
  const { lanes } = open(1);
  const never = new Promise<void>(() => {});
  void lanes.run(claude, () => never);
  const waiting = lanes.run(claude, async () => "told");
  lanes.release();
  expect(await waiting).toBe("told");
  expect(await roomFor(lanes, [codex, codex, codex])).toBe(3);
});
