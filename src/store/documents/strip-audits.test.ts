import { expect, test } from "vitest";
import { sampleScore } from "../sample-result.fixture.ts";
import { sampleDetail, sampleReport } from "../../testing/store-samples.ts";
import { parseReport, parseReportHead } from "./read-document.ts";

const audit = { id: 1, categories: ["agent"], success: 1, speed: 1, weight: 1, contextRelevance: 1, rationale: "good" };
const score = sampleScore(80);
const judged = { ...score, agent: { ...score.agent, audits: [audit] } };
const result = (file: string, audits: unknown) => ({
  ...sampleDetail([]),
  file,
  score: { ...judged, agent: { ...judged.agent, audits } },
});
const text = (...results: unknown[]) => JSON.stringify({ ...sampleReport("2026-03-04-050607"), results });

test("a report is the same but for the audits that stand in the detail of a run", () => {
  const whole = parseReport(text(result("a.json", [audit])), "report.json");
  const head = parseReportHead(text(result("a.json", [audit])), "report.json");
  expect(whole.results[0]?.score?.agent.audits).toHaveLength(1);
  expect(head).toEqual(parseReport(text(result("a.json", [])), "report.json"));
});

test("a result without a detail file keeps them", () => {
  expect(parseReportHead(text(result("", [audit])), "report.json").results[0]?.score?.agent.audits).toEqual([audit]);
});

test.each([
  "null",
  '{"version":"1"}',
  '{"version":"1","results":[null,5,{"score":{"agent":null}}]}',
  text(result("a", 5)),
])("%.40s is still no report", (document) => {
  expect(() => parseReportHead(document, "report.json")).toThrow(/report\.json/);
});
