/** Runs made from entries and judged by `rules`, so that every number in them is one AXIS computed. */
import type { Entry } from "../../src/core/entry.ts";
import type { RunDetail } from "../../src/core/report/run-detail.ts";
import { defaultWeights } from "../../src/core/score/weights.ts";
import { evidenceFromRun } from "../../src/agents/transcript/gather.ts";
import { judgeRun } from "../../src/evaluate/judge-run.ts";
import { rulesJudge } from "../../src/judging/rules/rules.ts";
import { runStats } from "../../src/agents/transcript/stats.ts";

const judges = { goal: rulesJudge, environment: rulesJudge, service: rulesJudge, agent: rulesJudge };
const start = "2026-06-12T20:58:16.000Z";

/** Overrides say what is different about the run; they are there before it is judged. */
export async function sampleRun(transcript: readonly Entry[], overrides: Partial<RunDetail> = {}): Promise<RunDetail> {
  const key = overrides.scenarioKey ?? "deploy/preview";
  const agentName = overrides.agentName ?? "tinker";
  const trial = overrides.trial ?? 1;
  const detail: RunDetail = {
    runId: `run_${key}_${agentName}_${trial}`.replaceAll(/\W/g, "_"),
    scenarioKey: key,
    scenarioName: "Deploy a preview",
    agentName,
    trial,
    durationMs: 61_000,
    exitCode: 0,
    failed: false,
    outcome: { status: "completed", result: "The preview is up." },
    outcomeClass: "completed",
    tokenUsage: { input: 1200, output: 340 },
    file: `scenarios/${key}/${agentName}.${trial}.json`,
    prompt: "Deploy a preview of the site.",
    judge: [{ check: "The preview answers", weight: 1, verify: "curl -f http://127.0.0.1" }],
    agentConfig: { agent: "command", command: ["./agent.mjs"] },
    resolvedConfig: {
      limits: { time_minutes: 15 },
      skills: [],
      mcpServers: {},
      setup: [],
      teardown: [],
      artifacts: [],
      sandbox: { kind: "none" },
    },
    checks: [{ index: 0, status: "decided", score: 8, rationale: "exit code 0" }],
    output: {
      transcript: [...transcript],
      result: "The preview is up.",
      metadata: { startTime: start, endTime: start, durationMs: 61_000, exitCode: 0 },
    },
    interactions: [],
    stats: {
      totalInteractions: 0,
      byCategory: { environment: 0, service: 0, agent: 0 },
      totalErrors: 0,
      totalDurationMs: 0,
      wallClockMs: 61_000,
      toolNames: {},
      domains: [],
    },
    skillsInstalled: [],
    ...overrides,
  };
  const evidence = evidenceFromRun(detail);
  const { transcript: entries, interactions } = evidence;
  const times = { startTime: start, endTime: start, durationMs: detail.durationMs };
  const recorded = { ...detail, interactions: [...interactions], stats: runStats({ entries, interactions }, times) };
  return judgeRun(recorded, {
    judges,
    weights: defaultWeights,
    judging: { retries: 0, timeoutMs: 60_000 },
    abort: new AbortController().signal,
  });
}

/** A call with its result, as an agent would have made it; some of them fail. */
export function call(number: number, output = `output of step ${number}`): Entry[] {
  const time = (shift: number) => new Date(Date.parse(start) + number * 200 + shift).toISOString();
  const isError = number % 17 === 3;
  return [
    {
      type: "tool_use",
      timestamp: time(0),
      id: `c${number}`,
      tool: "shell",
      input: { command: `make step-${number}` },
    },
    { type: "tool_result", timestamp: time(150), id: `c${number}`, output, isError, exitCode: isError ? 1 : 0 },
  ];
}

export function calls(count: number): Entry[] {
  return Array.from({ length: count }, (_, index) => call(index + 1)).flat();
}
