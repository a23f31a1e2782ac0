import { expect, test } from "vitest";
import { sampleCompetition } from "../../store/sql/suite/samples.fixture.ts";
import { sampleBaseline, sampleReport } from "../../testing/store-samples.ts";
import { compareReports } from "../compare.ts";
import { chooseTemplate } from "./template.ts";

const report = sampleReport("now");

test("most reports need neither the code of a competition nor that of a comparison", () => {
  expect(chooseTemplate([report])).toBe("report");
  expect(chooseTemplate([null])).toBe("report");
});

test("a competition, and a report that was compared with a baseline, get the template that can show it", () => {
  expect(chooseTemplate([{ ...report, competition: sampleCompetition("c", "r") }])).toBe("full-report");
  const comparison = compareReports(sampleBaseline(), report);
  expect(chooseTemplate([{ ...report, comparison }])).toBe("full-report");
});

test("two reports get the template of a comparison, even if one cannot be read", () => {
  expect(chooseTemplate([null, report])).toBe("comparison");
});
