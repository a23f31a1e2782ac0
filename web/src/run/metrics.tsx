/** The metrics of a run: scores or reasons, and signals. */
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import type { RunMetric } from "../../../src/core/run/run-metric.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { Bar, bandClass } from "../parts/score.tsx";
import { Section } from "../parts/section.tsx";
import { Signals } from "../parts/signals.tsx";
import { Passage } from "../text/passage.tsx";
import { safeLine } from "../text/safe.ts";

export function Metrics({ detail: { metrics = [], status } }: { detail: RunDetail }) {
  if (metrics.length === 0) return null;
  return (
    <Section id="metrics" title="Metrics" note={String(metrics.length)}>
      <ul class="criteria">
        {metrics.map((metric) => (
          <Metric key={metric.key} metric={metric} status={status} />
        ))}
      </ul>
    </Section>
  );
}

const statusWords = { scored: "scored", "not-applicable": "n/a", failed: noNumber } as const;

function Metric({ metric, status: run }: { metric: RunMetric; status: RunDetail["status"] }) {
  const { name, score, status, reason, explanation, signals } = metric;
  return (
    <li>
      <p class="criterion">
        <span class={`grade score ${bandClass(score, run)}`}>{score ?? statusWords[status]}</span>
        <Bar value={score} tone={bandClass(score, run)} />
        <span class="check">{safeLine(name, 120)}</span>
      </p>
      <p class="decided">
        {[formatPassed(metric), formatReading(metric), reason]
          .filter(Boolean)
          .map((text) => safeLine(text ?? "", 1000))
          .join(", ")}
      </p>
      {explanation !== "" && (
        <p class="judged">
          <Passage text={explanation} />
        </p>
      )}
      <Signals signals={signals} />
    </li>
  );
}

function formatPassed({ passed, threshold }: RunMetric): string {
  const mark = threshold === null ? "" : ` at ${threshold}`;
  return passed === null ? "" : `${passed ? "passed" : "not passed"}${mark}`;
}

function formatReading({ reading }: RunMetric): string {
  return reading === undefined ? "" : `${reading.amount} ${reading.unit}`;
}
