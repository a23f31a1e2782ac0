import { expect, test } from "vitest";
import { ProgressLine } from "./progress-line.ts";

const spent = (usd: number | null) => ({ usd, tokens: 0, calls: 0 });
const start = (finished: number) =>
  ({ type: "evaluation-start", runId: "r", metrics: [], items: null, finished }) as const;
const end = (usd: number | null) => ({ type: "item-end", index: 0, itemId: "i", spent: spent(usd) }) as const;

test("says how far it is, how fast, what it cost and how long it takes", () => {
  const line = new ProgressLine(100);
  line.add(start(20), 0);
  for (let item = 0; item < 30; item += 1) line.add(end(0.5), 1000);
  expect(line.text(1000, 100)).toBe("[██████████░░░░░░░░░░]  50 %  50/100 items  30/s  cost $0.5000  1.7s left");
});

test("without a total there is no bar and no time left; without a cost none is said", () => {
  const line = new ProgressLine(null);
  line.add(start(0), 0);
  line.add(end(0), 500);
  expect(line.text(500, 100)).toBe("1 item  2.0/s");
});

test("a cost that is not known is said as such, and a narrow terminal cuts", () => {
  const line = new ProgressLine(null);
  line.add(start(0), 0);
  line.add(end(null), 1000);
  expect(line.text(1000, 100)).toBe("1 item  1.0/s  cost –");
  expect(line.text(1000, 8)).toBe("1 item …");
});
