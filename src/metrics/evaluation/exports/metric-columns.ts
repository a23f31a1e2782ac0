/** The numbers of a metric as table columns, shared by all tables. */
import { noNumber } from "../../../report/text/format.ts";
import type { MetricSummary } from "../summary/metric-summary.ts";
import { formatBounds, formatMean } from "./numbers.ts";

interface MetricColumn {
  readonly title: string;
  readonly cell: (metric: MetricSummary) => string;
}

/** The name column is missing because every table quotes names differently. */
export const metricColumns = [
  { title: "Mean", cell: formatMean },
  { title: "95 %", cell: formatBounds },
  { title: "Pass rate", cell: ({ passRate }) => (passRate === null ? noNumber : `${(passRate * 100).toFixed(1)} %`) },
  { title: "Scored", cell: ({ scored }) => String(scored) },
  { title: "Failed", cell: ({ failed }) => String(failed) },
  { title: "Not applicable", cell: ({ notApplicable }) => String(notApplicable) },
] as const satisfies readonly MetricColumn[];
