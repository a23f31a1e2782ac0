/** The metrics of a run: each with its score or the reason there is none, and the signals behind it. */
import { type MetricReading, metricsOf } from "../data/metric.ts";
import { Bar, bandClass } from "../parts/score.tsx";
import { Section } from "../parts/section.tsx";
import { LongText } from "../text/long-text.tsx";
import { safe, safeLine } from "../text/safe.ts";

export function Metrics({ detail }: { detail: object }) {
  const metrics = metricsOf(detail);
  if (metrics.length === 0) return null;
  return (
    <Section id="metrics" title="Metrics" note={String(metrics.length)}>
      <ul class="criteria">
        {metrics.map((metric) => (
          <Metric key={metric.key} metric={metric} />
        ))}
      </ul>
    </Section>
  );
}

const statusWords = { scored: "scored", "not-applicable": "n/a", failed: "unscored" } as const;

function Metric({ metric }: { metric: MetricReading }) {
  const { name, score, status, reason, explanation, signals } = metric;
  return (
    <li>
      <p class="criterion">
        <span class={`grade score ${bandClass(score)}`}>{score ?? statusWords[status]}</span>
        <Bar value={score} />
        <span class="check">{safeLine(name, 120)}</span>
      </p>
      <p class="decided">
        {[passedText(metric), readingText(metric), reason]
          .filter(Boolean)
          .map((text) => safe(text ?? ""))
          .join(", ")}
      </p>
      {explanation !== "" && <p class="judged">{safe(explanation.slice(0, 4000))}</p>}
      {signals !== undefined && (
        <details>
          <summary>Signals</summary>
          <LongText text={JSON.stringify(signals, null, 2) ?? ""} name="signals" />
        </details>
      )}
    </li>
  );
}

function passedText({ passed, threshold }: MetricReading): string {
  const mark = threshold === null ? "" : ` at ${threshold}`;
  return passed === null ? "" : `${passed ? "passed" : "not passed"}${mark}`;
}

function readingText({ reading }: MetricReading): string {
  return reading === undefined ? "" : `${reading.amount} ${reading.unit}`;
}
