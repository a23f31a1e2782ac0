/** Part of the SQL suite: competitions are listed with how far their runs are, and end once. */
import { expect, test } from "vitest";
import {
  type CompetitionFilter,
  findCompetitionRow,
  listCompetitionRows,
  listRankedRuns,
  type StoredCompetition,
} from "../competitions.ts";
import { readEvents } from "../runs/run-events.ts";
import { findRun } from "../runs/runs.ts";
import type { SqlStore } from "../sql-store.ts";
import { sampleCompetition } from "./samples.fixture.ts";
import {
  addContest,
  createFixedScorer,
  createScoredRun,
  createTestWorkspace,
  type GetStore,
  nextRunId,
  startRun,
} from "./suite-helpers.fixture.ts";

export function testCompetitions(theStore: GetStore): void {
  test("a competition counts each planned run once, however often it was started", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const competitionId = await addContest(store, { workspaceId });
    const run = { workspaceId, competitionId };
    await createScoredRun(store, { ...run, agent: "quick" }, { ending: { run_status: "error" } });
    const again = await createScoredRun(
      store,
      { ...run, agent: "quick" },
      { ending: { run_status: "passed", axis_result: 80 }, scoreRun: createFixedScorer(95) },
    );
    await startRun(store, { ...run, agent: "careful" });
    await createScoredRun(store, { workspaceId, agent: "careful" });
    expect(await findCompetitionRow(store.database, competitionId)).toMatchObject({
      planned_runs: 2,
      ended_runs: 1,
      running_runs: 1,
      passed_runs: 1,
      headline: null,
      result: null,
    });
    expect(await listRankedRuns(store.database, competitionId)).toEqual([
      {
        id: again.runId,
        agent: "quick",
        scenario_key: "cms/create",
        trial: 1,
        run_status: "passed",
        outcome: "COMPLETED",
        axis_result: 80,
        cost_micros: null,
        wall_ms: 60_000,
        score: 95,
      },
    ]);
  });

  test("its report says how it ended, and names it in the runs of the report", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const reportId = `r-${workspaceId}`;
    const { runId } = await createScoredRun(store, { workspaceId, reportId });
    const elsewhere = await createScoredRun(store, { workspaceId: await createTestWorkspace(store), reportId });
    const id = await addContest(store, { workspaceId, ...endOf(runId), reportId });
    expect((await findRun(store.database, runId))?.competition_id).toBe(id);
    expect((await findRun(store.database, elsewhere.runId))?.competition_id).toBeNull();
    expect(await findCompetitionRow(store.database, id)).toMatchObject({
      status: "finished",
      report_id: reportId,
      winner: "careful",
      verdict: "TOO CLOSE",
      headline: sampleCompetition(id, runId).headline,
      result: { proposals: [{ runId }] },
    });
  });

  test("live views hear of a change, and not of the same thing said twice", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const id = await addContest(store, { workspaceId });
    await addContest(store, { workspaceId, id });
    const end = endOf(nextRunId());
    for (const _ of [1, 2]) await addContest(store, { workspaceId, id, ...end });
    const events = await readEvents(store.database, { workspaceId, after: 0, limit: 99 });
    const told = events.filter(({ type }) => type === "competition.changed").map(({ data }) => data);
    expect(told).toEqual([
      { competition: id, state: "running" },
      { competition: id, state: "finished" },
    ]);
  });

  test("live views hear of every run that ends", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const competitionId = await addContest(store, { workspaceId });
    const { runId } = await createScoredRun(store, { workspaceId, competitionId });
    const events = await readEvents(store.database, { workspaceId, after: 0, limit: 99 });
    expect(events.at(-1)).toMatchObject({
      type: "competition.changed",
      run_id: runId,
      data: { competition: competitionId },
    });
  });

  test("one that was cancelled stays cancelled, and keeps what its report says", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const id = await addContest(store, { workspaceId, state: "cancelled" });
    await addContest(store, { workspaceId, id, ...endOf(nextRunId()) });
    expect(await findCompetitionRow(store.database, id)).toMatchObject({ status: "cancelled", winner: "careful" });
  });

  test("the id of a competition of another workspace changes nothing there", async () => {
    const store = theStore();
    const [mine, yours] = [await createTestWorkspace(store), await createTestWorkspace(store)];
    const id = await addContest(store, { workspaceId: mine });
    const { runId } = await createScoredRun(store, { workspaceId: yours, reportId: "r-yours" });
    await addContest(store, { workspaceId: yours, id, ...endOf(runId), reportId: "r-yours" });
    expect(await findCompetitionRow(store.database, id)).toMatchObject({ workspace_id: mine, winner: null });
    expect((await findRun(store.database, runId))?.competition_id).toBeNull();
    expect(await findCompetitionRow(store.database, id, yours)).toBeUndefined();
  });

  test("pages of any size add up to the whole list, newest first", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const ids: string[] = [];
    // Two at a time start in the same moment.
    for (const second of [1, 1, 2, 2, 3, 3, 4])
      ids.unshift(await addContest(store, { workspaceId, createdAt: new Date(second * 1_000) }));
    const ended = await addContest(store, { workspaceId, createdAt: new Date(0), state: "finished" });
    for (const limit of [1, 2, 3, 200])
      expect(await readAllPages(store, { workspaceId }, limit)).toEqual([...ids, ended]);
    expect(await readAllPages(store, { workspaceId, state: "finished" }, 2)).toEqual([ended]);
    expect((await readAllPages(store, {}, 5)).filter((id) => ids.includes(id))).toEqual(ids);
  });
}

function endOf(runId: string): Pick<StoredCompetition, "state" | "result"> {
  return { state: "finished", result: sampleCompetition("cmp", runId) };
}

async function readAllPages(store: SqlStore, filter: CompetitionFilter, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof listCompetitionRows>> = await listCompetitionRows(store.database, filter, {
      limit,
      cursor,
    });
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
    if (cursor === null) return ids;
  }
}
