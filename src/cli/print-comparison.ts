/** Prints a comparison on stdout: one heading, a row per agent, then the results. */
import type { Comparison } from "../core/report/comparison.ts";
import type { NextCommandOptions } from "../report/verdicts/next-command.ts";
import { renderChangedResults, renderHeading } from "../report/text/render-comparison.ts";
import { renderVerdicts } from "../report/text/render-verdicts.ts";
import { printForPeople, type Terminal } from "./terminal.ts";

export function printComparison(comparison: Comparison, terminal: Terminal, view: NextCommandOptions): void {
  const { paint, width } = terminal;
  const out = printForPeople(terminal);
  const verdicts = renderVerdicts(comparison, paint, view);
  for (const line of [
    ...renderHeading(comparison, paint),
    "",
    ...(verdicts.length === 0 ? [] : [...verdicts, ""]),
    ...renderChangedResults(comparison, paint, width),
  ])
    out(line);
}
