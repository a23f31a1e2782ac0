import fc from "fast-check";
import { expect, test } from "vitest";
import { startList, type RunList, addNextPage, applyRefresh, showWaitingRuns } from "./run-list.ts";
import { sampleRun } from "./sample-run.fixture.ts";

const page = (numbers: readonly number[], next: string | null = null) => ({
  data: numbers.map((number) => sampleRun(number)),
  next_cursor: next,
});
const numbersOf = (rows: RunList["rows"]) => rows.map(({ id }) => Number(id.slice(4)));

test("the next page comes after the rows, without those that came another way", () => {
  const list = addNextPage(startList(page([9, 8, 7], "a")), page([7, 6, 5], "b"));
  expect([numbersOf(list.rows), list.cursor]).toEqual([[9, 8, 7, 6, 5], "b"]);
});

test("new runs wait while rows may not move, and come in their order when asked for", () => {
  const list = startList(page([5, 4, 2], "a"));
  const waiting = applyRefresh(list, { page: page([7, 6, 5, 4, 3], "b"), sort: "newest", mayMove: false });
  expect([numbersOf(waiting.rows), numbersOf(waiting.waiting)]).toEqual([
    [5, 4, 2],
    [7, 6, 3],
  ]);
  expect(numbersOf(showWaitingRuns(waiting).rows)).toEqual([7, 6, 5, 4, 3, 2]);
  const moved = applyRefresh(list, { page: page([7, 6, 5, 4, 3], "b"), sort: "newest", mayMove: true });
  expect([numbersOf(moved.rows), moved.waiting]).toEqual([[7, 6, 5, 4, 3, 2], []]);
});

test("a run that is known changes where it stands", () => {
  const list = startList(page([3, 2, 1]));
  const changed = { data: [sampleRun(2, { status: "running" })], next_cursor: null };
  const refreshed = applyRefresh(list, { page: changed, sort: "newest", mayMove: false });
  expect(refreshed.rows.map(({ status }) => status)).toEqual(["queued", "running", "queued"]);
});

test("where there may be a gap, or the order is by score, the list says that it is outdated and stays", () => {
  const list = startList(page([3, 2, 1], "a"));
  const gap = applyRefresh(list, { page: page([99, 98], "b"), sort: "newest", mayMove: true });
  expect([numbersOf(gap.rows), gap.isOutdated]).toEqual([[3, 2, 1], true]);
  const scored = applyRefresh(list, { page: page([4, 3, 2]), sort: "score", mayMove: true });
  expect([numbersOf(scored.rows), scored.isOutdated]).toEqual([[3, 2, 1], true]);
});

test("an empty list takes the first runs in", () => {
  const list = applyRefresh(startList(page([])), { page: page([1]), sort: "newest", mayMove: true });
  expect(numbersOf(list.rows)).toEqual([1]);
});

test("whatever comes in whatever turns, no run is there twice and the newest is first", () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(fc.tuple(numbers, fc.boolean()), { maxLength: 8 }), (turns) => {
      let list = startList(page([30, 20, 10], "a"));
      for (const [added, mayMove] of turns) {
        const sorted = added.toSorted((a, b) => b - a);
        list = applyRefresh(list, { page: page(sorted), sort: "newest", mayMove });
      }
      const all = numbersOf(showWaitingRuns(list).rows);
      expect(all).toEqual([...new Set(all)].toSorted((a, b) => b - a));
    }),
  );
});
