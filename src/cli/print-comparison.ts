/** Prints a comparison on stdout: one heading, the verdict of each agent, the results, and what to do next. */
import type { Comparison } from "../core/report/comparison.ts";
import { renderChangedResults, renderHeading } from "../report/text/render-comparison.ts";
import { renderCommand } from "../report/text/render-next.ts";
import { renderAgentVerdicts } from "../report/text/render-verdicts.ts";
import { wrapPainted } from "../report/text/terminal-safe.ts";
import { type NextCommandOptions, suggestNextCommand } from "../report/verdicts/next-command.ts";
import { printForPeople, type Terminal } from "./terminal.ts";

/** Without `view` no command is suggested. */
export function printComparison(comparison: Comparison, terminal: Terminal, view?: NextCommandOptions): void {
  const { paint, textWidth: width = Infinity } = terminal;
  const verdicts = renderAgentVerdicts(comparison, paint);
  const next = verdicts.length === 0 || view === undefined ? "" : suggestNextCommand(comparison, view);
  const lines = [
    ...renderHeading(comparison, paint),
    "",
    ...(verdicts.length === 0 ? [] : [...verdicts, ""]),
    ...renderChangedResults(comparison, paint, Infinity),
  ];
  const commands = next === "" ? [] : ["", ...renderCommand("Next", next, width)];
  [...lines.flatMap((line) => wrapPainted(line, width)), ...commands].forEach(printForPeople(terminal));
}
