/** The top of the report: verdict, AXIS Result, and facts. */
import { totalTokens } from "../data/tokens.ts";
import { formatCost, formatDuration, formatTokens } from "../../../src/report/text/format.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { Report } from "../../../src/core/report.ts";
import { formatRuns, formatStatusCounts } from "../../../src/report/text/status-counts.ts";
import { renderBudget } from "../../../src/report/text/render-budget.ts";
import { renderRateLimits } from "../../../src/report/text/render-rate-limits.ts";
import { renderCalibration } from "../../../src/report/text/render-calibration.ts";
import type { ReportVerdict } from "../../../src/core/report/gate.ts";
import { ResultFigure } from "../parts/figure.tsx";
import { VerdictNote } from "../parts/verdict-note.tsx";
import { formatMoment } from "../parts/moment.ts";
import { Facts } from "../parts/section.tsx";
import { Scale } from "../parts/scale.tsx";
import { statusClass, statuses } from "../parts/status.tsx";
import { Passage } from "../text/passage.tsx";
import { safeLine, safeName } from "../text/safe.ts";

interface SummaryProps {
  readonly report: Report;
  /** Null while the report is running. */
  readonly verdict: ReportVerdict | null;
}

export function Summary({ report, verdict }: SummaryProps) {
  const { summary } = report;
  const average = summary.averageAxisScore;
  return (
    <section class="summary" aria-labelledby="summary-title">
      <h1 id="summary-title">{report.name === undefined ? "Report" : safeName(report.name, 120)}</h1>
      <div>
        {verdict === null ? <NoVerdictYet report={report} /> : <VerdictAndRuns report={report} verdict={verdict} />}
        <Notices report={report} isRunning={verdict === null} />
      </div>
      <div class="result">
        <ResultFigure
          value={average}
          status={verdict?.verdict === "PASS" ? "passed" : undefined}
          whyNone={explainMissing(report)}
        />
        {average !== null && <Scale value={average} />}
        <p class="over">
          mean of {summary.averagedOver === summary.total ? "" : `${summary.averagedOver} of `}
          {formatCount(summary.total, "result")}
        </p>
      </div>
      <Facts facts={listFacts(report)} />
    </section>
  );
}

/** Runs that are queued have no status yet. */
function NoVerdictYet({ report: { summary } }: Pick<SummaryProps, "report">) {
  const { runs } = summary.statuses;
  const planned = Object.values(runs).reduce((sum, count) => sum + count, 0);
  const ended = formatStatusCounts({ ...runs, "not run": 0 });
  return (
    <p class="run-statuses">
      No verdict yet: {planned - runs["not run"]} of {formatCount(planned, "run")} finished
      {ended === "" ? "" : `: ${ended}`}
    </p>
  );
}

function VerdictAndRuns({ report, verdict }: { readonly report: Report; readonly verdict: ReportVerdict }) {
  const { runs } = report.summary.statuses;
  return (
    <>
      <VerdictNote
        verdict={{ ok: verdict.ok, word: verdict.verdict, reasons: [verdict.sentence] }}
        good={verdict.sentence}
      />
      <div class="status-bar" aria-hidden="true">
        {statuses
          .filter((status) => runs[status] > 0)
          .map((status) => (
            <i key={status} class={statusClass(status)} style={{ flexGrow: runs[status] }} />
          ))}
      </div>
      <p class="run-statuses">{formatRuns(report)}</p>
    </>
  );
}

function Notices({ report, isRunning }: { readonly report: Report; readonly isRunning: boolean }) {
  const { scripted, script, state } = report;
  return (
    <>
      {scripted === true && (
        <p class="notice bad">
          Rehearsal: {script === undefined ? "a script" : `the script ${safeName(script.file, 160)}`} answered instead
          of models, so these numbers do not measure any agent.
        </p>
      )}
      {state !== "complete" && !isRunning && (
        <p class="notice">
          {state === "running" ? "AXIS was killed" : "AXIS was stopped"} before every run took place. Finished runs are
          saved. Resume with <code>axis run --resume {safeName(report.reportId, 80)}</code>
        </p>
      )}
      {[...renderBudget(report), ...renderRateLimits(report), ...renderCalibration(report)].map((line) => (
        <p class="notice" key={line}>
          <Passage text={line} />
        </p>
      ))}
    </>
  );
}

function explainMissing({ scoring }: Report): string {
  return scoring === undefined ? "the report was not scored" : "no result has a number";
}

function listFacts(report: Report): (readonly [string, string])[] {
  const { summary, results } = report;
  return [
    ["Started", formatMoment(report.timestamp)],
    ["Took", report.durationMs === null ? "unknown: AXIS was killed" : formatDuration(report.durationMs)],
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
