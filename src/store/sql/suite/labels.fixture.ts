/** Part of the SQL suite: labels from people are added, read in order, and go with their run. */
import { expect, test } from "vitest";
import type { ReviewLabel } from "../../../core/review/review-label.ts";
import { databaseLabels, findJudgedRun, listJudgedRuns } from "../labels.ts";
import { createScoredRun, createTestWorkspace, type GetStore } from "./suite-helpers.fixture.ts";

const criteria = [{ check: "It works", weight: 1, score: 8, rationale: "it does", by: "judge" }];
const resultDoc = {
  score: {
    goalAchievement: { score: 80, criteria },
    judging: { goal: { name: "judge-1" } },
    agent: { necessity: null },
  },
};

export function testLabels(theStore: GetStore): void {
  const label = (parts: Partial<ReviewLabel>): ReviewLabel => ({ checkIndex: 0, human: "pass", notes: null, ...parts });

  test("labels of a workspace are read in the order they were given, with any text", async () => {
    const store = theStore();
    const [workspaceId, other] = [await createTestWorkspace(store), await createTestWorkspace(store)];
    const { runId } = await createScoredRun(store, { workspaceId });
    const book = databaseLabels(store.database, workspaceId);
    const given = [
      label({ id: runId, notes: "wörds \u202E and 'quotes'" }),
      label({ id: runId, human: "withdrawn" }),
      { evaluation: "e", item: "1", metric: "m", human: "fail" as const, judge: 0.5, passFrom: 0.5 },
    ];
    for (const each of given) await book.add(each);
    await book.add(label({ id: runId, notes: "a NUL: \0" }));
    const { labels, broken } = await book.read();
    expect(labels.slice(0, 3)).toEqual(given);
    expect(labels[3]?.notes).toMatch(/^a NUL: /);
    expect(broken).toEqual([]);
    expect(await databaseLabels(store.database, other).read()).toEqual({ labels: [], broken: [] });
  });

  test("a label of a run that does not exist is refused, and labels go with their run", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const book = databaseLabels(store.database, workspaceId);
    await expect(book.add(label({ id: `run_${"0".repeat(26)}` }))).rejects.toThrow();
    const { runId } = await createScoredRun(store, { workspaceId });
    await book.add(label({ id: runId }));
    await book.add({ evaluation: "e", item: "1", metric: "m", human: "pass" });
    await store.database.deleteFrom("runs").where("id", "=", runId).execute();
    expect((await book.read()).labels).toHaveLength(1);
  });

  test("a row of a newer version that this one does not understand is named, and the others count", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    await store.database
      .insertInto("labels")
      .values({ workspace_id: workspaceId, run_id: null, label: '{"human":"perhaps"}' })
      .execute();
    const book = databaseLabels(store.database, workspaceId);
    await book.add({ evaluation: "e", item: "1", metric: "m", human: "pass" });
    const { labels, broken } = await book.read();
    expect([labels.length, broken.length]).toEqual([1, 1]);
  });

  test("the newest runs that passed or failed are listed with what their judges said", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const ending = { axis_result: 80, run_status: "passed" as const, result_doc: resultDoc };
    const { runId } = await createScoredRun(store, { workspaceId, reportId: "r1" }, { ending });
    await createScoredRun(store, { workspaceId }, { ending: { run_status: "error" } });
    const rows = await listJudgedRuns(store.database, { workspaceId, limit: 10 });
    expect(rows).toMatchObject([{ id: runId, run_status: "passed", goal: { criteria }, necessity: null }]);
    expect(await listJudgedRuns(store.database, { workspaceId, report: "other", limit: 10 })).toEqual([]);
    expect(await findJudgedRun(store.database, runId, workspaceId)).toMatchObject({
      judging: { goal: { name: "judge-1" } },
    });
    expect(await findJudgedRun(store.database, runId, "ws_other")).toBeUndefined();
  });
}
