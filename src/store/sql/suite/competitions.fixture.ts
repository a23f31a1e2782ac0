/** Part of the SQL suite: competitions are listed with how far their runs are, and end once. */
import { expect, test } from "vitest";
import {
  cancelCompetition,
  type CompetitionFilter,
  findCompetitionRow,
  insertCompetition,
  listCompetitionRows,
  listRankedRuns,
  type StoredCompetition,
} from "../competitions.ts";
import { readEvents } from "../runs/run-events.ts";
import { findRun, insertRuns } from "../runs/runs.ts";
import type { SqlStore } from "../sql-store.ts";
import { sampleCompetition } from "./samples.fixture.ts";
import {
  addContest,
  createFixedScorer,
  createScoredRun,
  createTestWorkspace,
  type GetStore,
  nextRunId,
  sampleContest,
  sampleRun,
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

  test("cancelling calls off what waits, asks what runs to stop, and says where nothing can be stopped", async () => {
    const store = theStore();
    const { database } = store;
    const workspaceId = await createTestWorkspace(store);
    const id = await addContest(store, { workspaceId });
    expect(await cancelCompetition(database, id)).toBe("elsewhere");
    const run = { workspaceId, competitionId: id };
    const waiting = sampleRun(run);
    await insertRuns(database, [waiting]);
    const running = await startRun(store, run);
    const { runId: ended } = await createScoredRun(store, run);
    for (const _ of [1, 2]) expect(await cancelCompetition(database, id)).toBe("cancelled");
    expect(await findCompetitionRow(database, id)).toMatchObject({
      status: "cancelled",
      finished_at: expect.any(Date),
    });
    expect((await findRun(database, waiting.id))?.status).toBe("cancelled");
    expect(await findRun(database, running)).toMatchObject({
      status: "running",
      cancel_requested_at: expect.any(Date),
    });
    expect((await findRun(database, ended))?.status).toBe("finished");
    const over = await addContest(store, { workspaceId, ...endOf(ended) });
    expect(await cancelCompetition(database, over)).toBe("finished");
  });

  test("the usual times of its start are frozen for every scenario, and for the workspace", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    await createScoredRun(store, { workspaceId, scenarioKey: "a" }, { facts: { wall_ms: 4_000 } });
    const contest = sampleContest({ workspaceId, scenarios: ["a", "b"] });
    const { id } = contest;
    for (const _ of [1, 2]) await insertCompetition(store.database, contest);
    await createScoredRun(store, { workspaceId, scenarioKey: "a" }, { facts: { wall_ms: 9_000 } });
    const usual = async (scenarioKey: string, baseline_scope: "scenario" | "workspace") => {
      const run = { workspaceId, competitionId: id, scenarioKey };
      const { scored } = await createScoredRun(store, run, { facts: { baseline_scope } });
      return scored.status === "scored" ? scored.card.axes.latency.inputs : null;
    };
    expect(await usual("a", "scenario")).toMatchObject({ p50_ms: 4_000, samples: 1, frozen: true });
    expect(await usual("b", "scenario")).toMatchObject({ p50_ms: null, samples: 0, frozen: true });
    expect(await usual("b", "workspace")).toMatchObject({ p50_ms: 4_000, samples: 1, frozen: true });
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
