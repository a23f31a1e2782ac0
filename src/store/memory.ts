/** A store in memory with the same contract as the store on disk, for tests and for programs that save nothing. */
import { createHash } from "node:crypto";
import type { Baseline } from "../core/report/baseline.ts";
import { AxisError } from "../core/error.ts";
import type { RunLine } from "../core/run/run-line.ts";
import type { FileMark, LiveFile, JournalStep, ReportHandle, ReportListing, Store } from "../core/store.ts";
import { artifactPlaces } from "./artifacts.ts";
import { baselineMissing, requireOwnName } from "./baselines.ts";
import { documentPieces } from "./documents/document.ts";
import { checkedName, reportName, slotFile } from "./paths.ts";
import { redactedJson } from "./documents/redacted.ts";
import { findReportId, newerByTime, newestFirst, noReports, reportIdFor } from "./report-ids.ts";
import { parseBaseline, parseDetail, parseReport } from "./documents/stored-document.ts";

interface MemoryReport {
  readonly id: string;
  readonly steps: JournalStep[];
  readonly files: Map<string, string | Uint8Array>;
  readonly place: ReturnType<typeof artifactPlaces>;
  isOpen: boolean;
}

/** A store that lasts as long as the process. Documents are kept as text, so that later changes cannot reach them. */
export function memoryStore(): Store {
  const reports = new Map<string, MemoryReport>();

  function find(wanted: string): MemoryReport {
    const ids = newestFirst([...reports.keys()]);
    const id = wanted === "latest" ? ids[0] : findReportId(ids, wanted);
    const report = id === undefined ? undefined : reports.get(id);
    if (report === undefined) throw noReports();
    return report;
  }

  return {
    async createReport(start) {
      let number = 1;
      while (reports.has(reportIdFor(start, number))) number += 1;
      const id = reportIdFor(start, number);
      const report = { id, steps: [], files: new Map(), place: artifactPlaces(), isOpen: false };
      reports.set(id, report);
      return openReport(report);
    },
    resumeReport: async (wanted) => openReport(find(wanted)),
    async listReports() {
      return listing(newestFirst([...reports.keys()]).flatMap((id) => reports.get(id) ?? []));
    },
    readReport: async (wanted) => readReport(wanted === "latest" ? latestWritten(reports) : find(wanted)),
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
      steps.push(JSON.parse(redactedJson(step, asIs)) as JournalStep);
    },
    detailFile: (slot) => slotFile(slot, "detail"),
    openRaw: async (slot, kind = "raw") => rawLines(files, slotFile(slot, kind)),
    openLive: () => noLiveFile,
    writeDetail: async (slot, detail) => keep(files, slotFile(slot, "detail"), documentText(detail)),
    async writeSparseIndex(slot, text) {
      keep(files, slotFile(slot, "sparse-index"), text);
    },
    writePatch: async (slot, text) => keep(files, slotFile(slot, "patch"), text),
    async addArtifact(slot, path, content) {
      const place = report.place(slot, path);
      files.set(place, content.slice());
      return place;
    },
    readDetail: async (file) => readDetail(report, file),
    async writeReport(value) {
      keep(files, reportName, documentText(value));
    },
    async [Symbol.asyncDispose]() {
      report.isOpen = false;
    },
  };
}

/** No other process can read this store, so live files are not needed. */
const noLiveFile: LiveFile = { append() {}, async [Symbol.asyncDispose]() {} };

function rawLines(files: MemoryReport["files"], file: string) {
  const lines: string[] = [];
  let closed: FileMark | undefined;
  return {
    append(line: string) {
      if (closed === undefined) lines.push(`${line}\n`);
    },
    close: async () => (closed ??= keep(files, file, lines.join(""))),
  };
}

function keep(files: MemoryReport["files"], file: string, text: string): FileMark {
  files.set(file, text);
  return { file, bytes: Buffer.byteLength(text), sha256: createHash("sha256").update(text).digest("hex") };
}

function documentText(document: object): string {
  return [...documentPieces(document, asIs)].join("");
}

function asIs(text: string): string {
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

function latestWritten(reports: ReadonlyMap<string, MemoryReport>): MemoryReport {
  for (const id of newestFirst([...reports.keys()])) {
    const report = reports.get(id);
    if (report?.files.has(reportName)) return report;
  }
  throw noReports();
}

function listing(reports: readonly MemoryReport[]): Awaited<ReturnType<Store["listReports"]>> {
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
  return { reports: read.toSorted(newerByTime), unreadable };
}

function memoryBaselines() {
  const texts = new Map<string, string>();
  const findBaseline = async (name: string): Promise<Baseline | undefined> => {
    const text = texts.get(checkedName("baseline name", name));
    return text === undefined ? undefined : parseBaseline(text, name);
  };
  const names = () => [...texts.keys()].toSorted();
  return {
    findBaseline,
    async readBaseline(name: string) {
      return (await findBaseline(name)) ?? Promise.reject(baselineMissing(name, names()));
    },
    async writeBaseline(baseline: Baseline) {
      requireOwnName(baseline.name, names());
      texts.set(checkedName("baseline name", baseline.name), documentText(baseline));
    },
    async listBaselines() {
      return Promise.all(names().map(async (name) => (await findBaseline(name)) as Baseline));
    },
    async removeBaseline(name: string) {
      if (!texts.delete(checkedName("baseline name", name))) throw baselineMissing(name, names());
    },
  };
}
