/** A model's server that fails is never the agent's score: real programs, each with five outages that they tell or hide. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Report } from "../../src/core/report.ts";
import type { Project } from "../fixtures/axis.ts";
import {
  agents,
  type Conversation,
  entries,
  inSandbox,
  openRehearsed,
  runOffline,
  say,
  shellCall,
} from "./rehearsed-project.ts";

const steps = [{ ...say("I look."), calls: [shellCall("echo hello")] }, say("Done.")];
const fail = (status: number, step?: number) => [{ kind: "status" as const, status, retryAfterSeconds: 1, step }];

/** By scenario key: the outage, and what it is called. */
const outages: Readonly<Record<string, Pick<Conversation, "faults"> & { readonly code: string }>> = {
  "429-at-once": { faults: fail(429), code: "rate-limit" },
  "401-later": { faults: fail(401, 2), code: "auth" },
  "429-later": { faults: fail(429, 2), code: "rate-limit" },
  "500-later": { faults: fail(500, 2), code: "network" },
  "dropped-later": { faults: [{ kind: "drop", step: 2 }], code: "network" },
};

let project: Project;
let report: Report;

beforeAll(async () => {
  const conversations = Object.fromEntries(
    Object.entries(outages).map(([key, { faults }]) => [key, { steps, faults }]),
  );
  // A check that can never hold, so that a run which counts would count against the agent; some programs ask until the limit.
  project = await openRehearsed(entries, conversations, () => ({
    judge: [{ check: "It is there", verify: "false" }],
    limits: { time_minutes: 1 },
  }));
  const ran = await runOffline(project, [...inSandbox, "--concurrency", "12"]);
  if (ran.stdout === "") throw new Error(`axis said nothing but: ${ran.stderr}`);
  report = await project.stored();
});
afterAll(() => project?.[Symbol.asyncDispose]());

describe.each(agents)("$name", ({ name }) => {
  test.each(Object.keys(outages))("%s is an error, and not the agent's", (key) => {
    const result = report.results.find(({ agentName, scenarioKey }) => agentName === name && scenarioKey === key);
    expect(result).toMatchObject({ status: "error", outcome: { status: "failed", code: outages[key]?.code } });
    expect(result?.score?.axisScore ?? null).toBeNull();
  });
});

test("no outage enters an average", () => {
  expect(report.summary.statuses?.runs).toMatchObject({ error: agents.length * Object.keys(outages).length });
});
