/** Several scenarios at a glance: a row per scenario, a column per entrant, and a mark per trial with the AXIS Result. */
import type { PairResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import { noNumber } from "../../report/text/format.ts";
import { formatTrials, formatWholeMean, paintTrials } from "../../report/text/status-marks.ts";
import { displayWidth, fitWidth, padWidth, terminalLine } from "../../report/text/terminal-safe.ts";
import type { Terminal } from "../terminal.ts";

const widestScenario = 30;
const widestAgent = 20;
const gap = "  ";

/** Empty for a single scenario, which the ranking describes. What is too wide continues below, with other entrants. */
export function renderScenarios(
  { results, competition }: Pick<Report, "results" | "competition">,
  { paint, textWidth: width = Infinity }: Pick<Terminal, "paint" | "textWidth">,
): string[] {
  const scenarios = [...new Set(results.map(({ scenarioKey }) => scenarioKey))];
  if (competition === undefined || scenarios.length < 2) return [];
  const columns = competition.ranking.map(({ agentName }) => ({
    title: fitWidth(terminalLine(agentName), widestAgent),
    cells: scenarios.map((key) => results.find((each) => each.scenarioKey === key && each.agentName === agentName)),
  }));
  const names = scenarios.map((key) => fitWidth(terminalLine(key), widestScenario));
  const first = Math.max(...names.map(displayWidth));
  const pages: (typeof columns)[] = [];
  let left = 0;
  for (const column of columns) {
    const wanted = gap.length + measure(column);
    if (wanted > left || pages.length === 0) {
      pages.push([]);
      left = width - first;
    }
    pages.at(-1)?.push(column);
    left -= wanted;
  }
  return pages.flatMap((page, index) => [
    ...(index === 0 ? [] : [""]),
    ["".padEnd(first), ...page.map((column) => paint.dim(padWidth(column.title, measure(column))))].join(gap).trimEnd(),
    ...names.map((name, row) =>
      [padWidth(name, first), ...page.map((column) => paintCell(column.cells[row], measure(column), paint))]
        .join(gap)
        .trimEnd(),
    ),
  ]);
}

interface Column {
  readonly title: string;
  readonly cells: readonly (PairResult | undefined)[];
}

function measure({ title, cells }: Column): number {
  return Math.max(displayWidth(title), ...cells.map((cell) => displayWidth(formatCell(cell))));
}

function formatCell(result: PairResult | undefined): string {
  return result === undefined ? noNumber : `${formatTrials(result)} ${formatWholeMean(result.means.axisScore)}`;
}

function paintCell(result: PairResult | undefined, width: number, paint: Terminal["paint"]): string {
  const space = " ".repeat(width - displayWidth(formatCell(result)));
  if (result === undefined) return `${paint.dim(noNumber)}${space}`;
  return `${paintTrials(result, paint)} ${formatWholeMean(result.means.axisScore)}${space}`;
}
