/** The results as a matrix: folders of scenarios, the tint of a cell, what fails most. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { AwaitedResult, PageReport } from "../../../src/report/html/page-index.ts";
import { listRuns } from "../data/trials.ts";
import type { Selection } from "./selection.ts";

/** A result, or one that is still awaited. */
export type MatrixCell = PairResult | Awaited;

export interface Awaited {
  readonly scenarioKey: string;
  readonly agentName: string;
  readonly awaited: AwaitedResult["state"];
}

export interface MatrixRow {
  readonly scenarioKey: string;
  readonly cells: ReadonlyMap<string, MatrixCell>;
}

export interface Folder {
  /** Ends with a slash; empty for scenarios outside of any folder. */
  readonly name: string;
  readonly rows: readonly MatrixRow[];
}

/** Everything before the last slash, with it. */
export function findFolder(scenarioKey: string): string {
  return scenarioKey.slice(0, scenarioKey.lastIndexOf("/") + 1);
}

/** In the order of the first appearance of folders and scenarios. */
export function groupByFolder(cells: readonly MatrixCell[]): Folder[] {
  const folders = new Map<string, Map<string, Map<string, MatrixCell>>>();
  for (const cell of cells) {
    const name = findFolder(cell.scenarioKey);
    const rows = folders.get(name) ?? new Map<string, Map<string, MatrixCell>>();
    const row = rows.get(cell.scenarioKey) ?? new Map<string, MatrixCell>();
    folders.set(name, rows.set(cell.scenarioKey, row.set(cell.agentName, cell)));
  }
  return [...folders].map(([name, rows]) => ({
    name,
    rows: [...rows].map(([scenarioKey, own]) => ({ scenarioKey, cells: own })),
  }));
}

/** Rows with the lowest mean first; rows without a number last. */
export function sortWorstFirst(folders: readonly Folder[]): Folder[] {
  const rows = folders.flatMap((folder) => folder.rows);
  const sorted = rows.toSorted((one, other) => {
    const [a, b] = [averageCells([one]), averageCells([other])];
    return a === null || b === null ? Number(a === null) - Number(b === null) : a - b;
  });
  return sorted.length === 0 ? [] : [{ name: "", rows: sorted }];
}

/** The mean of the results of one agent, or of all; null if none has a number. */
export function averageCells(rows: readonly MatrixRow[], agent?: string): number | null {
  const cells = rows.flatMap(({ cells: own }) => (agent === undefined ? [...own.values()] : (own.get(agent) ?? [])));
  const known = cells.flatMap((cell) => (isResult(cell) ? (cell.means.axisScore ?? []) : []));
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

export function isResult(cell: MatrixCell | undefined): cell is PairResult {
  return cell !== undefined && "means" in cell;
}

/** The means below which a cell gets the next stronger tint. */
const tintLimits = [94, 88, 82, 74, 64] as const;

/** 0 for a mean of 94 or more, and for none. */
export function chooseTint(mean: number | null): number {
  return mean === null ? 0 : tintLimits.filter((limit) => mean < limit).length;
}

/** Awaited results are shown unless a filter needs an actual result. */
export function listAwaited(
  { progress }: PageReport,
  { text, agent, status, folder }: Pick<Selection, "text" | "agent" | "status" | "folder">,
): Awaited[] {
  if (progress === undefined || text !== "" || status !== "") return [];
  return progress.awaited
    .filter((awaited) => agent === "" || awaited.agent === agent)
    .filter(({ scenario }) => folder === "" || findFolder(scenario) === folder)
    .map((awaited) => ({ scenarioKey: awaited.scenario, agentName: awaited.agent, awaited: awaited.state }));
}

export interface Reason {
  /** A check, or the whole reason. */
  readonly what: string;
  readonly isCheck: boolean;
  /** Whether it says something about the agent. */
  readonly isCounted: boolean;
  readonly runs: number;
}

const checkPattern = /^(?:\d+ checks do not hold: )?“(.+?)”(?: does not hold| and \d+ more)$/su;

/** What kept most runs from passing: what agents did first, then the most frequent. */
export function listReasons(results: readonly PairResult[]): Reason[] {
  const counts = new Map<string, Reason>();
  for (const { why, status } of results.flatMap(listRuns)) {
    if (why === undefined) continue;
    const check = checkPattern.exec(why)?.[1];
    const what = check ?? why;
    const runs = (counts.get(what)?.runs ?? 0) + 1;
    counts.set(what, { what, isCheck: check !== undefined, isCounted: status === "failed", runs });
  }
  return [...counts.values()].toSorted((a, b) => Number(b.isCounted) - Number(a.isCounted) || b.runs - a.runs);
}
