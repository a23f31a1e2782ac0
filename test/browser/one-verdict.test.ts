/** The page of a report says what the terminal, the CI files and the exit code say; src/report/one-verdict.test.ts holds those. */
import { expect, test } from "vitest";
import { decideVerdict } from "../../src/report/report-verdict.ts";
import { buildVerdictRow, endings, expectVerdict, verdictRows } from "../../src/report/verdict-rows.fixture.ts";
import { useBrowser } from "./browser-test.ts";
import { writePages } from "./sample-page.ts";

const open = useBrowser();
const marks = { passed: "●", failed: "✕", error: "△", "not run": "○", unscored: "?" } as const;
const rows = verdictRows.filter(({ gate, baseline }) => gate === "most" && baseline !== "failed");

test.each(rows)("$trials, baseline $baseline", async (row) => {
  const report = buildVerdictRow(row);
  const verdict = decideVerdict(report);
  const side = { name: "r", report, verdict, files: [], readRun: refuse, onLeftOut: () => {} };
  const { address } = await writePages({ sides: [side], comparison: report.comparison ?? null });
  const { page, wrongs } = await open(address);
  await page.waitForSelector(".verdict-tag");
  expect(await page.textContent(".verdict-tag")).toBe(expectVerdict(row));
  const facts = await page.locator(":is(h1, .further-reason)").allTextContents();
  expect(facts.map((fact) => fact.trim().replace(/\.$/, "")).join("; ")).toBe(verdict.sentence);
  // The only trial of a result is its status.
  const shown = page.locator(row.trials.length === 1 ? ".results .status .mark" : ".trial-marks .mark");
  expect(await shown.allTextContents()).toEqual(row.trials.map((ending) => marks[endings[ending][0]]));
  // Green is for what passed.
  const green = await page.locator(".page-head :is(.band-excellent, .band-good)").count();
  expect(green > 0).toBe(verdict.verdict === "PASS");
  expect(wrongs).toEqual([]);
});

function refuse(): never {
  throw new Error("this page has no runs");
}
