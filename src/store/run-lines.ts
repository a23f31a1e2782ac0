/** .axis/runs.ndjson: one line per scored run, in scoring order. It only grows; if missing, the reports recreate it. */
import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { AxisError, errorMessage, systemCode } from "../core/error.ts";
import { RunLine } from "../core/run/run-line.ts";
import { toRunLine } from "../core/run/to-run-line.ts";
import type { Disk } from "./disk/disk.ts";
import { openStoredFile } from "./disk/stored-file.ts";
import type { ReportHeads } from "./files.ts";

export class RunLines {
  readonly #file: string;
  readonly #disk: Disk;
  readonly #reports: ReportHeads;
  #lines: RunLine[] = [];
  #ids = new Set<string>();
  /** How many bytes of the file were read, always up to the end of a line. */
  #readBytes = 0;
  /** Whether an incomplete line follows. */
  #torn = false;
  /** The line written last, if it has not been read back yet. */
  #lastWritten: { readonly line: RunLine; readonly bytes: number } | null = null;
  /** Reads and writes run one after the other: two reads of the same part would count its lines twice. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(file: string, { disk, reports }: { readonly disk: Disk; readonly reports: ReportHeads }) {
    this.#file = file;
    this.#disk = disk;
    this.#reports = reports;
  }

  /** All lines, including those that other processes added. Skips invalid lines. */
  read(): Promise<readonly RunLine[]> {
    return this.#inTurn(() => this.#read());
  }

  /** Adds a line, unless the run already has one. */
  add(line: RunLine): Promise<void> {
    return this.#inTurn(async () => {
      await this.#read();
      if (this.#ids.has(line.run_id)) return;
      const bytes = await this.#append(`${this.#torn ? "\n" : ""}${JSON.stringify(line)}\n`);
      this.#lastWritten = { line, bytes };
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(work);
    this.#turn = next.catch(() => {}); // The caller gets the error from `next`.
    return next;
  }

  async #read(): Promise<readonly RunLine[]> {
    const found = await this.#statFile();
    const own = this.#lastWritten;
    this.#lastWritten = null;
    if (found === null) return await this.#recreate();
    if (found.size < this.#readBytes) this.#forget();
    if (found.isFile() && found.size === this.#readBytes) this.#torn = false;
    else if (own !== null && !this.#torn && found.size === this.#readBytes + own.bytes)
      this.#take([own.line], own.bytes);
    else await this.#readNew(found.size);
    return this.#lines;
  }

  /** The file's stats; null if it does not exist. */
  async #statFile(): Promise<Stats | null> {
    try {
      return await stat(this.#file);
    } catch (error) {
      if (systemCode(error) === "ENOENT") return null;
      throw this.#unreadable(error);
    }
  }

  /** Reads the new part of the file, up to `size`. */
  async #readNew(size: number): Promise<void> {
    const { bytes, bytesRead } = await this.#bytesUpTo(size).catch((error: unknown) => {
      throw this.#unreadable(error);
    });
    const end = bytes.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
    this.#torn = end < bytesRead;
    this.#take(bytes.toString("utf8", 0, end).split("\n").flatMap(parseLine), end);
  }

  async #bytesUpTo(size: number): Promise<{ bytes: Buffer; bytesRead: number }> {
    await using handle = await openStoredFile(this.#file);
    const bytes = Buffer.alloc(size - this.#readBytes);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, this.#readBytes);
    return { bytes, bytesRead };
  }

  #unreadable(cause: unknown): AxisError {
    return new AxisError("report-unreadable", `${this.#file} could not be read: ${errorMessage(cause)}`, {
      hint: "Move it away; AXIS recreates it from the reports",
      cause,
    });
  }

  /** A run counts once, even if two processes recreated the file at the same time. */
  #take(lines: readonly RunLine[], bytes: number): void {
    this.#readBytes += bytes;
    for (const line of lines) {
      if (this.#ids.has(line.run_id)) continue;
      this.#lines.push(line);
      this.#ids.add(line.run_id);
    }
  }

  #forget(): void {
    [this.#readBytes, this.#lines, this.#ids, this.#torn] = [0, [], new Set(), false];
  }

  /** Returns the number of bytes written. */
  async #append(text: string): Promise<number> {
    const bytes = Buffer.from(text);
    const file = await this.#disk.open(this.#file, "append");
    try {
      await file.write(bytes);
    } finally {
      await file.close();
    }
    return bytes.length;
  }

  async #recreate(): Promise<readonly RunLine[]> {
    this.#forget();
    const lines = await collectRunLines(this.#reports);
    if (lines.length > 0) await this.#append(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    // Another process may have recreated the file too, so its current content counts.
    const found = await this.#statFile();
    if (found !== null) await this.#readNew(found.size);
    return this.#lines;
  }
}

function parseLine(text: string): RunLine[] {
  try {
    const read = RunLine.safeParse(JSON.parse(text));
    return read.success ? [read.data] : [];
  } catch {
    // The line was torn by a crash, or AXIS did not write it.
    return [];
  }
}

/** Collects the lines of all scored runs, in scoring order and each once, to recreate a missing .axis/runs.ndjson. */
async function collectRunLines(store: ReportHeads): Promise<readonly RunLine[]> {
  const { reports } = await store.listReportHeads();
  const lines: RunLine[] = [];
  for (const { reportId, report } of reports) {
    const files = report.results
      .filter(({ scorecard }) => scorecard !== undefined)
      .flatMap(({ file, trials }) => trials?.map((trial) => trial.file) ?? [file]);
    for (const file of files) lines.push(...(await readRunLine(store, reportId, file)));
  }
  return [...new Map(lines.toSorted(compareByTime).map((line) => [line.run_id, line])).values()];
}

async function readRunLine(store: ReportHeads, reportId: string, file: string): Promise<RunLine[]> {
  if (file === "") return [];
  try {
    const { head } = await store.openDetail(reportId, file);
    const line = toRunLine(head, reportId);
    return line === undefined ? [] : [line];
  } catch {
    // A missing or damaged detail only means one run less for the usual time; it is no reason to stop.
    return [];
  }
}

function compareByTime(a: RunLine, b: RunLine): number {
  const [left, right] = [`${a.scored_at} ${a.run_id}`, `${b.scored_at} ${b.run_id}`];
  return left < right ? -1 : left > right ? 1 : 0;
}
