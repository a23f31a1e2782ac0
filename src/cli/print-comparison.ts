/** Prints a comparison on stdout: the verdicts first, then the results. */
import type { Comparison } from "../core/report/comparison.ts";
import type { NextCommandOptions } from "../report/verdicts/next-command.ts";
import { renderComparison } from "../report/text/render-comparison.ts";
import { renderVerdicts } from "../report/text/render-verdicts.ts";
import type { Terminal } from "./terminal.ts";

export function printComparison(
  comparison: Comparison,
  { out, paint, width }: Terminal,
  view: NextCommandOptions,
): void {
  const verdicts = renderVerdicts(comparison, paint, view);
  if (verdicts.length > 0) [...verdicts, ""].forEach(out);
  renderComparison(comparison, paint, width).forEach(out);
}
