/** For tests: stored runs from literal entries, scored as `axis run` scores them. */
import { gatherEvidence } from "../../agents/transcript/gather.ts";
import { runStats } from "../../agents/transcript/stats.ts";
import { Entry, type EntryInput } from "../../core/entry.ts";
import type { Judge } from "../../core/judge.ts";
import { classifyOutcome, failureMessage, type Outcome } from "../../core/outcome.ts";
import { addStatus } from "../../core/report/failure-reason.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { defaultWeights } from "../../core/score/weights.ts";
import { rulesJudge } from "../rules/rules.ts";
import { axisResult } from "../scoring/axis-result.ts";

export interface ScoredRunParts {
  readonly scenario?: string;
  readonly agent?: string;
  readonly trial?: number;
  readonly prompt?: string;
  readonly entries?: readonly EntryInput[];
  /** Verified checks with their grades from 0 to 10. */
  readonly checks?: Readonly<Record<string, number>>;
  readonly outcome?: Outcome;
  readonly judge?: Judge;
  readonly services?: readonly string[];
}

/** Entries of one call: a request, and what came back after so many milliseconds. */
export interface CallParts {
  readonly tool?: string;
  readonly input: Record<string, unknown>;
  readonly output: string;
  readonly exitCode?: number;
  readonly httpStatus?: number;
  readonly isError?: boolean;
  readonly ms?: number;
}

const start = Date.UTC(2026, 10, 16, 9, 2, 11);

/** The entries of several calls, one second apart, and what the agent says at the end. */
export function playCalls(calls: readonly CallParts[], said = "It is done."): EntryInput[] {
  let at = start;
  const entries = calls.flatMap(({ tool = "Bash", input, output, ms = 100, ...rest }, index): EntryInput[] => {
    const id = `call-${index}`;
    const began = (at += 1000);
    at += ms;
    return [
      { type: "tool_use", id, tool, input: input as never, timestamp: new Date(began).toISOString() },
      { type: "tool_result", id, output, ...rest, timestamp: new Date(at).toISOString() },
    ];
  });
  return [...entries, { type: "assistant", text: said, timestamp: new Date(at + 1000).toISOString() }];
}

/** A shell command and what came back. */
export function shell(command: string, output = "ok", rest: Partial<CallParts> = {}): CallParts {
  return { input: { command }, output, exitCode: 0, ...rest };
}

/** A page that was fetched and what came back. */
export function fetched(url: string, output = "Here it is.", rest: Partial<CallParts> = {}): CallParts {
  return { tool: "WebFetch", input: { url, prompt: "Read it" }, output, httpStatus: 200, ...rest };
}

/** A run with its score. */
export async function buildScoredRun(parts: ScoredRunParts = {}): Promise<RunDetail> {
  const { scenario = "api/errors", agent = "mini-agent", trial = 1, prompt = "Handle API errors." } = parts;
  const { checks = { "It works": 10 }, judge = rulesJudge } = parts;
  const transcript = (parts.entries ?? playCalls([shell("ls")])).map((entry) => Entry.parse(entry));
  const outcome: Outcome = parts.outcome ?? { status: "completed", result: "It is done." };
  const rubric = Object.keys(checks).map((check, _, all) => ({
    check,
    weight: 1 / all.length,
    verify: { contains: "x" },
  }));
  const verified = Object.values(checks).map((score, index) => ({
    index,
    status: "decided" as const,
    score,
    rationale: score === 10 ? "it contains it" : "it does not contain it",
  }));
  const evidence = gatherEvidence({
    scenarioKey: scenario,
    task: prompt,
    checks: rubric,
    verified,
    outcome,
    durationMs: 60_000,
    tokenUsage: null,
    transcript,
    services: parts.services,
  });
  const { score } = await axisResult(evidence, {
    judges: { goal: judge, environment: judge, service: judge, agent: judge },
    weights: defaultWeights,
    judging: { retries: 0, timeoutMs: 1000 },
    agentName: agent,
    abort: new AbortController().signal,
  });
  const { calledTool } = evidence;
  const metadata = { startTime: null, endTime: null, durationMs: 60_000, exitCode: 0 };
  return addStatus({
    runId: `${scenario}/${agent}/${trial}`,
    scenarioKey: scenario,
    scenarioName: scenario,
    agentName: agent,
    trial,
    durationMs: 60_000,
    exitCode: 0,
    failed: outcome.status !== "completed",
    outcome,
    outcomeClass: classifyOutcome({ outcome, calledTool, checkBroken: false, judgeFailed: score.axisScore === null }),
    error: failureMessage(outcome),
    score,
    file: `${scenario}/${agent}-${trial}.json`,
    prompt,
    judge: rubric,
    agentConfig: { agent },
    resolvedConfig: { services: parts.services === undefined ? undefined : [...parts.services] } as never,
    checks: verified,
    output: { transcript, result: "It is done.", metadata },
    interactions: [...evidence.interactions],
    stats: runStats({ entries: transcript, interactions: evidence.interactions }, metadata as never),
    skillsInstalled: [],
  } as RunDetail);
}
