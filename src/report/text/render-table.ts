/** Renders the results of a report for a terminal: a row per scenario, a column per agent, and why results did not pass. */
import { formatCount } from "../../core/format-count.ts";
import { listTrialStatuses } from "../../core/report/complete-report.ts";
import type { RunStatus } from "../../core/report/run-status.ts";
import type { Report } from "../../core/report.ts";
import type { Paint } from "./format.ts";
import { pairNotes } from "./pair-notes.ts";
import { renderReasons } from "./render-reasons.ts";
import { statusMarks } from "./status-marks.ts";
import {
  type AgentColumn,
  buildColumns,
  type ExtraColumn,
  footerLabels,
  type TableCell,
  widest,
} from "./table-columns.ts";
import { displayWidth, fitWidth, padWidth, terminalLine } from "./terminal-safe.ts";

/** With more scenarios, only those that did not all pass are shown. */
const mostScenarios = 30;
const gap = 2;
/** Names get at least this much room before another agent gets a column. */
const leastNames = 20;

/** Lines of at most `width` columns. */
export function renderTable(report: Report, paint: Paint, width: number): string[] {
  if (report.results.length === 0) return [];
  const agents = buildColumns(report, paint);
  const rows = chooseRows(report);
  const isAlone = agents.length === 1;
  const footers = chooseFooters(agents, rows, report);
  const table = { rows, paint, width, isAlone, footers };
  const columns = agents.map((agent) => ({
    ...agent,
    size: Math.max(agent.size, widest(agent.footers.filter((_, at) => footers.has(at)))),
  }));
  const names = widest([...rows.shown.map(terminalLine), ...footerLabels.filter((_, at) => footers.has(at))]);
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

/** Which rows stand below the results, by their labels. With one agent, the headline and the columns say most of it already. */
function chooseFooters(
  agents: readonly AgentColumn[],
  { shown, passed }: Rows,
  { state }: Report,
): ReadonlySet<number> {
  if (state === "aborted") return new Set();
  const alone = shown.length + passed < 2 ? [3] : [0, 3];
  const wanted = agents.length === 1 ? alone : [0, 1, 2, 3];
  return new Set(wanted.filter((at) => agents.some(({ footers }) => footers[at] !== "")));
}

/** Agents side by side, with their extra columns. */
interface Block {
  readonly columns: readonly { readonly agent: AgentColumn; readonly extras: readonly ExtraColumn[] }[];
  readonly names: number;
}

/** As many agents side by side as fit, then as many extra columns as fit beside each of them. */
function layOut(agents: readonly AgentColumn[], { names, width }: { names: number; width: number }): Block[] {
  const split = (count: number, extras: number) =>
    Array.from({ length: Math.ceil(agents.length / count) }, (_, at) =>
      agents
        .slice(at * count, (at + 1) * count)
        .map((agent) => ({ agent, extras: agent.extras.slice(0, extras).flat() })),
    );
  const fits = (chunks: readonly Block["columns"][], room: number) =>
    chunks.every((columns) => Math.min(names, room) + measure(columns) <= width);
  let count = agents.length;
  while (count > 1 && !fits(split(count, 0), leastNames)) count -= 1;
  const most = Math.min(...agents.map(({ extras }) => extras.length));
  let extras = 0;
  while (extras < most && fits(split(count, extras + 1), names)) extras += 1;
  return split(count, extras).map((columns) => {
    const room = Math.min(names, width - measure(columns));
    return { columns, names: Math.max(Math.min(names, gap), room) };
  });
}

function measure(columns: Block["columns"]): number {
  const sizes = columns.flatMap(({ agent, extras }) => [agent.size, ...extras.map(({ size }) => size)]);
  return sizes.reduce((sum, size) => sum + gap + size, 0);
}

interface Table {
  readonly rows: Rows;
  readonly paint: Paint;
  readonly width: number;
  readonly isAlone: boolean;
  readonly footers: ReadonlySet<number>;
}

function renderBlock(block: Block, table: Table): string[] {
  const { rows, paint, isAlone, footers } = table;
  const header = renderLine(block, table, {
    name: "",
    cell: ({ name }) => toCell(name),
    extra: ({ title }) => toCell(title),
  });
  const results = rows.shown.flatMap((key) => [
    ...renderLine(block, table, {
      name: terminalLine(key),
      cell: (agent) => agent.cell(key),
      extra: (column) => column.cell(key),
    }),
    ...(isAlone ? renderNotes(block, key, table) : []),
  ]);
  const totals = [...footers].flatMap((at) =>
    renderLine(block, table, {
      name: footerLabels[at] ?? "",
      cell: (agent) => toCell(agent.footers[at] ?? ""),
      extra: ({ summary }) => toCell(at === 0 ? summary : ""),
    }).map(at === 0 ? paint.bold : paint.dim),
  );
  return [...header.map(paint.bold), ...results, ...totals];
}

interface Line {
  readonly name: string;
  readonly cell: (agent: AgentColumn) => TableCell;
  readonly extra: (column: ExtraColumn) => TableCell;
}

/** A name wider than its column gets a line of its own. */
function renderLine({ columns, names }: Block, { width }: Table, { name, cell, extra }: Line): string[] {
  const isLong = displayWidth(name) > names;
  // With a very long agent name, or on a very narrow terminal, the column itself has to give way.
  const room = Math.max(8, width - names - gap);
  const cells = columns.flatMap(({ agent, extras }) => [
    alignLeft(fitCell(cell(agent), room), Math.min(agent.size, room)),
    ...extras.map((column) => alignRight(extra(column), column.size)),
  ]);
  const line = [padWidth(isLong ? "" : name, names), ...cells].join(" ".repeat(gap)).trimEnd();
  return isLong ? [fitWidth(name, width), line] : [line];
}

function toCell(text: string): TableCell {
  return { text, painted: text };
}

function fitCell(cell: TableCell, size: number): TableCell {
  return displayWidth(cell.text) <= size ? cell : toCell(fitWidth(cell.text, size));
}

function alignLeft({ text, painted }: TableCell, size: number): string {
  return painted + " ".repeat(Math.max(0, size - displayWidth(text)));
}

function alignRight({ text, painted }: TableCell, size: number): string {
  return " ".repeat(Math.max(0, size - displayWidth(text))) + painted;
}

/** With a single agent, what lowered a result stands below it. */
function renderNotes({ columns }: Block, key: string, { paint, width }: Table): string[] {
  const result = columns[0]?.agent.find(key);
  if (result === undefined) return [];
  return pairNotes(result, width).map((note) => (result.status === "failed" ? paint.bad(note) : paint.dim(note)));
}

function renderOmitted({ passed, notRun, shown }: Rows, paint: Paint, names: number): string[] {
  const line = (count: number, words: string) =>
    paint.dim(`${padWidth(formatCount(count, shown.length === 0 ? "scenario" : "more scenario"), names)}  ${words}`);
  return [
    ...(passed === 0 ? [] : [line(passed, `${statusMarks.passed} all passed`)]),
    ...(notRun === 0 ? [] : [line(notRun, `${statusMarks["not run"]} not run`)]),
  ];
}
