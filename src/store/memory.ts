/** A store in memory with the same contract as the store on disk, for tests and for programs that save nothing. */
import { createHash } from "node:crypto";
import type { Baseline } from "../core/report/baseline.ts";
import { AxisError } from "../core/error.ts";
import type { RunLine } from "../core/run/run-line.ts";
import type { FileMark, LiveFile, JournalStep, ReportHandle, ReportListing, Store } from "../core/store.ts";
import { createArtifactNamer } from "./artifacts.ts";
import { baselineMissingError, requireDistinctName } from "./baselines.ts";
import { serializeDocument } from "./documents/document.ts";
import { requireName, reportName, slotFile } from "./paths.ts";
import { toRedactedJson } from "./documents/redact.ts";
import { findReportId, compareNewestFirst, sortNewestFirst, noReportsError, toReportId } from "./report-ids.ts";
import { parseBaseline, parseDetail, parseReport } from "./documents/read-document.ts";

interface MemoryReport {
  readonly id: string;
  readonly steps: JournalStep[];
  readonly files: Map<string, string | Uint8Array>;
  readonly place: ReturnType<typeof createArtifactNamer>;
  isOpen: boolean;
}

/** A store that lasts as long as the process. Documents are kept as text, so that later changes cannot reach them. */
export function memoryStore(): Store {
  const reports = new Map<string, MemoryReport>();

  function find(wanted: string): MemoryReport {
    const ids = sortNewestFirst([...reports.keys()]);
    const id = wanted === "latest" ? ids[0] : findReportId(ids, wanted);
    const report = id === undefined ? undefined : reports.get(id);
    if (report === undefined) throw noReportsError();
    return report;
  }

  return {
    async createReport(start) {
      let number = 1;
      while (reports.has(toReportId(start, number))) number += 1;
      const id = toReportId(start, number);
      const report = { id, steps: [], files: new Map(), place: createArtifactNamer(), isOpen: false };
      reports.set(id, report);
      return openReport(report);
    },
    resumeReport: async (wanted) => openReport(find(wanted)),
    async listReports() {
      return listMemoryReports(sortNewestFirst([...reports.keys()]).flatMap((id) => reports.get(id) ?? []));
    },
    readReport: async (wanted) => readReport(wanted === "latest" ? findLatestWritten(reports) : find(wanted)),
    readDetail: async (wanted, file) => readDetail(find(wanted), file),
    ...memoryRunLines(),
    ...memoryBaselines(),
  };
}

function memoryRunLines(): Pick<Store, "readRunLines" | "addRunLine"> {
  const lines = new Map<string, RunLine>();
  return {
    readRunLines: async () => [...lines.values()],
    async addRunLine(line) {
      if (!lines.has(line.run_id)) lines.set(line.run_id, { ...line });
    },
  };
}

function openReport(report: MemoryReport): ReportHandle {
  const { id, steps, files } = report;
  if (report.isOpen)
    throw new AxisError("report-locked", `Report ${id} is already being written by this process (${process.pid})`);
  report.isOpen = true;
  return {
    reportId: id,
    folder: null,
    steps,
    redactWith() {
      // Nothing here leaves the process.
    },
    async record(step) {
      if (!report.isOpen) throw new Error("The report is closed");
      steps.push(JSON.parse(toRedactedJson(step, keepText)) as JournalStep);
    },
    detailFile: (slot) => slotFile(slot, "detail"),
    openRaw: async (slot, kind = "raw") => openRawLines(files, slotFile(slot, kind)),
    openLive: () => noLiveFile,
    writeDetail: async (slot, detail) => storeText(files, slotFile(slot, "detail"), toDocumentText(detail)),
    async writeSparseIndex(slot, text) {
      storeText(files, slotFile(slot, "sparse-index"), text);
    },
    writePatch: async (slot, text) => storeText(files, slotFile(slot, "patch"), text),
    async addArtifact(slot, path, content) {
      const place = report.place(slot, path);
      files.set(place, content.slice());
      return place;
    },
    readDetail: async (file) => readDetail(report, file),
    async writeReport(value) {
      storeText(files, reportName, toDocumentText(value));
    },
    async [Symbol.asyncDispose]() {
      report.isOpen = false;
    },
  };
}

/** No other process can read this store, so live files are not needed. */
const noLiveFile: LiveFile = { append() {}, async [Symbol.asyncDispose]() {} };

function openRawLines(files: MemoryReport["files"], file: string) {
  const lines: string[] = [];
  let closed: FileMark | undefined;
  return {
    append(line: string) {
      if (closed === undefined) lines.push(`${line}\n`);
    },
    close: async () => (closed ??= storeText(files, file, lines.join(""))),
  };
}

function storeText(files: MemoryReport["files"], file: string, text: string): FileMark {
  files.set(file, text);
  return { file, bytes: Buffer.byteLength(text), sha256: createHash("sha256").update(text).digest("hex") };
}

function toDocumentText(document: object): string {
  return [...serializeDocument(document, keepText)].join("");
}

function keepText(text: string): string {
  return text;
}

function readDetail({ id, files }: MemoryReport, file: string) {
  const text = files.get(file);
  if (typeof text === "string") return parseDetail(text, file);
  if (file.split("/").includes("..") || file.startsWith("/"))
    throw new AxisError("path-outside", `The path ${JSON.stringify(file)} is outside its folder`);
  throw new AxisError("report-unreadable", `Report ${id} has no file ${JSON.stringify(file)}`);
}

function readReport({ id, files }: MemoryReport) {
  const text = files.get(reportName);
  if (typeof text === "string") return parseReport(text, reportName);
  throw new AxisError("report-unreadable", `Report ${id} has no ${reportName}`, {
    hint: `It was interrupted. Resume it with: axis run --resume ${id}`,
  });
}

function findLatestWritten(reports: ReadonlyMap<string, MemoryReport>): MemoryReport {
  for (const id of sortNewestFirst([...reports.keys()])) {
    const report = reports.get(id);
    if (report?.files.has(reportName)) return report;
  }
  throw noReportsError();
}

function listMemoryReports(reports: readonly MemoryReport[]): Awaited<ReturnType<Store["listReports"]>> {
  const read: ReportListing[] = [];
  const unreadable: { reportId: string; why: string }[] = [];
  for (const one of reports) {
    if (one.files.has(reportName)) {
      const report = readReport(one);
      read.push({ reportId: one.id, timestamp: report.timestamp, state: report.state, report });
    } else {
      unreadable.push({ reportId: one.id, why: `It was interrupted. Resume it with: axis run --resume ${one.id}` });
    }
  }
  return { reports: read.toSorted(compareNewestFirst), unreadable };
}

function memoryBaselines() {
  const texts = new Map<string, string>();
  const findBaseline = async (name: string): Promise<Baseline | undefined> => {
    const text = texts.get(requireName("baseline name", name));
    return text === undefined ? undefined : parseBaseline(text, name);
  };
  const names = () => [...texts.keys()].toSorted();
  return {
    findBaseline,
    async readBaseline(name: string) {
      return (await findBaseline(name)) ?? Promise.reject(baselineMissingError(name, names()));
    },
    async writeBaseline(baseline: Baseline) {
      requireDistinctName(baseline.name, names());
      texts.set(requireName("baseline name", baseline.name), toDocumentText(baseline));
    },
    async listBaselines() {
      return Promise.all(names().map(async (name) => (await findBaseline(name)) as Baseline));
    },
    async removeBaseline(name: string) {
      if (!texts.delete(requireName("baseline name", name))) throw baselineMissingError(name, names());
    },
  };
}
