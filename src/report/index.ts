/** The door `axis-eval/report`: the documents, what is computed from them, and how they are shown. */
export { AxisResult } from "../core/axis-result.ts";
export { Baseline } from "../core/baseline.ts";
export { Comparison } from "../core/comparison.ts";
export { Report, RunDetail } from "../core/report.ts";
export { baselineFrom } from "./baseline.ts";
export { compareReports } from "./compare.ts";
export { type Divergence, divergenceOf } from "./divergence.ts";
export { bandOf, formatCost, formatDelta, formatDuration, formatScore, formatTokens } from "./format.ts";
export { gate, type Verdict } from "./gate.ts";
export { renderComparison } from "./render-comparison.ts";
export { renderDetail } from "./render-detail.ts";
export { renderTable } from "./render-table.ts";
export { renderVerdicts } from "./render-verdicts.ts";
export { renderVerdict } from "./render-verdict.ts";
export { terminalSafe } from "./terminal-safe.ts";
