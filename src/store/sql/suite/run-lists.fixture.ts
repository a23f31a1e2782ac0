/** Part of the SQL suite: lists of runs are complete, in order, and filtered literally. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { BadCursor, writeCursor } from "../page.ts";
import { countRunStatuses, type ListedRun, listRuns, type RunFilter, type RunSort } from "../runs/run-list.ts";
import { insertRuns } from "../runs/runs.ts";
import { listAgentScores } from "../runs/scores.ts";
import type { SqlStore } from "../sql-store.ts";
import {
  createFixedScorer,
  createTestWorkspace,
  sampleRun,
  createScoredRun,
  startRun,
  type GetStore,
} from "./suite-helpers.fixture.ts";

export function testRunLists(theStore: GetStore): void {
  test("pages of any size add up to the whole list, without a repeat or a gap", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const runs = Array.from({ length: 23 }, () => sampleRun({ workspaceId }));
    // In one statement, so that all have the same time and only the id distinguishes them.
    await insertRuns(store.database, runs);
    for (const score of [10, 50, 50, 50, 90])
      await createScoredRun(
        store,
        { workspaceId },
        { scoreRun: createFixedScorer(score), ending: { axis_result: 100 - score } },
      );
    for (const sort of ["newest", "result", "score"] as const) {
      const whole = await readAllPages(store, { filter: { workspaceId }, sort }, 200);
      expect(whole).toHaveLength(sort === "newest" ? 28 : 5);
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (limit) => {
          expect(await readAllPages(store, { filter: { workspaceId }, sort }, limit)).toEqual(whole);
        }),
        { numRuns: 15 },
      );
    }
  });

  test("runs that are added while someone reads pages do not change the older ones", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    for (let count = 0; count < 6; count += 1) await startRun(store, { workspaceId });
    const query = { filter: { workspaceId }, sort: "newest" } as const;
    const before = await readAllPages(store, query, 200);
    const first = await listRuns(store.database, query, { limit: 2 });
    await startRun(store, { workspaceId });
    const rest: string[] = [];
    for (let cursor = first.nextCursor; cursor !== null;) {
      const page = await listRuns(store.database, query, { limit: 2, cursor });
      rest.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect([...first.data.map(({ id }) => id), ...rest]).toEqual(before);
  });

  test("each filter keeps exactly the matching runs", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const gold = await createScoredRun(
      store,
      { workspaceId, agent: "a" },
      { scoreRun: createFixedScorer(75), ending: { axis_result: 90, run_status: "passed" } },
    );
    const elite = await createScoredRun(
      store,
      { workspaceId, agent: "b", reportId: "r-1" },
      { scoreRun: createFixedScorer(95), ending: { axis_result: 40, run_status: "failed" } },
    );
    const failed = await createScoredRun(
      store,
      { workspaceId, scenarioKey: "other" },
      { scoreRun: createFixedScorer(5), facts: { outcome: "FAILED", reason: "no-output" } },
    );
    const running = await startRun(store, { workspaceId });
    const cases: [RunFilter, string[]][] = [
      [{ agent: "a" }, [gold.runId]],
      [{ scenario: "other" }, [failed.runId]],
      [{ status: "running" }, [running]],
      [{ runStatus: "failed" }, [elite.runId]],
      [{ runStatus: "running" }, [running]],
      [{ runStatus: "not run" }, []],
      [{ outcome: "FAILED" }, [failed.runId]],
      [{ tier: "Elite" }, [elite.runId]],
      [{ tier: "Unranked" }, [running]],
      [{ report: "r-1" }, [elite.runId]],
      [{ minScore: 75, maxScore: 94 }, [gold.runId]],
      [{ minResult: 41 }, [gold.runId]],
      [{ minResult: 0, maxResult: 89 }, [elite.runId]],
      [{ since: new Date(Date.now() + 3_600_000) }, []],
      [{ until: new Date(Date.now() - 3_600_000) }, []],
      [{ competition: "cmp_none" }, []],
      [{ agent: "%" }, []],
      [{ scenario: "oth_r" }, []],
      [{ agent: "a' or 'a'='a" }, []],
      [{ report: "r-1\0" }, []],
    ];
    for (const [filter, expected] of cases)
      expect(await readAllPages(store, { filter: { workspaceId, ...filter }, sort: "newest" }, 50)).toEqual(expected);
    const best = await readAllPages(store, { filter: { workspaceId }, sort: "score" }, 50);
    expect(best).toEqual([elite.runId, gold.runId, failed.runId]);
    const highest = await readAllPages(store, { filter: { workspaceId }, sort: "result" }, 50);
    expect(highest).toEqual([gold.runId, elite.runId]);
    expect(await countRunStatuses(store.database, { workspaceId })).toEqual({
      passed: 1,
      failed: 1,
      running: 1,
      unknown: 1,
    });
    expect(await countRunStatuses(store.database, { workspaceId, tier: "Elite" })).toEqual({ failed: 1 });
  });

  test("a cursor of other filters, of another list, or a made-up one is refused", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    for (let count = 0; count < 3; count += 1) await startRun(store, { workspaceId });
    const list = (filter: RunFilter, cursor: string, sort: RunSort = "newest") =>
      listRuns(store.database, { filter, sort }, { limit: 1, cursor });
    const { nextCursor } = await listRuns(store.database, { filter: { workspaceId }, sort: "newest" }, { limit: 1 });
    const good = nextCursor ?? "";
    await expect(list({ workspaceId }, good)).resolves.toBeDefined();
    await expect(list({ workspaceId, agent: "a" }, good)).rejects.toThrow(BadCursor);
    await expect(list({ workspaceId }, good, "score")).rejects.toThrow(BadCursor);
    const filters = { list: "runs", filter: { workspaceId }, sort: "newest" };
    const keys = ["now()", "2026-99-99T00:00:00.000000Z", "", "x".repeat(99), "infinity"];
    for (const key of keys)
      await expect(list({ workspaceId }, writeCursor({ key, id: "x" }, filters))).rejects.toThrow(BadCursor);
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.base64String(), arbitraryEdit(good)), async (text) => {
        if (text !== good) await expect(list({ workspaceId }, text)).rejects.toThrow(BadCursor);
      }),
      { numRuns: 100 },
    );
  });

  test("the scores of an agent are listed newest first, in pages", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const ids: string[] = [];
    for (const score of [1, 2, 3])
      ids.unshift(
        (await createScoredRun(store, { workspaceId, agent: "x|y" }, { scoreRun: createFixedScorer(score) })).runId,
      );
    await createScoredRun(store, { workspaceId, agent: "x" });
    const filter = { workspaceId, agent: "x|y" };
    const first = await listAgentScores(store.database, filter, { limit: 2 });
    const second = await listAgentScores(store.database, filter, { limit: 2, cursor: first.nextCursor });
    expect([...first.data, ...second.data].map(({ run_id }) => run_id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
  });
}

/** The text with one character changed. */
function arbitraryEdit(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat({ max: text.length - 1 }), fc.constantFrom("A", "z", "0", "-"))
    .map(([at, letter]) => text.slice(0, at) + letter + text.slice(at + 1));
}

async function readAllPages(
  store: SqlStore,
  query: { filter: RunFilter; sort: RunSort },
  limit: number,
): Promise<ListedRun["id"][]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await listRuns(store.database, query, { limit, cursor });
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}
