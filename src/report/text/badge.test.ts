import fc from "fast-check";
import { expect, test } from "vitest";
import { countStatuses } from "../../core/report/run-status.ts";
import { hostileText } from "../ci/hostile.fixture.ts";
import { readXml } from "../ci/xml-reader.fixture.ts";
import { renderBadge } from "./badge.ts";

const report = (averageAxisScore: number | null) => ({
  summary: {
    total: 1,
    completed: 1,
    failed: 0,
    failedInfrastructure: 0,
    classes: { completed: 1, agent: 0, infrastructure: 0, judge: 0, check: 0, notRun: 0 },
    statuses: { runs: countStatuses(["passed"]), results: countStatuses(["passed"]) },
    unscored: 0,
    skipped: 0,
    averageAxisScore,
    averagedOver: 1,
  },
});

const pass = { verdict: "PASS" } as const;

function namesIn(element: ReturnType<typeof readXml>): string[] {
  return [element.name, ...element.children.flatMap(namesIn)];
}

test("the number and its band stand beside the name", () => {
  expect(renderBadge(report(83), pass)).toContain("<title>AXIS Result: 83 good</title>");
});

test("the number alone, or the band alone", () => {
  expect(renderBadge(report(83), pass, { shows: "result" })).toContain("<title>AXIS Result: 83</title>");
  expect(renderBadge(report(49), pass, { shows: "band" })).toContain("<title>AXIS Result: poor</title>");
});

test("without a number the badge says so, and is not green", () => {
  const svg = renderBadge(report(null), pass);
  expect(svg).toContain("no result");
  expect(svg).toContain("#5c5850");
});

test("every band has a colour of its own", () => {
  const fills = [95, 80, 60, 10].map((score) => /z" fill="(#\w+)"/.exec(renderBadge(report(score), pass))?.[1]);
  expect(new Set(fills).size).toBe(4);
});

test("whatever the label is, the badge is one XML document without a script", () => {
  fc.assert(
    fc.property(hostileText, (label) => {
      const svg = renderBadge(report(50), pass, { shows: "both", label });
      const root = readXml(svg);
      expect(namesIn(root)).toEqual(["svg", "title", "rect", "path", "g", "text", "text"]);
      expect([...root.attributes.keys()]).toEqual(["xmlns", "width", "height", "viewBox", "role"]);
    }),
  );
});

test("a rehearsal has no number, for it measures no agent", () => {
  const svg = renderBadge({ ...report(83), scripted: true }, pass);
  expect(svg).toContain("<title>AXIS Result: rehearsal</title>");
  expect(svg).not.toContain("83");
});

test("a report that fails has a red badge with its verdict, however good the number is", () => {
  const svg = renderBadge(report(95), { verdict: "FAIL" });
  expect(svg).toContain("<title>AXIS Result: 95 FAIL</title>");
  expect(svg).toContain("#a12424");
});

test("an incomplete report is grey, and so is one without a gate", () => {
  const incomplete = renderBadge(report(95), { verdict: "INCOMPLETE" });
  expect(incomplete).toContain("95 INCOMPLETE");
  expect(incomplete).toContain("#5c5850");
  expect(renderBadge(report(95), { verdict: "MEASURED" }, { shows: "band" })).toContain("MEASURED");
});
