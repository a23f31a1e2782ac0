import { expect, test } from "vitest";
import type { ListPage, RunSummary } from "../api/answers.ts";
import { ApiError } from "../api/api-error.ts";
import { hasChanges } from "./changed-runs.ts";
import { createRunFeed } from "./run-feed.ts";
import type { RunReader } from "./run-reader.ts";
import { sampleRun } from "./sample-run.fixture.ts";

/** Reads from a list that the test can change, two rows per page. */
function readerOf(runs: RunSummary[]): RunReader {
  return {
    page(cursor) {
      const from = Number(cursor ?? 0);
      const data = runs.slice(from, from + 2);
      return Promise.resolve({ data, next_cursor: from + 2 < runs.length ? String(from + 2) : null });
    },
    runs: (ids) => Promise.resolve(runs.filter(({ id }) => ids.includes(id))),
  };
}

const numbered = (...numbers: readonly number[]) => numbers.map((number) => sampleRun(number));
const at = <T>(list: readonly T[] | undefined, place: number) => list?.[place];

test("pages are read one after the other, to the end", async () => {
  const feed = createRunFeed(() => {});
  await feed.read(readerOf(numbered(5, 4, 3, 2, 1)), "newest");
  await feed.readOn();
  await feed.readOn();
  await feed.readOn();
  const { list } = feed.state();
  expect([list?.rows.length, list?.cursor]).toEqual([5, null]);
});

test("a run further down is read by itself when something happened to it", async () => {
  const runs = numbered(5, 4, 3, 2, 1);
  const feed = createRunFeed(() => {});
  await feed.read(readerOf(runs), "newest");
  await feed.readOn();
  runs[3] = sampleRun(2, { status: "running" });
  await feed.refresh(new Set(["run_002"]), () => true);
  expect(at(feed.state().list?.rows, 3)?.status).toBe("running");
});

test("after something was missed, every run that has not ended is read again, a few at a time", async () => {
  const runs = Array.from({ length: 30 }, (_, place) => sampleRun(30 - place));
  const feed = createRunFeed(() => {});
  await feed.read(readerOf(runs), "newest");
  while (feed.state().list?.cursor !== null) await feed.readOn();
  for (const place of runs.keys()) runs[place] = sampleRun(30 - place, { status: "cancelled" });
  let later = await feed.refresh("any", () => true);
  expect(later).toHaveProperty("size", 24);
  while (hasChanges(later)) later = await feed.refresh(later, () => true);
  expect(feed.state().list?.rows.every(({ status }) => status === "cancelled")).toBe(true);
});

test("an answer to filters that were changed since is not shown", async () => {
  let answerFirst: (page: ListPage<RunSummary>) => void = () => {};
  const slow: RunReader = {
    page: () => new Promise((resolve) => (answerFirst = resolve)),
    runs: () => Promise.resolve([]),
  };
  const feed = createRunFeed(() => {});
  const first = feed.read(slow, "newest");
  await feed.read(readerOf(numbered(2)), "newest");
  answerFirst({ data: numbered(9), next_cursor: null });
  await first;
  expect(feed.state().list?.rows.map(({ id }) => id)).toEqual(["run_002"]);
});

test.each([
  ["first", 0],
  ["next", 3],
] as const)("what changes while the %s page is on its way is read again after it", async (page, place) => {
  const runs = numbered(4, 3, 2, 1);
  const good = readerOf(runs);
  const held: (() => void)[] = [];
  const slow: RunReader = {
    ...good,
    async page(cursor, abort) {
      const read = await good.page(cursor, abort);
      const isHeld = held.length === 0 && (cursor === null) === (page === "first");
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
      return read;
    },
  };
  const feed = createRunFeed(() => {});
  const first = feed.read(slow, "newest");
  if (page === "next") await first;
  const reading = page === "next" ? feed.readOn() : first;
  await expect.poll(() => held.length).toBe(1);
  runs[place] = sampleRun(4 - place, { status: "running" });
  const later = await feed.refresh(new Set([runs[place].id]), () => true);
  expect(later).toEqual(new Set([runs[place].id]));
  held[0]?.();
  await reading;
  await feed.refresh(later, () => true);
  expect(at(feed.state().list?.rows, place)?.status).toBe("running");
});

test("filters that could not be read are read with the next refresh, and never mixed with those before", async () => {
  let isAway = true;
  const good = readerOf(numbered(9));
  const reader: RunReader = {
    ...good,
    page: (cursor, abort) => (isAway ? Promise.reject(new ApiError("offline", "away")) : good.page(cursor, abort)),
  };
  const feed = createRunFeed(() => {});
  await feed.read(readerOf(numbered(3, 2, 1)), "newest");
  await feed.read(reader, "newest");
  await feed.readOn();
  isAway = false;
  await feed.refresh("any", () => true);
  expect(feed.state().list?.rows.map(({ id }) => id)).toEqual(["run_009"]);
});

test("a failure is told and the rows stay; the next success takes it back", async () => {
  const runs = numbered(3, 2, 1);
  let isAway = false;
  const good = readerOf(runs);
  const reader: RunReader = {
    ...good,
    page: (cursor, abort) => (isAway ? Promise.reject(new ApiError("offline", "away")) : good.page(cursor, abort)),
  };
  const feed = createRunFeed(() => {});
  await feed.read(reader, "newest");
  isAway = true;
  await feed.readOn();
  expect([feed.state().error?.kind, feed.state().list?.rows.length, feed.state().isReadingOn]).toEqual([
    "offline",
    2,
    false,
  ]);
  isAway = false;
  await feed.readOn();
  expect([feed.state().error, feed.state().list?.rows.length]).toEqual([null, 3]);
});
