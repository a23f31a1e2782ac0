import { expect, test } from "vitest";
import type { Report } from "../core/report.ts";
import { mergeRecords } from "./merge-records.ts";

const side = (costUsd: number | null, knownUsd: number, tokens: number, unknown = 0) => ({
  costUsd,
  knownUsd,
  tokens,
  unknown,
});
const reportWith = (part: Partial<Report>) => part as Report;

test("budgets and what was spent add up, but minutes pass at the same time", () => {
  const budget = (costUsd: number, minutes: number) => ({
    costUsd,
    minutes,
    spent: { agents: side(1, 1, 100), judges: side(0.5, 0.5, 10) },
  });
  const merged = mergeRecords([
    reportWith({ budget: budget(2, 10) }),
    reportWith({ budget: { ...budget(3, 20), stopped: "reached $3" } }),
  ]);
  expect(merged.budget).toEqual({
    costUsd: 5,
    minutes: 20,
    stopped: "reached $3",
    spent: { agents: side(2, 2, 200), judges: side(1, 1, 20) },
  });
});

test("an unknown cost makes the sum unknown, not smaller", () => {
  const spent = (costUsd: number | null) => ({
    agents: side(costUsd, 1, 5, costUsd === null ? 1 : 0),
    judges: side(0, 0, 0),
  });
  const { budget } = mergeRecords([
    reportWith({ budget: { tokens: 9, spent: spent(1) } }),
    reportWith({ budget: { tokens: 9, spent: spent(null) } }),
  ]);
  expect(budget).toEqual({ tokens: 18, spent: { agents: side(null, 2, 10, 1), judges: side(0, 0, 0) } });
});

test("one row says how far the agents of a key were slowed down", () => {
  const rate = (lowest: number, agents = ["a", "b"]) => ({ agents, atOnce: 8, lowest });
  const merged = mergeRecords([reportWith({ pace: [rate(4)] }), reportWith({ pace: [rate(2), rate(1, ["c"])] })]);
  expect(merged.pace).toEqual([rate(2), rate(1, ["c"])]);
});

test("reports without any of it add nothing", () => {
  expect(mergeRecords([reportWith({}), reportWith({})])).toEqual({});
});
