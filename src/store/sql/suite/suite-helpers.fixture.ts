/** Helpers that the parts of the SQL suite share: an open store, and a workspace for each test. */
import type { RunFacts, ScoreRun } from "../../../core/run/run-facts.ts";
import type { NewRun, RunEnding } from "../../../core/run/run-row.ts";
import { putCompetition, type StoredCompetition } from "../competitions.ts";
import type { SqlStore } from "../sql-store.ts";
import { type Attempt, insertRuns, storeFacts } from "../runs/runs.ts";
import { finishRunRow, type FinishResult } from "../runs/scoring.ts";
import { claimRun } from "../runs/claim.ts";
import { ensureWorkspace } from "../workspaces.ts";
import { toUuid } from "../../../core/names/ids.ts";
import { sampleCard, sampleFacts, sampleUlid } from "./samples.fixture.ts";

/** Returns the open store; available once a test runs. */
export type GetStore = () => SqlStore;

let count = 0;

/** A run id that was not used before in this process. */
export function nextRunId(): string {
  count += 1;
  return `run_${sampleUlid(count)}`;
}

/** Creates a separate workspace, so that tests do not see each other's rows. */
export async function createTestWorkspace(store: SqlStore): Promise<string> {
  count += 1;
  const { id } = await ensureWorkspace(store.database, { slug: `w${count}`, name: `Workspace ${count}` });
  return id;
}

export type SampleRunParts = Partial<NewRun> & { readonly workspaceId: string };

/** A run as it is submitted. */
export function sampleRun(parts: SampleRunParts): NewRun {
  return { id: nextRunId(), scenarioKey: "cms/create", scenarioHash: "0".repeat(64), agent: "echo", ...parts };
}

/** Creates a running run, at attempt 1. */
export async function startRun({ database }: SqlStore, parts: SampleRunParts): Promise<string> {
  const run = sampleRun(parts);
  await insertRuns(database, [run]);
  await claimRun(database, { runId: run.id, workerId: "worker-1", tokenId: toUuid(run.id) });
  return run.id;
}

export interface ScoringOptions {
  readonly facts?: Partial<RunFacts>;
  readonly scoreRun?: ScoreRun;
  readonly ending?: RunEnding;
  /** Called while the run is still claimed. */
  readonly beforeEnd?: (attempt: Attempt) => Promise<void>;
}

/** Creates a finished and scored run. */
export async function createScoredRun(
  store: SqlStore,
  parts: SampleRunParts,
  { facts = {}, scoreRun = sampleCard, ending = {}, beforeEnd }: ScoringOptions = {},
): Promise<{ runId: string; scored: FinishResult }> {
  const runId = await startRun(store, parts);
  await beforeEnd?.({ runId, attempt: 1 });
  await storeFacts(store.database, { runId, attempt: 1 }, sampleFacts(runId, facts));
  return { runId, scored: await finishRunRow(store.database, { runId, attempt: 1, ending }, scoreRun) };
}

/** A scorer that always gives this many points. */
export function createFixedScorer(score: number): ScoreRun {
  return (facts, baseline) => ({
    ...sampleCard(facts, baseline),
    score,
    tier: score >= 90 ? "Elite" : score >= 70 ? "Gold" : score >= 40 ? "Silver" : "Bronze",
  });
}

type ContestParts = Partial<StoredCompetition> & { readonly workspaceId: string };

/** A competition that has just started; `parts` replace what it is. */
export function sampleContest(parts: ContestParts): StoredCompetition {
  return {
    id: nextRunId().replace("run_", "cmp_"),
    state: "running",
    scenarios: ["cms/create"],
    agents: ["careful", "quick"],
    base: { commit: "0".repeat(40), ref: "HEAD" },
    rank: "scorecard",
    trials: 1,
    concurrency: 1,
    plannedRuns: 2,
    reportId: null,
    result: null,
    createdAt: new Date("2026-03-04T05:06:07Z"),
    finishedAt: null,
    ...parts,
  };
}

/** Adds it. */
export async function addContest({ database }: SqlStore, parts: ContestParts): Promise<string> {
  const contest = sampleContest(parts);
  await putCompetition(database, contest);
  return contest.id;
}
