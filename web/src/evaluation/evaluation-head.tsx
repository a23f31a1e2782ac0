/** The top of the page: the verdict, where to look first, items by status, and what changed since the evaluation before. */
import type { PageEvaluation, PageRows } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import { formatMetricShare } from "../../../src/metrics/evaluation/exports/numbers.ts";
import { formatCost, formatDuration, formatTokens } from "../../../src/report/text/format.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import { formatMoment } from "../parts/moment.ts";
import { PageHead, VerdictTag } from "../parts/page-head.tsx";
import { StatusBar } from "../parts/status-bar.tsx";
import { Passage } from "../text/passage.tsx";
import { safeLine } from "../text/safe.ts";
import { ChangeSince } from "./change-since.tsx";
import { describeEvaluation, describeWorstSlice } from "./describe-evaluation.ts";

export function EvaluationHead({ evaluation, rows }: { evaluation: PageEvaluation; rows: PageRows }) {
  const { name, verdict, items, change, overallScore } = evaluation;
  return (
    <>
      <PageHead
        tags={
          <>
            <VerdictTag word={verdict.word} />
            <bdi>{safeLine(name, 160)}</bdi>
          </>
        }
        title={describeEvaluation(evaluation)}
        lead={<Lead evaluation={evaluation} />}
        aside={change === undefined ? undefined : <ChangeSince change={change} metrics={evaluation.summary.metrics} />}
      >
        {items !== undefined && <StatusBar counts={items} noun="item" />}
        <p class="spent">{describeSpending(evaluation)}</p>
        {overallScore !== null && (
          <p>
            Overall, the mean of the score tree: <b>{formatMetricShare(overallScore)}</b>
          </p>
        )}
      </PageHead>
      <Notices evaluation={evaluation} rows={rows} />
    </>
  );
}

/** Why, then where to look first. */
function Lead({ evaluation }: { evaluation: PageEvaluation }) {
  const { verdict, description } = evaluation;
  const worst = describeWorstSlice(evaluation);
  return (
    <>
      {description !== undefined && (
        <>
          <Passage text={description} />{" "}
        </>
      )}
      {verdict.reasons.length > 0 && (
        <>
          <Passage text={verdict.reasons.join("; ")} />.{" "}
        </>
      )}
      {worst}
    </>
  );
}

function Notices({ evaluation: { summary, issues }, rows }: { evaluation: PageEvaluation; rows: PageRows }) {
  return (
    <>
      {summary.warnings.map((warning) => (
        <p class="notice" key={warning}>
          <Passage text={warning} />
        </p>
      ))}
      {rows.embedded < rows.total && <p class="notice">{describePart(rows)}</p>}
      {issues.count > 0 && (
        <details>
          <summary>{formatCount(issues.count, "item")} of the dataset skipped</summary>
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
    </>
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

function describeSpending({ timestamp, durationMs, cost: { usd, tokens, calls } }: PageEvaluation): string {
  const judges =
    calls === 0
      ? "no judge was used"
      : `judges cost ${usd === null ? "an unknown amount" : formatCost(usd)} for ${formatTokens(tokens)} tokens in ${formatCount(calls, "call")}`;
  return `Started ${formatMoment(timestamp)}, took ${formatDuration(durationMs)}; ${judges}.`;
}
