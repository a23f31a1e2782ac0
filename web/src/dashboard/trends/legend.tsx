/** Which line is whose, with its newest score; a name leads to its own trends. */
import { formatCount } from "../../../../src/report/text/format-verdict.ts";
import { valueText } from "../charts/reading.ts";
import { scoreScale } from "../charts/value-scale.ts";
import { TierWord } from "../../scorecard/tier.tsx";
import { mostLines, type Series } from "./trend-lines.ts";

interface LegendProps {
  readonly series: readonly Series[];
  readonly seriesLink: (key: string) => string;
}

export function Legend({ series, seriesLink }: LegendProps) {
  const drawn = series.slice(0, mostLines);
  return (
    <>
      <ul class="legend trend-legend" aria-label="Lines">
        {drawn.map(({ key, name, tone, runs, points }) => {
          const newest = points.at(-1);
          return (
            <li key={tone} class={`line-${tone}`}>
              <svg width="26" height="10" aria-hidden="true">
                <path class="value" d="M1,5L25,5" />
              </svg>
              {key === null ? <b>{name}</b> : <a href={seriesLink(key)}>{name}</a>}
              {newest !== undefined && (
                <span>
                  {valueText({ value: newest.score, runId: newest.run_id }, scoreScale)} <TierWord tier={newest.tier} />
                </span>
              )}
              <span class="runs">{formatCount(runs, "run")}</span>
            </li>
          );
        })}
      </ul>
      {series.length > drawn.length && (
        <p class="notice">
          {drawn.length} of {series.length} are drawn: those with most runs. Choose one above to see it.
        </p>
      )}
    </>
  );
}
