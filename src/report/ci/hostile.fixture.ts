/** For tests: text as a hostile agent might write it, in every report field that comes from outside AXIS. */
import fc from "fast-check";
import type { ComparisonEntry } from "../../core/report/comparison.ts";
import type { Fix } from "../../core/report/fix.ts";
import type { CellResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import { sampleFailure, sampleResult, sampleScore } from "../../store/sample-result.fixture.ts";
import { buildReport } from "../build.ts";
import { decideVerdict } from "../report-verdict.ts";
import type { CiOptions } from "./pair-case.ts";

const payloads = [
  "]]>",
  "<![CDATA[x]]>",
  "</testsuite>",
  "<script>alert(1)</script>",
  "&amp;&#0;&lt;",
  '" onload="x',
  "a\nb\r\nc\rd\te",
  "\u0000\u0001\u001B[31mred\u001B[0m\u001B]8;;http://x\u0007",
  "\uD800",
  "\uDC00\uD800x",
  "\uFFFE\uFFFF\u{1F600}",
  "`",
  "``` \n# heading\n```",
  "~~~\n</details>",
  "@team",
  "#123",
  "GH-1 owner/repo#2",
  "![x](http://x)",
  "[x](javascript:alert(1))",
  "https://example.com www.example.com",
  "<!-- comment",
  "a|b\\|c\\\\|d",
  "\\",
  "$`x`$",
  "\u202Etxt\u200B",
  "::error::x",
  "  ::set-output name=a::b",
  "\u0085\u00A0::warning::x",
  "::stop-commands::x",
  "##[command]x",
  "a ##[set-env name=PATH;]b",
  "%0A%25,:",
  "\n::add-mask::x\n",
  "",
  " ",
] as const;

/** Payloads, binary data, lone surrogates, and all of them joined. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...payloads),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.array(fc.nat(0xffff), { maxLength: 6 }).map((units) => String.fromCharCode(...units)),
      fc.string({ unit: fc.constantFrom("`", "|", "\\", " ", "\n", ":", "#", "["), maxLength: 12 }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(""));

/** The report fields that come from outside AXIS. */
export const textNames = [
  "project",
  "reportId",
  "scenarioKey",
  "scenarioName",
  "agentName",
  "runId",
  "file",
  "error",
  "reason",
  "check",
  "rationale",
  "insight",
  "goneKey",
] as const;
export type Texts = Readonly<Record<(typeof textNames)[number], string>>;

export const hostileTexts: fc.Arbitrary<Texts> = fc.record(
  Object.fromEntries(textNames.map((name) => [name, hostileText])) as Record<keyof Texts, fc.Arbitrary<string>>,
);

/** Harmless texts. */
export const harmlessTexts = Object.fromEntries(textNames.map((name) => [name, name])) as Texts;

/** A report with one result of each kind that contains these texts, and the options to render it. */
export function buildHostileReport(texts: Texts): { readonly report: Report; readonly options: CiOptions } {
  const results = buildResults(texts);
  const { project: name, reportId } = texts;
  const cells = results.map((result) => ({ scenario: result.scenarioKey, agent: result.agentName, trial: 1 }));
  const built = buildReport({
    reportId,
    name,
    timestamp: "t",
    durationMs: 5,
    state: "complete",
    cells,
    results,
    skipped: 0,
  });
  const entries = [
    buildChange(texts.scenarioKey + "4", texts.agentName, "regressed"),
    buildChange(texts.goneKey, texts.agentName, "gone"),
  ];
  const report: Report = {
    ...built,
    fixes: [0, 1, 2, 3, 4, 5].map((place) => buildFix(texts, place)),
    fixSummary: { owners: [], runs: 8, inProgressRuns: 0, unlisted: {} },
    comparison: {
      from: reportId,
      reportId,
      verdict: "REGRESSED",
      tolerance: 1,
      entries,
      summary: { improved: 0, unchanged: 0, regressed: 1, failed: 0, unscored: 0, new: 0, gone: 1 },
      verdicts: [],
      ok: false,
    },
  };
  const failUnder = 85;
  const verdict = decideVerdict(report, { failUnder });
  return { report, options: { verdict, gate: { failUnder } } };
}

function buildFix({ scenarioKey, agentName, runId, check }: Texts, place: number): Fix {
  const points = { least: 0.1, most: 2.3 };
  return {
    id: `${place}`,
    kind: "call-failed",
    area: "use",
    target: `${agentName}${place}`,
    targetType: "command",
    owner: agentName,
    symptom: check,
    title: `${agentName}${place} fails: ${check}`,
    points,
    occurrences: 1,
    scenarios: 1,
    workedLater: 0,
    runs: [{ scenarioKey, agentName, trial: 1, runId, status: "failed", steps: [1], ...points }],
    failures: null,
    evidence: { runId, step: 1, call: check, output: check },
    origin: null,
    advice: "Show in the error a complete example of a valid call.",
    insights: [],
  };
}

function buildResults(texts: Texts): CellResult[] {
  const named = (index: number): Partial<CellResult> => ({
    scenarioKey: `${texts.scenarioKey}${index}`,
    scenarioName: texts.scenarioName,
    agentName: texts.agentName,
    runId: texts.runId,
    file: texts.file,
  });
  const low = sampleScore(20);
  const insight = { dimension: "agent" as const, score: 1, signal: "weight", value: 1, message: texts.insight };
  const criterion = { check: texts.check, weight: 1, score: 2, rationale: texts.rationale, by: "judge" as const };
  const score = { ...low, goalAchievement: { ...low.goalAchievement, criteria: [criterion] }, insights: [insight] };
  return [
    sampleResult(named(0)),
    { ...sampleFailure("agent", named(1)), error: texts.error, score },
    { ...sampleFailure("infrastructure", named(2)), error: texts.error },
    sampleResult({ ...named(3), axisScore: 80 }),
    sampleResult(named(4)),
    { ...sampleResult({ ...named(5), axisScore: null }), score: { ...sampleScore(null), reason: texts.reason } },
    {
      ...sampleFailure("agent", named(6)),
      outcomeClass: "notRun",
      outcome: { status: "stopped", by: "user", scope: "run", message: texts.error },
      error: texts.error,
    },
  ];
}

function buildChange(scenarioKey: string, agentName: string, kind: "regressed" | "gone"): ComparisonEntry {
  const none = { baseline: 95, current: kind === "gone" ? null : 90, delta: kind === "gone" ? null : -5 };
  const categories = { goalAchievement: none, environment: none, service: none, agent: none };
  const passes = { passedBefore: true, passedNow: kind === "gone" ? null : true };
  const verdict = kind === "gone" ? null : ("REGRESSED" as const);
  return { scenarioKey, agentName, kind, verdict, ...none, categories, ...passes, movedMost: null, causes: [] };
}
