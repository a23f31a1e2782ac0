/** The top of the page: the verdict, what was measured, and what this file leaves out. */
import type { PageEvaluation, PageRows } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import { formatMetricShare } from "../../../src/metrics/evaluation/exports/numbers.ts";
import { formatCost, formatDuration, formatTokens } from "../../../src/report/text/format.ts";
import { Figure } from "../parts/figure.tsx";
import { formatMoment } from "../parts/moment.ts";
import { Facts } from "../parts/section.tsx";
import { VerdictNote } from "../parts/verdict-note.tsx";
import { Passage } from "../text/passage.tsx";
import { safeLine } from "../text/safe.ts";

export function EvaluationHead({ evaluation, rows }: { evaluation: PageEvaluation; rows: PageRows }) {
  const { name, description, verdict, hasGate, summary, issues, overallScore } = evaluation;
  const isMeasured = verdict.ok && !hasGate;
  const good = isMeasured ? "no gate applies" : "every gate holds";
  return (
    <section class="evaluation-head" aria-labelledby="evaluation-title">
      <h1 id="evaluation-title">{safeLine(name, 160)}</h1>
      {description !== undefined && (
        <p class="prose">
          <Passage text={description} />
        </p>
      )}
      <VerdictNote verdict={isMeasured ? { ...verdict, word: "MEASURED" } : verdict} good={good} />
      {overallScore !== null && (
        <Figure label="Overall" value={formatMetricShare(overallScore)} note="mean of the score tree" />
      )}
      <Facts facts={listFacts(evaluation)} />
      {summary.warnings.map((warning) => (
        <p class="notice" key={warning}>
          <Passage text={warning} />
        </p>
      ))}
      {rows.embedded < rows.total && <p class="notice">{describePart(rows)}</p>}
      {issues.count > 0 && (
        <details>
          <summary>{issues.count} items of the dataset were skipped</summary>
          <ul class="insights">
            {issues.first.map((issue) => (
              <li key={issue}>{safeLine(issue, 400)}</li>
            ))}
          </ul>
          {issues.count > issues.first.length && (
            <p class="decided">Only the first {issues.first.length} are listed.</p>
          )}
        </details>
      )}
    </section>
  );
}

/** What the file leaves out. Summaries always cover all rows. */
function describePart({ total, embedded, failing, failingEmbedded }: PageRows): string {
  const bad =
    failingEmbedded === failing
      ? `all ${failing} that failed or are below their threshold`
      : `the first ${failingEmbedded} of ${failing} that failed or are below their threshold`;
  return `This file contains ${embedded} of ${total} rows, including ${bad}. The summaries above the items cover all rows.`;
}

function listFacts({ summary, timestamp, durationMs, cost }: PageEvaluation): (readonly [string, string])[] {
  const { usd, tokens, calls } = cost;
  const spent = `${usd === null ? "unknown" : formatCost(usd)} for ${formatTokens(tokens)} tokens in ${calls} calls`;
  return [
    ["Items", String(summary.items)],
    ["Metrics", String(summary.metrics.length)],
    ["Started", formatMoment(timestamp)],
    ["Took", formatDuration(durationMs)],
    ["Judges cost", calls === 0 ? "nothing: no judge was used" : spent],
  ];
}
