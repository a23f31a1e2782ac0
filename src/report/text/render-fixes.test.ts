/** Holds what the terminal says about what to fix. */
import { describe, expect, test } from "vitest";
import type { Fix, FixSummary } from "../../core/report/fix.ts";
import { renderFixes, renderTopFixes } from "./render-fixes.ts";
import { displayWidth } from "./terminal-safe.ts";

function buildRuns(count: number, status: "passed" | "failed" = "passed"): Fix["runs"] {
  return Array.from({ length: count }, (_, index) => ({
    scenarioKey: index % 2 === 0 ? "api/errors" : "docs/auth",
    agentName: index % 3 === 0 ? "mini-agent" : "flash-agent",
    trial: index + 1,
    runId: `run-${index}`,
    status,
    steps: [5],
    least: 1,
    most: 2,
  }));
}

function buildFix(id: string, changes: Partial<Fix>): Fix {
  return {
    id,
    kind: "call-failed",
    area: "use",
    target: "docs.acme.dev/api/v1/reference",
    targetType: "url",
    owner: "docs.acme.dev",
    symptom: "404 Not Found",
    title: "docs.acme.dev/api/v1/reference answers 404 Not Found",
    points: { least: 0.1, most: 2.3 },
    occurrences: 40,
    scenarios: 2,
    workedLater: 3,
    runs: buildRuns(32),
    failures: { with: { failed: 11, runs: 32 }, without: { failed: 14, runs: 75 }, p: 0.09 },
    evidence: {
      runId: "run-0",
      step: 5,
      call: "GET https://docs.acme.dev/api/v1/reference → 404",
      output: "404\nMoved.",
    },
    origin: { prompt: 0, output: 2, guessed: 30 },
    advice: "Redirect the address to the page that replaced it, or answer with its new place.",
    insights: [],
    ...changes,
  };
}

const search = buildFix("b", {
  target: "acme.search_docs",
  targetType: "mcp",
  owner: "acme",
  symptom: "429 Too Many Requests",
  title: "acme.search_docs answers 429 Too Many Requests",
  points: { least: 0.011, most: 1.678 },
  runs: buildRuns(14, "failed"),
  origin: null,
  failures: null,
});
const status = buildFix("c", {
  target: "api.acme.dev/v2/status",
  symptom: "503 Service Unavailable",
  points: { least: 0.4, most: 0.5 },
  runs: buildRuns(7),
});
const more = buildFix("d", { target: "acme deploy", points: { least: 0.1, most: 0.1 } });
const check = buildFix("e", {
  kind: "check",
  area: "deliver",
  targetType: "check",
  owner: null,
  target: "The quickstart's request is answered with 200",
  symptom: "does not hold",
  title: "Does not hold: The quickstart's request is answered with 200",
  points: { least: 0.9, most: 0.9 },
});
const summary: FixSummary = {
  owners: [
    { owner: "docs.acme.dev", points: { least: 0.2, most: 2.4 }, runs: 33, failed: 11, fixes: ["a"] },
    { owner: "acme", points: { least: 0, most: 1.7 }, runs: 14, failed: 14, fixes: ["b"] },
  ],
  runs: 107,
  inProgressRuns: 38,
  unlisted: { f: "mini-agent" },
};
const report = {
  reportId: "2026-11-16-090211",
  fixes: [buildFix("a", {}), search, status, more, check],
  fixSummary: summary,
};

describe("under a run", () => {
  test("the three most expensive causes in what agents use, and what else there is", () => {
    expect(renderTopFixes(report, { width: 80 })).toEqual([
      "What to fix                                                    points       runs",
      " 1  docs.acme.dev/api/v1/reference  404 Not Found              0.1 to 2.3     32",
      " 2  acme.search_docs  429 Too Many Requests                    0   to 1.7     14",
      " 3  api.acme.dev/v2/status  503 Service Unavailable            0.4 to 0.5      7",
      "    1 more; 1 check costs 0.9 points",
    ]);
  });

  test.each([60, 80, 100, 200])("no line is wider than %d columns", (width) => {
    for (const line of renderTopFixes(report, { width })) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  });

  test("a report without anything to fix says so", () => {
    const nothing = { ...report, fixes: [], fixSummary: { ...summary, owners: [], unlisted: {} } };
    expect(renderTopFixes(nothing, { width: 80 })).toEqual([
      "Nothing to fix: 107 runs lost no points that a fix could bring back.",
    ]);
  });

  test("a report of an older version says nothing", () => {
    expect(renderTopFixes({ reportId: "r" }, { width: 80 })).toEqual([]);
  });

  test("on a narrow terminal the numbers stand below each title, and no line is too wide", () => {
    const lines = renderTopFixes(report, { width: 40 });
    expect(lines.slice(0, 4)).toEqual([
      "What to fix",
      " 1  docs.acme.dev/api/v1/reference  404",
      "    Not Found",
      "    0.1 to 2.3 points, 32 runs",
    ]);
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(40);
  });
});

describe("the whole list", () => {
  test("each cause has its points, its runs, its evidence, and what helps", () => {
    const text = renderFixes(report, { width: 80 }).join("\n");
    expect(text).toContain(
      [
        "In what agents use",
        " 1  docs.acme.dev/api/v1/reference answers 404 Not Found",
        "    0.1 to 2.3 points · 32 runs in 2 scenarios · worked later in 3",
        "    mini-agent 11 · flash-agent 21",
        "    Came back   GET https://docs.acme.dev/api/v1/reference → 404",
        "                404",
        "                Moved.",
        "    Where from  agents guessed it: nothing they had read has the address, in 30",
        "                of 32 runs; an earlier answer has the address, in 2 of 32 runs",
        "    What helps  Redirect the address to the page that replaced it, or answer",
        "                with its new place.",
        "    Failures    34 % failed with it, 19 % without (p = 0.090): may be chance",
        "    Open        axis reports 2026-11-16-090211 api/errors -a mini-agent  (trial 1, step 5)",
      ].join("\n"),
    );
    expect(text).toContain("In what they deliver\n 1  Does not hold: The quickstart's request is answered with 200");
    expect(text).toContain("(38 runs) are work in");
  });

  test("by owner, each host or program stands above its causes, repaired as a whole", () => {
    const text = renderFixes(report, { width: 80, by: "owner" }).join("\n");
    expect(text).toContain("docs.acme.dev  0.2 to 2.4 points together · 33 runs, 11 failed\n 1  docs.acme.dev/api");
    expect(text).toContain("acme  0 to 1.7 points together · 14 runs, 14 failed\n 1  acme.search_docs");
  });

  test("by scenario, each scenario stands above what its runs met", () => {
    const text = renderFixes(report, { width: 80, by: "scenario" }).join("\n");
    expect(text).toMatch(/\napi\/errors\n 1 {2}docs\.acme\.dev/);
    expect(text).toMatch(/\ndocs\/auth\n 1 {2}docs\.acme\.dev/);
  });

  test("controls and bidirectional marks in a title are shown, not obeyed", () => {
    const evil = buildFix("x", {
      title: "a\u001B[31mb\u202Ec",
      target: "\u001B]0;x\u0007",
      evidence: { runId: "run-0", step: 1, call: "\u001B[2J", output: "\u0007" },
    });
    const text = [
      ...renderFixes({ ...report, fixes: [evil] }, { width: 80 }),
      ...renderTopFixes({ ...report, fixes: [evil] }, { width: 80 }),
    ].join("\n");
    expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E]/);
  });
});
