/** An item in full: its fields, and each metric's score with explanation and signals. */
import type { PageItem, PageRow } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import { formatMetricShare, formatRowScore, formatSigned } from "../../../src/metrics/evaluation/exports/numbers.ts";
import { formatCost, formatDuration } from "../../../src/report/text/format.ts";
import { Signals } from "../parts/signals.tsx";
import { LongText } from "../text/long-text.tsx";
import { Passage } from "../text/passage.tsx";
import { safeLine } from "../text/safe.ts";
import { findRowState, stateWords } from "./item-selection.ts";

export function ItemBody({ item }: { item: PageItem }) {
  return (
    <div class="item-body">
      <div class="measured">
        {item.fields === null ? (
          <p class="notice">The results contain scores only; the texts of item {item.index + 1} are in the dataset.</p>
        ) : (
          Object.entries(item.fields).map(([name, text]) => (
            <div class="labelled" key={name}>
              <h3 class="label">{safeLine(name, 80)}</h3>
              <LongText text={text} name={name} />
            </div>
          ))
        )}
      </div>
      <ul class="item-rows">
        {item.rows.map((row) => (
          <Row key={row.name} row={row} before={item.before?.[row.name]} />
        ))}
      </ul>
    </div>
  );
}

function Row({ row, before }: { row: PageRow; before: number | null | undefined }) {
  const { name, status, why, explanation, signals, metadata } = row;
  const state = findRowState(row);
  return (
    <li>
      <p class="criterion">
        <span class={`grade tone-${state === "below" || state === "failed" ? "bad" : "ink"}`}>
          {status === "scored" ? formatRowScore(row) : stateWords[state]}
        </span>
        <span class="check">{safeLine(name, 120)}</span>
      </p>
      <p class="decided">{describeFacts(row)}</p>
      {before !== undefined && before !== null && <p class="decided">{describeBefore(row, before)}</p>}
      {why !== undefined && (
        <p class="notice">
          <Passage text={why} />
        </p>
      )}
      {explanation !== why && (
        <p class="judged">
          <Passage text={explanation} />
        </p>
      )}
      <Signals signals={signals} />
      {metadata !== null && (
        <details>
          <summary>Details</summary>
          <LongText text={metadata} name="metadata" />
        </details>
      )}
    </li>
  );
}

function describeFacts(row: PageRow): string {
  const { threshold, passed, modelName, costEstimate, durationMs, type, weight } = row;
  const parts = [
    ...(passed === null ? [] : [`${passed ? "passed" : "not passed"} at ${formatMetricShare(threshold)}`]),
    ...(type === "metric" ? [] : [type.replace("_", " ")]),
    ...(weight === null ? [] : [`weight ${formatMetricShare(weight)}`]),
    ...(modelName === null ? [] : [`judged by ${safeLine(modelName, 80)}`]),
    ...(costEstimate === 0 ? [] : [costEstimate === null ? "cost unknown" : formatCost(costEstimate)]),
    ...(durationMs === null ? [] : [formatDuration(durationMs)]),
  ];
  return parts.join(", ");
}

/** The score of the same item in the evaluation before. */
function describeBefore({ score }: PageRow, before: number): string {
  if (score === before) return "the same as before";
  return `before: ${formatMetricShare(before)}${score === null ? "" : `, a change of ${formatSigned(score - before)}`}`;
}
