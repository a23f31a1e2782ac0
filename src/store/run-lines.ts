/** .axis/runs.ndjson: one line per scored run, in scoring order. It only grows, and is made again from the reports when it is missing. */
import { open } from "node:fs/promises";
import { systemCode } from "../core/error.ts";
import { lineOfRun } from "../core/run/line-of-run.ts";
import { RunLine } from "../core/run/run-line.ts";
import type { Disk } from "./disk/disk.ts";
import type { FileStore } from "./files.ts";

/** What making the file again needs. */
type Reports = Pick<FileStore, "listReportHeads" | "openDetail">;

export class RunLines {
  readonly #file: string;
  readonly #disk: Disk;
  readonly #reports: Reports;
  #lines: RunLine[] = [];
  /** How far the file was read, always to the end of a line. */
  #readBytes = 0;
  /** Reads and writes come one after the other: two that read the same part would count it twice. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(file: string, { disk, reports }: { readonly disk: Disk; readonly reports: Reports }) {
    this.#file = file;
    this.#disk = disk;
    this.#reports = reports;
  }

  /** All lines, also those that other processes have added. What is no line is passed over. */
  read(): Promise<readonly RunLine[]> {
    return this.#inTurn(() => this.#read());
  }

  /** A run that has a line already gets no second one. */
  add(line: RunLine): Promise<void> {
    return this.#inTurn(async () => {
      if ((await this.#read()).some(({ run_id }) => run_id === line.run_id)) return;
      const torn = ((await this.#added())?.length ?? 0) > 0;
      await this.#append(`${torn ? "\n" : ""}${JSON.stringify(line)}\n`);
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(work);
    this.#turn = next.catch(() => {}); // Heard by whoever asked for it.
    return next;
  }

  async #read(): Promise<readonly RunLine[]> {
    const added = await this.#added();
    if (added === null) return await this.#makeAgain();
    const end = added.lastIndexOf(0x0a) + 1;
    this.#readBytes += end;
    this.#lines.push(...added.toString("utf8", 0, end).split("\n").flatMap(readLine));
    return this.#lines;
  }

  async #append(text: string): Promise<void> {
    const file = await this.#disk.open(this.#file, "append");
    try {
      await file.write(Buffer.from(text));
    } finally {
      await file.close();
    }
  }

  /** What the file holds beyond what was read; null where there is no file. */
  async #added(): Promise<Buffer | null> {
    try {
      await using handle = await open(this.#file, "r");
      const { size } = await handle.stat();
      if (size < this.#readBytes) [this.#readBytes, this.#lines] = [0, []];
      const bytes = Buffer.alloc(size - this.#readBytes);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, this.#readBytes);
      return bytes.subarray(0, bytesRead);
    } catch (error) {
      if (systemCode(error) === "ENOENT") return null;
      throw error;
    }
  }

  /** From the details of every report that has cards, in the order they were made. */
  async #makeAgain(): Promise<readonly RunLine[]> {
    const { reports } = await this.#reports.listReportHeads();
    const lines: RunLine[] = [];
    for (const { reportId, report } of reports) {
      const files = report.results
        .filter(({ scorecard }) => scorecard !== undefined)
        .flatMap(({ file, trials }) => trials?.map((trial) => trial.file) ?? [file]);
      for (const file of files) lines.push(...(await this.#lineIn(reportId, file)));
    }
    const inOrder = [...new Map(lines.toSorted(byTime).map((line) => [line.run_id, line])).values()];
    if (inOrder.length > 0) await this.#append(inOrder.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return inOrder;
  }

  async #lineIn(reportId: string, file: string): Promise<RunLine[]> {
    if (file === "") return [];
    try {
      const { head } = await this.#reports.openDetail(reportId, file);
      const line = lineOfRun(head, reportId);
      return line === undefined ? [] : [line];
    } catch {
      // A detail that is gone or damaged is a run less in the pace, and no reason to stop.
      return [];
    }
  }
}

function readLine(text: string): RunLine[] {
  try {
    const read = RunLine.safeParse(JSON.parse(text));
    return read.success ? [read.data] : [];
  } catch {
    // Torn by a crash, or written by somebody else.
    return [];
  }
}

function byTime(a: RunLine, b: RunLine): number {
  const [left, right] = [`${a.scored_at} ${a.run_id}`, `${b.scored_at} ${b.run_id}`];
  return left < right ? -1 : left > right ? 1 : 0;
}
