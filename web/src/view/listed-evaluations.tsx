/** The evaluations that were kept: their pages, and the rows of those that have none yet. */
import { formatCount } from "../../../src/report/text/format-verdict.ts";
import type { ListedEvaluation } from "../../../src/report/html/listing-index.ts";
import { formatMoment } from "../parts/moment.ts";
import { safeLine } from "../text/safe.ts";

export function ListedEvaluations({ evaluations }: { evaluations: readonly ListedEvaluation[] }) {
  return (
    <ul class="evaluations">
      {evaluations.map(({ name, isWritten, rows, changedAt }) => (
        <li key={name}>
          {isWritten ? (
            <a href={`/evaluations/${encodeURIComponent(name)}/`}>{safeLine(name, 80)}</a>
          ) : (
            <b>{safeLine(name, 80)}</b>
          )}
          <small>
            {rows === null ? "" : `${formatCount(rows, "row")} so far, no page yet; last `}
            {formatMoment(changedAt)}
          </small>
        </li>
      ))}
    </ul>
  );
}
