import { expect, test } from "vitest";
import type { Api, Query } from "../api/api.ts";
import { readTrends } from "./read-trends.ts";
import { parseTrendChoice } from "./trend-choice.ts";

/** A server with as many reports, and points on as many days. */
async function grainOf(counts: { readonly reports: number; readonly days: number }, address = "") {
  const asked: unknown[] = [];
  const points = (count: number) => Array.from({ length: count }, (_, at) => ({ at: String(at) }));
  const get = async (_: string, { query }: { readonly query: Query }) => {
    asked.push(query["bucket"]);
    const data = points(query["bucket"] === "report" ? counts.reports : counts.days);
    return { data, reports: counts.reports, changes: [], task_changes: [], truncated: false, next_cursor: null };
  };
  const api = { get } as unknown as Api;
  const choice = parseTrendChoice(new URLSearchParams(address));
  const request = { workspace: "shop", abort: new AbortController().signal };
  const { grain, isStrip } = await readTrends(api, choice, request);
  return { grain, isStrip, asked };
}

test("three reports make a line; fewer are a strip of runs", async () => {
  expect(await grainOf({ reports: 3, days: 1 })).toEqual({ grain: "report", isStrip: false, asked: ["report"] });
  expect(await grainOf({ reports: 2, days: 2 })).toMatchObject({ grain: "run", isStrip: true });
});

test("without reports, or with too many, points are days, and over a long time weeks", async () => {
  expect(await grainOf({ reports: 0, days: 20 })).toMatchObject({ grain: "day", isStrip: false });
  expect(await grainOf({ reports: 200, days: 50 })).toMatchObject({ grain: "day", isStrip: false });
  expect(await grainOf({ reports: 200, days: 400 })).toMatchObject({ grain: "week", isStrip: false });
});

test("the address decides if it says so", async () => {
  expect(await grainOf({ reports: 9, days: 9 }, "bucket=run")).toEqual({
    grain: "run",
    isStrip: false,
    asked: ["run"],
  });
});
