/** Small complete documents for the contract of a store. */
import type { Baseline } from "../core/report/baseline.ts";
import type { Cell } from "../core/cell.ts";
import type { Entry } from "../core/entry.ts";
import { countStatuses } from "../core/report/run-status.ts";
import type { Report } from "../core/report.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import type { RunLine } from "../core/run/run-line.ts";
import type { JournalStep, RunSlot } from "../core/store.ts";

/** Start time of the sample runs. */
export const sampleStart = new Date("2026-03-04T05:06:07.089Z");
/** A cell whose names have every kind of part. */
export const sampleCell: Cell = { scenario: "cms/create-post@short", agent: "echo|small-model", trial: 1 };
/** Its first attempt. */
export const sampleSlot: RunSlot = { cell: sampleCell, attempt: 1 };

/** One step of each kind. */
export function sampleSteps(): JournalStep[] {
  const mark = { file: "scenarios/a/echo.json", bytes: 12, sha256: "0".repeat(64) };
  const data = { ...sampleSlot, runId: "run_1" };
  const digests = { axis: "1", settings: "2", scenarios: { __proto__x: "3" }, agents: {} };
  const plan = { cells: [sampleCell], trials: 1, skipped: 0, scored: true, digests };
  return [
    { type: "plan", data: { plan, timestamp: sampleStart.toISOString(), pid: 1 } },
    { type: "attempt-started", data },
    { type: "run-recorded", data: { ...data, detail: mark, raw: null } },
    { type: "judged", data: { ...data, detail: mark } },
    { type: "attempt-failed", data: { ...data, why: "no network" } },

    { type: "stale", data: sampleSlot },
    { type: "not-run", data: { cell: sampleCell, why: "its turn never came" } },
    { type: "report-closed", data: { state: "complete", durationMs: 5 } },
  ];
}

/** The smallest complete run, with these entries. */
export function sampleDetail(transcript: Entry[]): RunDetail {
  return {
    runId: "run_1",
    scenarioKey: sampleCell.scenario,
    scenarioName: "Create a post",
    agentName: sampleCell.agent,
    durationMs: 12.5,
    exitCode: 0,
    failed: false,
    outcome: { status: "completed", result: "done" },
    outcomeClass: "completed",
    file: "scenarios/cms/create-post@short/echo|small-model.json",
    prompt: "Do it.",
    judge: "It is done.",
    agentConfig: { agent: "echo", model: "small model" },
    resolvedConfig: {
      limits: { time_minutes: 15 },
      skills: [],
      mcpServers: {},
      setup: [],
      teardown: [],
      artifacts: [],
      sandbox: { kind: "none" },
    },
    trial: 1,
    checks: [],
    output: {
      transcript,
      result: "done",
      metadata: {
        startTime: sampleStart.toISOString(),
        endTime: sampleStart.toISOString(),
        durationMs: 12.5,
        exitCode: 0,
      },
    },
    interactions: [],
    stats: {
      totalInteractions: 0,
      byCategory: { environment: 0, service: 0, agent: 0 },
      totalErrors: 0,
      totalDurationMs: 0,
      wallClockMs: 12.5,
      toolNames: JSON.parse('{"__proto__":1}') as Record<string, number>,
      domains: [],
    },
    skillsInstalled: [],
  };
}

/** The smallest report. */
export function sampleReport(reportId: string, timestamp = sampleStart.toISOString()): Report {
  return {
    version: "1",
    reportId,
    timestamp,
    durationMs: 5,
    state: "complete",
    summary: {
      total: 0,
      completed: 0,
      failed: 0,
      failedInfrastructure: 0,
      classes: { completed: 0, agent: 0, infrastructure: 0, judge: 0, check: 0, notRun: 0 },
      statuses: { runs: countStatuses([]), results: countStatuses([]) },
      unscored: 0,
      skipped: 0,
      averageAxisScore: null,
      averagedOver: 0,
    },
    results: [],
  };
}

/** One result of a baseline. */
export const sampleEntry = {
  axisScore: 63,
  goalAchievement: 50,
  environment: 89,
  service: null,
  agent: 81,
  durationMs: 1,
  tokens: 2,
  fromReportId: "2026-03-04-050607",
  timestamp: sampleStart.toISOString(),
};

/** A baseline with one result. */
export function sampleBaseline(): Baseline {
  const time = sampleStart.toISOString();
  return {
    version: "1",
    name: "main",
    createdAt: time,
    updatedAt: time,
    fromReportId: "2026-03-04-050607",
    results: { "cms/create-post": { echo: sampleEntry } },
  };
}

/** One scored run. */
export function sampleRunLine(runId: string): RunLine {
  return {
    run_id: runId,
    report_id: "2026-03-04-050607",
    file: "scenarios/a/echo.json",
    scenario_key: sampleCell.scenario,
    agent: sampleCell.agent,
    outcome: "COMPLETED",
    counted: true,
    feeds_baseline: true,
    wall_ms: 1200,
    score: 80,
    tier: "Gold",
    scored_at: sampleStart.toISOString(),
  };
}
