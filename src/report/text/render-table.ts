/** Renders the results of a report for a terminal: a row per scenario, a column per agent, and why results did not pass. */
import { formatCount } from "../../core/format-count.ts";
import { listTrialStatuses } from "../../core/report/complete-report.ts";
import type { RunStatus } from "../../core/report/run-status.ts";
import type { Report } from "../../core/report.ts";
import type { Paint } from "./format.ts";
import { pairNotes } from "./pair-notes.ts";
import { renderReasons } from "./render-reasons.ts";
import { type AgentColumn, buildColumns, type ExtraColumn, footerLabels, widest } from "./table-columns.ts";
import { displayWidth, fitWidth, padWidth, terminalLine } from "./terminal-safe.ts";

/** With more scenarios, only those that did not all pass are shown. */
const mostScenarios = 30;
const gap = 2;
/** Names get at least this much room before another agent gets a column. */
const leastNames = 20;

/** Lines of at most `width` columns. */
export function renderTable(report: Report, paint: Paint, width: number): string[] {
  if (report.results.length === 0) return [];
  const columns = buildColumns(report, paint);
  const rows = chooseRows(report);
  const isAlone = columns.length === 1;
  const table = { rows, paint, width, isAlone, footers: chooseFooters(columns, rows, report) };
  const names = widest([...rows.shown.map(terminalLine), ...footerLabels.filter((_, at) => table.footers.has(at))]);
  const blocks = layOut(columns, { names, width });
  const grid = rows.shown.length === 0 ? [] : blocks;
  return [
    ...grid.flatMap((block, index) => [...(index === 0 ? [] : [""]), ...renderBlock(block, table)]),
    ...renderOmitted(rows, paint, Math.min(names, width)),
    ...(isAlone ? [] : renderReasons(report, paint, width)),
  ];
}

interface Rows {
  readonly shown: readonly string[];
  /** Scenarios that are not shown, because every trial passed, or because none took place. */
  readonly passed: number;
  readonly notRun: number;
}

function chooseRows({ results }: Report): Rows {
  const keys = [...new Set(results.map(({ scenarioKey }) => scenarioKey))];
  const statuses = new Map(keys.map((key): [string, RunStatus[]] => [key, []]));
  for (const result of results) statuses.get(result.scenarioKey)?.push(...listTrialStatuses(result));
  const has = (key: string, test: (status: RunStatus) => boolean) => statuses.get(key)?.every(test) === true;
  const started = keys.filter((key) => !has(key, (status) => status === "not run"));
  const isLong = started.length > mostScenarios;
  const shown = isLong ? started.filter((key) => !has(key, (status) => status === "passed")) : started;
  return { shown, passed: started.length - shown.length, notRun: keys.length - started.length };
}

/** Which rows stand below the results: nothing that the headline or another row says already. */
function chooseFooters(columns: readonly AgentColumn[], { shown, passed }: Rows, report: Report): ReadonlySet<number> {
  const isAlone = columns.length === 1;
  const isSingle = report.results.every(({ trials }) => (trials?.length ?? 1) === 1);
  if (report.state === "aborted" || (isAlone && isSingle && shown.length + passed < 2)) return new Set();
  const hidden = isAlone && isSingle ? [1, 2] : [];
  const said = footerLabels.map((_, at) => at).filter((at) => columns.some(({ footers }) => footers[at] !== ""));
  return new Set(said.filter((at) => !hidden.includes(at)));
}

interface Block {
  readonly columns: readonly AgentColumn[];
  /** How many extra columns each agent has. */
  readonly extras: number;
  readonly names: number;
}

/** As many agents side by side as fit, then as many extra columns as fit beside each of them. */
function layOut(columns: readonly AgentColumn[], { names, width }: { names: number; width: number }): Block[] {
  const chunk = (count: number) =>
    Array.from({ length: Math.ceil(columns.length / count) }, (_, at) => columns.slice(at * count, (at + 1) * count));
  const fits = (chunks: readonly (readonly AgentColumn[])[], extras: number, room: number) =>
    chunks.every((each) => Math.min(names, room) + measure(each, extras) <= width);
  let count = columns.length;
  while (count > 1 && !fits(chunk(count), 0, leastNames)) count -= 1;
  const chunks = chunk(count);
  const most = Math.min(...columns.map(({ extras }) => extras.length));
  let extras = 0;
  while (extras < most && fits(chunks, extras + 1, names)) extras += 1;
  return chunks.map((each) => ({
    columns: each,
    extras,
    names: Math.max(Math.min(names, gap), Math.min(names, width - measure(each, extras))),
  }));
}

function measure(columns: readonly AgentColumn[], extras: number): number {
  return columns.reduce(
    (sum, column) =>
      sum + gap + column.size + column.extras.slice(0, extras).reduce((all, { size }) => all + gap + size, 0),
    0,
  );
}

interface Table {
  readonly rows: Rows;
  readonly paint: Paint;
  readonly width: number;
  readonly isAlone: boolean;
  readonly footers: ReadonlySet<number>;
}

function renderBlock(block: Block, { rows, paint, width, isAlone, footers }: Table): string[] {
  // With a very long agent name, or a very narrow terminal, the column itself has to give way.
  const room = Math.max(8, width - block.names - gap);
  const line = (name: string, cell: (column: AgentColumn) => string, extra: (each: ExtraColumn) => string) =>
    block.columns
      .reduce(
        (text, column) =>
          text +
          " ".repeat(gap) +
          cell(column) +
          column.extras
            .slice(0, block.extras)
            .map((each) => " ".repeat(gap) + extra(each))
            .join(""),
        padWidth(name, block.names),
      )
      .trimEnd();
  const fill = (text: string, size: number, painted = text) =>
    painted + " ".repeat(Math.max(0, size - displayWidth(text)));
  const right = (text: string, size: number, painted = text) =>
    " ".repeat(Math.max(0, size - displayWidth(text))) + painted;
  const fit = (text: string, { size }: AgentColumn) => fill(fitWidth(text, room), Math.min(size, room));
  const header = line(
    "",
    (column) => fit(column.name, column),
    ({ title, size }) => right(title, size),
  );
  const renderRow = (key: string) => {
    const name = terminalLine(key);
    const isLong = displayWidth(name) > block.names;
    const row = line(
      isLong ? "" : name,
      (column) => {
        const { text, painted } = column.cell(key);
        return fill(text, column.size, painted);
      },
      (each) => {
        const { text, painted } = each.cell(key);
        return right(text, each.size, painted);
      },
    );
    return [
      ...(isLong ? [fitWidth(name, width)] : []),
      row,
      ...(isAlone ? renderNotes(block, key, { paint, width }) : []),
    ];
  };
  const renderFooter = (at: number) => {
    const label = footerLabels[at] ?? "";
    const name = displayWidth(label) > block.names ? [label, ""] : [label];
    const row = line(
      name.at(-1) ?? "",
      (column) => fit(column.footers[at] ?? "", column),
      ({ summary, size }) => right(at === 0 ? summary : "", size),
    );
    return [...name.slice(0, -1), row];
  };
  return [
    paint.bold(header),
    ...rows.shown.flatMap(renderRow),
    ...[...footers].flatMap((at) => renderFooter(at).map((each) => (at === 0 ? paint.bold(each) : paint.dim(each)))),
  ];
}

/** With a single agent, what lowered a result stands below it. */
function renderNotes({ columns }: Block, key: string, { paint, width }: { paint: Paint; width: number }): string[] {
  const result = columns[0]?.find(key);
  if (result === undefined) return [];
  return pairNotes(result, width).map((note) => (result.status === "failed" ? paint.bad(note) : paint.dim(note)));
}

function renderOmitted({ passed, notRun, shown }: Rows, paint: Paint, names: number): string[] {
  const line = (count: number, words: string) =>
    paint.dim(`${padWidth(formatCount(count, shown.length === 0 ? "scenario" : "more scenario"), names)}  ${words}`);
  return [...(passed === 0 ? [] : [line(passed, "all passed")]), ...(notRun === 0 ? [] : [line(notRun, "not run")])];
}
