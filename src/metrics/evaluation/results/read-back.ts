/** Resumes from a results file: reads what is finished and checks that it belongs to the same evaluation. */
import { open } from "node:fs/promises";
import { AxisError } from "../../../core/error.ts";
import { replaceFile } from "../../../core/files/write-file.ts";
import { BaseMetric } from "../../base-metric.ts";
import { readLines } from "../../datasets/lines.ts";
import type { Unit } from "../planning/unit.ts";
import { readRow } from "./file-row.ts";
import { EvaluationProgress } from "./progress.ts";
import { toWriteError } from "./results-file.ts";
import type { ResultRow } from "./row.ts";

/** Repairs the end of a results file whose writer was killed in the middle of a line. */
const blockBytes = 65_536;
const lineFeed = 0x0a;

/** Completes a last line without newline if it is valid JSON, otherwise removes it. */
async function repairLastLine(path: string): Promise<void> {
  await using file = await open(path, "r+").catch((cause: unknown) => {
    throw toWriteError(path, cause);
  });
  const { size } = await file.stat();
  const start = await findLastLineStart(file, size);
  if (start === size) return;
  const bytes = Buffer.alloc(size - start);
  await file.read(bytes, 0, bytes.length, start);
  if (isJson(bytes.toString("utf8"))) await file.write("\n", size);
  else await file.truncate(start);
  await file.datasync();
}

type File = Awaited<ReturnType<typeof open>>;

/** Returns the offset after the last line feed. */
async function findLastLineStart(file: File, size: number): Promise<number> {
  const block = Buffer.alloc(blockBytes);
  for (let end = size; end > 0;) {
    const from = Math.max(0, end - blockBytes);
    await file.read(block, 0, end - from, from);
    const at = block.subarray(0, end - from).lastIndexOf(lineFeed);
    if (at !== -1) return from + at + 1;
    end = from;
  }
  return 0;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // The line is incomplete: the writer was killed.
  }
}

export interface ReadBackRequest {
  readonly path: string;
  readonly units: readonly Unit[];
  /** Drop failed rows, so that they are measured again. */
  readonly retryFailed: boolean;
  /** Called for each row that counts. */
  readonly onRow: (row: ResultRow) => void;
}

/** Reads all rows once, after removing those that do not count (incomplete groups, failed rows to retry) from the file. */
export async function readBack(work: ReadBackRequest): Promise<EvaluationProgress> {
  await repairLastLine(work.path);
  // The extra pass is needed only if there may be rows to remove.
  const unwanted = work.retryFailed || work.units.some(hasGroups) ? await findUnwantedLines(work) : new Set<number>();
  if (unwanted.size > 0) await removeLines(work.path, unwanted);
  const progress = new EvaluationProgress(work.units.length);
  const groups = new Groups(work.units, work.path);
  for await (const { row, line } of readRows(work.path)) {
    const whole = groups.add(row, line);
    if (whole !== undefined && !progress.markFinished(row.itemIndex, whole.position, row.itemDigest))
      throw evaluationChangedError(work.path, `line ${line} belongs to a different item than the rows before it`);
    work.onRow(row);
  }
  return progress;
}

function hasGroups({ kind, measures }: Unit): boolean {
  return kind === "tree" || measures.some(({ metric }) => metric instanceof BaseMetric && metric.type.isMultiMetric);
}

/** Reads the rows of a results file one by one. */
export async function* readRows(path: string): AsyncGenerator<{ readonly row: ResultRow; readonly line: number }> {
  let line = 0;
  for await (const batch of readLines(path)) {
    for (const text of batch) {
      line += 1;
      if (text === "") continue;
      const row = text === null ? undefined : readRow(text);
      if (row === undefined) throw notResultsError(path, line);
      yield { row, line };
    }
  }
}

interface Group {
  readonly position: number;
  readonly lines: number[];
  readonly failed: boolean;
}

/** Collects rows that were written together, and finds the unit they belong to. */
class Groups {
  readonly #positions = new Map<string, number>();
  readonly #path: string;
  readonly #open = new Map<string, Group>();

  constructor(units: readonly Unit[], path: string) {
    this.#path = path;
    for (const [position, { fingerprint, measures }] of units.entries()) {
      this.#positions.set(fingerprint, position);
      for (const measure of measures) this.#positions.set(measure.fingerprint, position);
    }
  }

  /** Returns the group that this row completes, if any. */
  add(row: ResultRow, line: number): Group | undefined {
    const position = this.#positions.get(row.fingerprint);
    if (position === undefined)
      throw evaluationChangedError(
        this.#path,
        `it has rows of "${row.name}" that were measured with other options or are not requested now`,
      );
    const failed = row.status === "failed";
    if (row.rowCount === undefined) return { position, lines: [line], failed };
    const key = `${row.itemIndex}/${position}`;
    const before = this.#open.get(key);
    const group = { position, lines: [...(before?.lines ?? []), line], failed: failed || (before?.failed ?? false) };
    if (group.lines.length < row.rowCount) {
      this.#open.set(key, group);
      return undefined;
    }
    this.#open.delete(key);
    return group;
  }

  /** Lines of incomplete groups: some of their rows were never written. */
  get incompleteLines(): number[] {
    return [...this.#open.values()].flatMap(({ lines }) => lines);
  }
}

async function findUnwantedLines({ path, units, retryFailed }: ReadBackRequest): Promise<Set<number>> {
  const groups = new Groups(units, path);
  const unwanted = new Set<number>();
  for await (const { row, line } of readRows(path)) {
    const whole = groups.add(row, line);
    if (retryFailed && whole?.failed === true) for (const each of whole.lines) unwanted.add(each);
  }
  for (const each of groups.incompleteLines) unwanted.add(each);
  return unwanted;
}

async function removeLines(path: string, unwanted: ReadonlySet<number>): Promise<void> {
  const kept = async function* () {
    let line = 0;
    for await (const batch of readLines(path))
      for (const text of batch) {
        line += 1;
        if (text !== null && text !== "" && !unwanted.has(line)) yield `${text}\n`;
      }
  };
  await replaceFile(path, kept());
}

function notResultsError(path: string, line: number): AxisError {
  return new AxisError("evaluation-changed", `${path}, line ${line}: not a row of results`, {
    hint: "Choose another file with: axis eval ... -o <path>",
  });
}

/** The error for a results file of a different evaluation. */
export function evaluationChangedError(path: string, what: string): AxisError {
  return new AxisError("evaluation-changed", `${path} cannot be resumed: ${what}`, {
    hint: "Use the same dataset and metrics as before, or choose another file",
  });
}
