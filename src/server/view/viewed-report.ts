/** One report as its page requests it, read from its folder while another process may be writing there. */
import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { AxisError, systemCode } from "../../core/error.ts";
import { resolveInside } from "../../core/paths/inside.ts";
import type { Report } from "../../core/report.ts";
import type { RunSlot } from "../../core/store.ts";
import { axisVersion } from "../../core/version.ts";
import {
  type CellAtWork,
  type CellDoing,
  type PageIndex,
  type PageProgress,
  type RunPlace,
  viewChanges,
  type WorkNow,
} from "../../report/html/page-index.ts";
import type { SplitRun } from "../../report/html/split-run.ts";
import { type LabelledRun, toLabelledRun } from "../../report/review/judged-checks.ts";
import { decideVerdict } from "../../report/report-verdict.ts";
import { isLocked } from "../../store/disk/lock.ts";
import { parseReportHead } from "../../store/documents/read-document.ts";
import { JournalTail } from "../../store/journal/journal-reader.ts";
import { openDetail } from "../../store/long-detail/long-detail.ts";
import { journalName, reportName, slotFile } from "../../store/paths.ts";
import { createRecentCache } from "../files/recent-cache.ts";
import { splitForPage } from "../files/split-for-page.ts";
import { CellStates } from "./cell-states.ts";
import { readDoing } from "./read-doing.ts";

/** Longer than any line, so that a part of this length always contains the end of one. */
const maxLiveBytes = 16 * 1_048_576;

interface LiveEntries {
  readonly entries: readonly unknown[];
  /** The offset after the last entry. */
  readonly next: number;
}

async function readLiveEntries(path: string, from: number): Promise<LiveEntries> {
  const bytes = await readBytesFrom(path, from);
  const end = bytes.lastIndexOf("\n") + 1;
  const lines = bytes.toString("utf8", 0, end).split("\n");
  return { entries: lines.filter((line) => line !== "").map(parseEntry), next: from + end };
}

/** Empty if the file is missing: the run is too short, has printed nothing yet, or is over. */
async function readBytesFrom(path: string, from: number): Promise<Buffer> {
  try {
    await using handle = await open(path);
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.max(0, Math.min(size - from, maxLiveBytes)));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}

/** A line that is not JSON is shown as it is. */
function parseEntry(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

/** Each of them is a file to read, and nobody reads more lines. */
const maxShownAtWork = 30;

/** Number of cached runs: a page requests part after part of the same one. */
const maxCachedRuns = 3;

/** What labels need to know about a run. */
type RunHead = Parameters<typeof toLabelledRun>[0];

export class ViewedReport {
  readonly #id: string;
  readonly #folder: string;
  readonly #states = new CellStates();
  readonly #tail: JournalTail;
  readonly #runs = createRecentCache<SplitRun>(maxCachedRuns);
  readonly #report = createRecentCache<Report>(1);
  readonly #heads = new Map<string, { readonly mark: string; readonly head: RunHead }>();
  #turn: Promise<unknown> = Promise.resolve();

  /** `folder` is already checked: its real path is inside the reports folder. */
  constructor(id: string, folder: string) {
    this.#id = id;
    this.#folder = folder;
    this.#tail = new JournalTail(`${folder}/${journalName}`);
  }

  /** Changes whenever the report may have changed. */
  async version(): Promise<string> {
    const marks = await Promise.all([reportName, journalName].map((name) => readFileMark(`${this.#folder}/${name}`)));
    return [...marks, String(await isLocked(this.#folder))].join();
  }

  /** The data that the page reads first. */
  async index(): Promise<PageIndex> {
    const report = await this.#readReport();
    const progress = report.state === "complete" ? undefined : await this.#runInTurn(() => this.#progress(report));
    const verdict = progress?.state === "going-on" ? null : (report.verdict ?? decideVerdict(report));
    const page = {
      name: this.#id,
      report,
      verdict,
      runs: toRunPlaces(report),
      progress,
    };
    return { axisVersion, reports: [page], comparison: null, compared: viewChanges([page], null) };
  }

  /** What the agents do now; null for a report that is not running. */
  async work(): Promise<WorkNow | null> {
    const report = await this.#readReport();
    if (report.state !== "running") return null;
    const { state, counts, atWork } = await this.#runInTurn(() => this.#progress(report));
    if (state !== "going-on") return null;
    const shown = atWork.slice(0, maxShownAtWork);
    return { counts, atWork: await Promise.all(shown.map((cell) => this.#addDoing(cell))) };
  }

  async #addDoing(cell: CellAtWork): Promise<CellDoing> {
    if (cell.state !== "running") return { ...cell, doing: null };
    const { scenario, agent, trial, attempt } = cell;
    const doing = await this.#readDoing({ cell: { scenario, agent, trial }, attempt });
    return { ...cell, doing };
  }

  /** A journal is only a file: a name in it that cannot be a path has no file to read. */
  async #readDoing(slot: RunSlot): Promise<string | null> {
    try {
      return await readDoing(await resolveInside(this.#folder, slotFile(slot, "live")));
    } catch (error) {
      if (error instanceof AxisError) return null;
      throw error;
    }
  }

  /** Undefined for a run that is not in the report or was never run. */
  async run(runId: string): Promise<SplitRun | undefined> {
    const file = findRunPath(await this.#readReport(), runId);
    if (file === undefined) return undefined;
    const path = await resolveInside(this.#folder, file);
    return await this.#runs(`${file} ${await readFileMark(path)}`, async () =>
      splitForPage(await openDetail(path, file)),
    );
  }

  /** Every run that has a result, with what its judges said. */
  async labelledRuns(): Promise<LabelledRun[]> {
    const report = await this.#readReport();
    const context = { report: this.#id, passMark: report.scoring?.passMark };
    const runs: LabelledRun[] = [];
    for (const result of report.results)
      for (const { runId, file } of listRunEntries(result)) {
        // The report has the representative run of each result; the others are in their details.
        const own = runId === result.runId ? { ...result, trial: findTrial(result) } : await this.#readHead(file);
        if (own !== undefined) runs.push(toLabelledRun(own, context));
      }
    return runs;
  }

  /** The detail of a run without its lists; undefined if the file is gone. */
  async #readHead(file: string): Promise<RunHead | undefined> {
    const path = await resolveInside(this.#folder, file);
    const mark = await readFileMark(path);
    if (mark === "none") return undefined;
    const known = this.#heads.get(file);
    if (known?.mark === mark) return known.head;
    const { runId, scenarioKey, agentName, trial, status, score } = (await openDetail(path, file)).head;
    const head = { runId, scenarioKey, agentName, trial, status, score };
    this.#heads.set(file, { mark, head });
    return head;
  }

  /** What a run has written from that byte on; undefined if it is not running, or no longer. */
  async live(runId: string, from: number): Promise<LiveEntries | undefined> {
    const slot = await this.#runInTurn(async () => {
      await this.#readJournal();
      return (await isLocked(this.#folder)) ? this.#states.findRunning(runId) : undefined;
    });
    if (slot === undefined) return undefined;
    return await readLiveEntries(await resolveInside(this.#folder, slotFile(slot, "live")), from);
  }

  /** The bytes of an artifact, by its path in the workspace. */
  async artifact(runId: string, path: string): Promise<ReadableStream<Uint8Array> | undefined> {
    const run = await this.run(runId);
    const found = run?.block.detail.artifacts?.find((artifact) => artifact.path === path);
    return found?.file === undefined ? undefined : await this.#openBytes(found.file);
  }

  /** The bytes of the diff of a run. */
  async patch(runId: string): Promise<ReadableStream<Uint8Array> | undefined> {
    const file = (await this.run(runId))?.block.detail.patch?.file;
    return file === undefined ? undefined : await this.#openBytes(file);
  }

  async #openBytes(name: string): Promise<ReadableStream<Uint8Array> | undefined> {
    const file = await resolveInside(this.#folder, name);
    if (!(await stat(file)).isFile()) return undefined;
    return Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  }

  async #readReport(): Promise<Report> {
    const path = await resolveInside(this.#folder, reportName);
    return await this.#report(await readFileMark(path), async () =>
      parseReportHead(await readFile(path, "utf8"), reportName),
    );
  }

  async #progress(report: Report): Promise<PageProgress> {
    await this.#readJournal();
    const isGoingOn = report.state === "running" && (await isLocked(this.#folder));
    return this.#states.toProgress(report, isGoingOn ? "going-on" : "interrupted");
  }

  async #readJournal(): Promise<void> {
    await resolveInside(this.#folder, journalName);
    for await (const record of this.#tail.read()) this.#states.apply(record);
  }

  /** The journal has a single read position, so readers take turns. */
  async #runInTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work, work);
    this.#turn = mine.catch(() => {}); // The caller gets the error; the next one starts fresh.
    return await mine;
  }
}

/** Names each run's block after its id, which stays the same while other results arrive. */
export function toRunPlaces({ results }: Pick<Report, "results">): Record<string, RunPlace> {
  return Object.fromEntries(results.flatMap(listRunEntries).map(({ runId, file }) => [file, { block: runId }]));
}

function findRunPath({ results }: Report, runId: string): string | undefined {
  return results.flatMap(listRunEntries).find((run) => run.runId === runId)?.file;
}

function listRunEntries({
  runId,
  file,
  trials,
}: Report["results"][number]): readonly { runId: string; file: string }[] {
  return (trials ?? [{ runId, file }]).filter((run) => run.file !== "");
}

/** The trial that a result shows; 1 if it has only one. */
function findTrial({ runId, trials }: Report["results"][number]): number {
  return trials?.find((trial) => trial.runId === runId)?.trial ?? 1;
}

async function readFileMark(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined); // The file does not exist yet.
  return found === undefined ? "none" : `${found.ino} ${found.size} ${found.mtimeMs}`;
}
