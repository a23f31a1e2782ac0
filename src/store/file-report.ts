/** A report folder that this process writes: the journal, the files of its runs, and the summary made from them. */
import { open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { AxisError, errorMessage, systemCode } from "../core/error.ts";
import { joinInside } from "../core/paths/inside.ts";
import type { Report } from "../core/report.ts";
import type { LiveFile, RawFile, ReportHandle, RunSlot } from "../core/store.ts";
import { createArtifactNamer, redactBytes } from "./artifacts.ts";
import type { Disk, DiskFile } from "./disk/disk.ts";
import { type Folders, openFolders } from "./disk/folders.ts";
import { createRawFile } from "./disk/raw-file.ts";
import { type DocumentTarget, serializeDocument, writeAtomically } from "./documents/document.ts";
import { readDetailFile, unreadableError } from "./documents/read-document.ts";
import { type Redact, redactLineByLine, toRedactedLines } from "./documents/redact.ts";
import { damagedJournalError, readJournal } from "./journal/journal-reader.ts";
import { type Journal, openJournal } from "./journal/journal.ts";
import { journalName, reportName, slotFile, tornName } from "./paths.ts";

/** How far the file may lag behind the run. */
const holdMs = 1_000;
/** No viewer reads more than this while a run is in progress; the run's detail has everything. */
const maxLiveBytes = 64 * 1_048_576;

interface LiveTarget {
  readonly disk: Disk;
  /** Absolute; its folder exists. */
  readonly path: string;
  readonly redact: Redact;
  /** Absolute: the live file of the previous attempt, which a killed process may have left. */
  readonly earlier?: string;
}

export function createLiveFile({ disk, path, redact, earlier }: LiveTarget): LiveFile {
  let held: unknown[] = [];
  let timer: NodeJS.Timeout | undefined;
  let file: DiskFile | undefined;
  let bytes = 0;
  let isOver = false;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const rows = held;
    held = [];
    const content = Buffer.from(`${[...toRedactedLines(rows, "\n", redact)].join("")}\n`);
    bytes += content.length;
    if (bytes > maxLiveBytes) return void (isOver = true);
    file ??= await replaceFile(disk, path);
    await file.write(content);
  }

  function flush(): void {
    timer = undefined;
    writing = writing.then(write).catch(() => {
      // Viewers see no further entries. A full disk is reported when the durable files are written.
      isOver = true;
    });
  }

  return {
    append(entry) {
      if (isOver) return;
      held.push(entry);
      timer ??= setTimeout(flush, holdMs).unref();
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      clearTimeout(timer);
      await writing;
      await file?.close().catch(() => {}); // The file is deleted below.
      // A leftover file is harmless: it is read only while its run is in progress.
      if (earlier !== undefined) await disk.remove(earlier).catch(() => {});
      if (file !== undefined) await disk.remove(path).catch(() => {});
    },
  };
}

/** Replaces a file that a killed process left. */
async function replaceFile(disk: Disk, path: string): Promise<DiskFile> {
  await disk.remove(path);
  return await disk.open(path, "new");
}

/** The dependencies of the stores on disk. */
export interface FileStoreDeps {
  readonly disk: Disk;
  readonly redact: Redact;
  readonly now: () => Date;
  readonly onWarning: (message: string) => void;
  readonly rawCapBytes: number;
}

interface OpenReport {
  readonly deps: FileStoreDeps;
  readonly id: string;
  readonly folder: string;
  readonly folders: Folders;
  readonly journal: Journal;
  readonly lock: AsyncDisposable;
  readonly redactWith: ReportHandle["redactWith"];
}

/** Opens the report of a folder that this process has locked. */
export async function openFileReport(
  given: FileStoreDeps,
  { id, folder, lock }: { id: string; folder: string; lock: AsyncDisposable },
): Promise<ReportHandle> {
  let redact = given.redact;
  const deps: FileStoreDeps = { ...given, redact: (text) => redact(text) };
  const path = joinInside(folder, journalName);
  const { steps, goodBytes, torn, damage } = await readJournal(path).catch((error: unknown) =>
    emptyJournalIfMissing(path, error),
  );
  if (damage !== undefined) throw damagedJournalError(id, path, damage.offset);
  if (torn !== undefined) await moveTornEnd(deps, folder, { goodBytes, id });
  const file = await deps.disk.open(path, "append");
  const folders = openFolders(deps.disk, folder);
  await folders.sync(folder).catch((error: unknown) => file.close().then(() => Promise.reject(error)));
  const journal = openJournal({ file, redact: deps.redact, now: deps.now, steps });
  const redactWith = (next: Redact) => {
    redact = next === given.redact ? next : (text) => next(given.redact(text));
  };
  return createReportHandle({ deps, id, folder, folders, journal, lock, redactWith });
}

function emptyJournalIfMissing(path: string, error: unknown): Awaited<ReturnType<typeof readJournal>> {
  if (error instanceof AxisError) throw error;
  if (systemCode(error) !== "ENOENT") throw unreadableError(path, errorMessage(error), error);
  return { records: [], steps: [], goodBytes: 0 };
}

/** The torn end is copied to a separate file before it is cut off, so that nothing is ever lost. */
async function moveTornEnd(deps: FileStoreDeps, folder: string, { goodBytes, id }: { goodBytes: number; id: string }) {
  const path = joinInside(folder, journalName);
  const end = (await readFile(path)).subarray(goodBytes);
  const file = await deps.disk.open(joinInside(folder, tornName), "append");
  try {
    await file.write(end);
    await file.sync();
  } finally {
    await file.close();
  }
  await deps.disk.syncFolder(folder);
  await deps.disk.truncate(path, goodBytes);
  deps.onWarning(`The last line in the journal of report ${id} was incomplete and was moved to ${tornName}`);
}

function createReportHandle(report: OpenReport): ReportHandle {
  const { deps, id, folder, folders, journal, lock, redactWith } = report;
  const target = (file: string): DocumentTarget => ({
    disk: deps.disk,
    folders,
    path: joinInside(folder, file),
    file,
  });
  const artifacts = createArtifactNamer();
  const raws = new Set<RawFile>();
  const summary = createLatestWriter(async (value: Report) => {
    await writeAtomically(target(reportName), serializeDocument(value, deps.redact));
  });
  return {
    reportId: id,
    folder,
    steps: journal.steps,
    redactWith,
    record: (step) => journal.record(step),
    detailFile: (slot) => slotFile(slot, "detail"),
    openRaw: async (slot, kind = "raw") => openRaw(report, raws, slotFile(slot, kind)),
    openLive: (slot) => openLive(report, slot),
    async writeDetail(slot, detail) {
      return writeAtomically(target(slotFile(slot, "detail")), serializeDocument(detail, deps.redact));
    },
    async writeSparseIndex(slot, text) {
      await writeAtomically(target(slotFile(slot, "sparse-index")), [deps.redact(text)]);
    },
    async writePatch(slot, text) {
      return writeAtomically(target(slotFile(slot, "patch")), [redactLineByLine(text, deps.redact)]);
    },
    addArtifact: async (slot, path, content) =>
      writeArtifact(report, artifacts(slot, path), redactBytes(content, deps.redact)),
    readDetail: (file) => readDetailFile(folder, file),
    writeReport: summary,
    async [Symbol.asyncDispose]() {
      await Promise.allSettled([...raws].map((raw) => raw.close()));
      try {
        await journal.close();
      } finally {
        await lock[Symbol.asyncDispose]();
      }
    },
  };
}

async function openRaw({ deps, folder, folders }: OpenReport, opened: Set<RawFile>, name: string): Promise<RawFile> {
  const path = joinInside(folder, name);
  await folders.ensure(dirname(path));
  const file = await deps.disk.open(path, "new").catch(async (error: unknown) => {
    if (systemCode(error) !== "EEXIST") throw error;
    await keepInterruptedFile(path);
    return deps.disk.open(path, "new");
  });
  const raw = createRawFile({
    file,
    name,
    redact: deps.redact,
    capBytes: deps.rawCapBytes,
    syncFolder: folders.syncLater(dirname(path)),
  });
  const owned: RawFile = {
    append: (line) => raw.append(line),
    close: () => raw.close().finally(() => opened.delete(owned)),
  };
  opened.add(owned);
  return owned;
}

function openLive({ deps: { disk, redact }, folder }: OpenReport, slot: RunSlot): LiveFile {
  const pathOf = (attempt: number) => joinInside(folder, slotFile({ ...slot, attempt }, "live"));
  const earlier = slot.attempt > 1 ? { earlier: pathOf(slot.attempt - 1) } : {};
  return createLiveFile({ disk, redact, path: pathOf(slot.attempt), ...earlier });
}

/** Files that an interrupted process left for the same attempt are evidence too, and are never overwritten. */
async function keepInterruptedFile(path: string): Promise<void> {
  for (let number = 1; ; number += 1) {
    const kept = `${path}.interrupted-${number}`;
    try {
      await (await open(kept, "wx")).close();
      return await rename(path, kept);
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw error;
    }
  }
}

async function writeArtifact(
  { deps, folder, folders }: OpenReport,
  name: string,
  content: Uint8Array,
): Promise<string> {
  const path = joinInside(folder, name);
  await folders.ensure(dirname(path));
  const file = await deps.disk.open(path, "new");
  try {
    await file.write(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await folders.sync(dirname(path));
  return name;
}

/** Writes one value at a time, always the newest: a value that is replaced while it waits is never written. */
function createLatestWriter<T>(write: (value: T) => Promise<void>): (value: T) => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let waiting: { value: T; done: Promise<void> } | null = null;

  return (value) => {
    if (waiting !== null) {
      waiting.value = value;
      return waiting.done;
    }
    const next = { value, done: Promise.resolve() };
    waiting = next;
    const begin = () => {
      waiting = null;
      return write(next.value);
    };
    next.done = running.then(begin, begin);
    running = next.done;
    return next.done;
  };
}
