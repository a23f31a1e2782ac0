/** The top of the report: verdict, AXIS Result, and facts. */
import { totalTokens } from "../data/tokens.ts";
import { formatCost, formatDuration, formatTokens } from "../../../src/report/text/format.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { Report } from "../../../src/core/report.ts";
import { renderBudget } from "../../../src/report/text/render-budget.ts";
import { renderRateLimits } from "../../../src/report/text/render-rate-limits.ts";
import { renderCalibration } from "../../../src/report/text/render-statistics.ts";
import type { ReportVerdict } from "../../../src/core/report/gate.ts";
import { ResultFigure } from "../parts/figure.tsx";
import { VerdictNote } from "../parts/verdict-note.tsx";
import { formatMoment } from "../parts/moment.ts";
import { outcomeWords } from "../parts/outcome.tsx";
import { Facts } from "../parts/section.tsx";
import { Scale } from "../parts/scale.tsx";
import { Passage } from "../text/passage.tsx";
import { safeLine, safeName } from "../text/safe.ts";

interface SummaryProps {
  readonly report: Report;
  readonly verdict: ReportVerdict | null;
  /** Whether the page shows the progress elsewhere. */
  readonly hasProgress: boolean;
}

export function Summary({ report, verdict, hasProgress }: SummaryProps) {
  const { summary } = report;
  const average = summary.averageAxisScore;
  return (
    <section class="summary" aria-labelledby="summary-title">
      <h1 id="summary-title">{report.name === undefined ? "Report" : safeName(report.name, 120)}</h1>
      <div class="result">
        <ResultFigure value={average} whyNone={explainMissing(report)} />
        {average !== null && <Scale value={average} />}
        <p class="over">
          mean over {summary.averagedOver} of {formatCount(summary.total, "result")}
        </p>
      </div>
      <div>
        {verdict !== null && <VerdictNote verdict={verdict} good={describePass(verdict)} />}
        {report.scripted === true && (
          <p class="notice bad">
            Rehearsal: {report.script === undefined ? "a script" : `the script ${safeName(report.script.file, 160)}`}{" "}
            answered instead of models, so these numbers do not measure any agent.
          </p>
        )}
        {report.state !== "complete" && !hasProgress && (
          <p class="notice">This report is incomplete: its state is "{report.state}".</p>
        )}
        {[...renderBudget(report), ...renderRateLimits(report), ...renderCalibration(report)].map((line) => (
          <p class="notice" key={line}>
            <Passage text={line} />
          </p>
        ))}
        <Facts facts={listFacts(report, hasProgress)} />
      </div>
    </section>
  );
}

/** Adds what people should know although no gate failed. */
function describePass({ but }: ReportVerdict): string {
  return `No failures, nothing unscored, every gate passed.${but === undefined ? "" : ` But ${but}.`}`;
}

function explainMissing({ scoring }: Report): string {
  return scoring === undefined ? "the report was not scored" : "no result has a number";
}

/** Pending runs are not counted while the page shows the progress. */
function listFacts(report: Report, hasProgress: boolean): (readonly [string, string])[] {
  const { summary, results } = report;
  const classes = Object.entries(summary.classes)
    .filter(([name, count]) => count > 0 && !(hasProgress && name === "notRun"))
    .map(([name, count]) => `${count} ${outcomeWords[name as keyof typeof outcomeWords].word}`);
  return [
    ["Started", formatMoment(report.timestamp)],
    ["Took", report.durationMs === null ? "unknown: AXIS was killed" : formatDuration(report.durationMs)],
    ["Runs", classes.join(", ") || "none"],
    ...(summary.unscored > 0 ? ([["Unscored results", String(summary.unscored)]] as const) : []),
    ...(summary.skipped > 0 ? ([["Skipped scenarios", String(summary.skipped)]] as const) : []),
    ["Tokens", sumTokens(results)],
    ["Cost", sumCost(results)],
    ...listJudgeCost(summary.judging),
    ...(report.rescoredFrom === undefined ? [] : ([["Rescored from", safeLine(report.rescoredFrom)]] as const)),
  ];
}

function listJudgeCost(judging: Report["summary"]["judging"]): (readonly [string, string])[] {
  if (judging === undefined) return [];
  const { costUsd, tokenUsage } = judging;
  const tokens = tokenUsage === undefined ? "" : ` for ${formatTokens(totalTokens(tokenUsage))} tokens`;
  return [["Judges cost", `${costUsd === null ? "unknown" : formatCost(costUsd)}${tokens}`]];
}

/** The sum over all runs, including every trial. */
function sumTokens(results: readonly PairResult[]): string {
  const all = results.flatMap(
    ({ tokenUsage, trials }) => trials?.map(({ tokens }) => tokens) ?? [countTokens(tokenUsage)],
  );
  return formatSum(all, formatTokens);
}

function countTokens(usage: PairResult["tokenUsage"]): number | null {
  return usage === undefined ? null : totalTokens(usage);
}

function sumCost(results: readonly PairResult[]): string {
  const all = results.flatMap(({ totalCostUsd, trials }) => trials?.map(({ costUsd }) => costUsd) ?? [totalCostUsd]);
  return formatSum(all, formatCost);
}

/** Notes how many numbers are known if some are not. */
function formatSum(all: readonly (number | null | undefined)[], format: (sum: number) => string): string {
  const known = all.filter((number) => number !== null && number !== undefined);
  if (known.length === 0) return "unknown";
  const text = format(known.reduce((total, number) => total + number, 0));
  return known.length === all.length ? text : `${text} (known for ${known.length} of ${all.length} runs)`;
}
