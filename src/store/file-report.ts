/** A report folder that this process writes: the journal, the files of its runs, and the summary made from them. */
import { open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { AxisError, errorMessage, systemCode } from "../core/error.ts";
import { joinInside } from "../core/paths/inside.ts";
import type { Report } from "../core/report.ts";
import type { LiveFile, RawFile, ReportHandle, RunSlot } from "../core/store.ts";
import { createArtifactNamer, redactBytes } from "./artifacts.ts";
import type { Disk } from "./disk/disk.ts";
import { serializeDocument, writeAtomically } from "./documents/document.ts";
import type { DocumentTarget } from "./documents/document.ts";
import { openFolders } from "./disk/folders.ts";
import type { Folders } from "./disk/folders.ts";
import { openJournal } from "./journal/journal.ts";
import type { Journal } from "./journal/journal.ts";
import { damagedJournalError, readJournal } from "./journal/journal-reader.ts";
import { createLatestWriter } from "./disk/latest-writer.ts";
import { createLiveFile } from "./live-file.ts";
import { journalName, reportName, slotFile, tornName } from "./paths.ts";
import { createRawFile } from "./disk/raw-file.ts";
import { type Redact, redactLineByLine } from "./documents/redact.ts";
import { readDetailFile, unreadableError } from "./documents/read-document.ts";

/** The dependencies of the stores on disk. */
export interface FileStoreDeps {
  readonly disk: Disk;
  readonly redact: Redact;
  readonly now: () => Date;
  readonly onWarning: (message: string) => void;
  readonly rawCapBytes: number;
}

interface OpenReport {
  readonly world: FileStoreDeps;
  readonly id: string;
  readonly folder: string;
  readonly folders: Folders;
  readonly journal: Journal;
  readonly lock: AsyncDisposable;
}

/** Opens the report of a folder that this process has locked. */
export async function openFileReport(
  given: FileStoreDeps,
  { id, folder, lock }: { id: string; folder: string; lock: AsyncDisposable },
): Promise<ReportHandle> {
  let redact = given.redact;
  const world: FileStoreDeps = { ...given, redact: (text) => redact(text) };
  const path = joinInside(folder, journalName);
  const { steps, goodBytes, torn, damage } = await readJournal(path).catch((error: unknown) => emptyJournalIfMissing(path, error));
  if (damage !== undefined) throw damagedJournalError(id, path, damage.offset);
  if (torn !== undefined) await moveTornEnd(world, folder, { goodBytes, id });
  const file = await world.disk.open(path, "append");
  const folders = openFolders(world.disk, folder);
  await folders.sync(folder).catch((error: unknown) => file.close().then(() => Promise.reject(error)));
  const journal = openJournal({ file, redact: world.redact, now: world.now, steps });
  const redactWith = (next: Redact) => {
    redact = next === given.redact ? next : (text) => next(given.redact(text));
  };
  return { ...createReportHandle({ world, id, folder, folders, journal, lock }), redactWith };
}

function emptyJournalIfMissing(path: string, error: unknown): Awaited<ReturnType<typeof readJournal>> {
  if (error instanceof AxisError) throw error;
  if (systemCode(error) !== "ENOENT") throw unreadableError(path, errorMessage(error), error);
  return { records: [], steps: [], goodBytes: 0 };
}

/** The torn end is copied to a separate file before it is cut off, so that nothing is ever lost. */
async function moveTornEnd(world: FileStoreDeps, folder: string, { goodBytes, id }: { goodBytes: number; id: string }) {
  const path = joinInside(folder, journalName);
  const end = (await readFile(path)).subarray(goodBytes);
  const file = await world.disk.open(joinInside(folder, tornName), "append");
  try {
    await file.write(end);
    await file.sync();
  } finally {
    await file.close();
  }
  await world.disk.syncFolder(folder);
  await world.disk.truncate(path, goodBytes);
  world.onWarning(`The last line in the journal of report ${id} was incomplete and was moved to ${tornName}`);
}

function createReportHandle(report: OpenReport): Omit<ReportHandle, "redactWith"> {
  const { world, id, folder, folders, journal, lock } = report;
  const target = (file: string): DocumentTarget => ({ disk: world.disk, folders, path: joinInside(folder, file), file });
  const artifacts = createArtifactNamer();
  const raws = new Set<RawFile>();
  const summary = createLatestWriter(async (value: Report) => {
    await writeAtomically(target(reportName), serializeDocument(value, world.redact));
  });
  return {
    reportId: id,
    folder,
    steps: journal.steps,
    record: (step) => journal.record(step),
    detailFile: (slot) => slotFile(slot, "detail"),
    openRaw: async (slot, kind = "raw") => openRaw(report, raws, slotFile(slot, kind)),
    openLive: (slot) => openLive(report, slot),
    async writeDetail(slot, detail) {
      return writeAtomically(target(slotFile(slot, "detail")), serializeDocument(detail, world.redact));
    },
    async writeSparseIndex(slot, text) {
      await writeAtomically(target(slotFile(slot, "sparse-index")), [world.redact(text)]);
    },
    async writePatch(slot, text) {
      return writeAtomically(target(slotFile(slot, "patch")), [redactLineByLine(text, world.redact)]);
    },
    addArtifact: async (slot, path, content) =>
      writeArtifact(report, artifacts(slot, path), redactBytes(content, world.redact)),
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

async function openRaw({ world, folder, folders }: OpenReport, opened: Set<RawFile>, name: string): Promise<RawFile> {
  const path = joinInside(folder, name);
  await folders.ensure(dirname(path));
  const file = await world.disk.open(path, "new").catch(async (error: unknown) => {
    if (systemCode(error) !== "EEXIST") throw error;
    await keepInterruptedFile(path);
    return world.disk.open(path, "new");
  });
  const raw = createRawFile({
    file,
    name,
    redact: world.redact,
    capBytes: world.rawCapBytes,
    syncFolder: folders.syncLater(dirname(path)),
  });
  const owned: RawFile = {
    append: (line) => raw.append(line),
    close: () => raw.close().finally(() => opened.delete(owned)),
  };
  opened.add(owned);
  return owned;
}

function openLive({ world: { disk, redact }, folder }: OpenReport, slot: RunSlot): LiveFile {
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

async function writeArtifact({ world, folder, folders }: OpenReport, name: string, content: Uint8Array): Promise<string> {
  const path = joinInside(folder, name);
  await folders.ensure(dirname(path));
  const file = await world.disk.open(path, "new");
  try {
    await file.write(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await folders.sync(dirname(path));
  return name;
}
