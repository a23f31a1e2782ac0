/** Files of local runs. They stay in the reports under .axis, which are the authoritative copy. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { AxisError, systemCode } from "../../core/error.ts";
import type { Interaction } from "../../core/interaction.ts";
import { resolveInside } from "../../core/paths/inside.ts";
import type { Report } from "../../core/report.ts";
import type { Artifact } from "../../core/report/artifact.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { OpenedRun } from "../../core/run/opened-run.ts";
import type { ListName } from "../../core/run/run-lists.ts";
import type { Audit, DimensionResult } from "../../core/score/axis-result.ts";
import type { PageIndex } from "../../report/html/page-index.ts";
import type { SplitRun } from "../../report/html/split-run.ts";
import type { FileStore } from "../../store/files.ts";
import type { LongDetail } from "../../store/long-detail/long-detail.ts";
import { reportFolder, reportsFolder, slotFile } from "../../store/paths.ts";
import { EvaluationFiles } from "../view/evaluation-files.ts";
import { ViewedReport } from "../view/viewed-report.ts";
import { createRecentCache } from "./recent-cache.ts";
import type { ArtifactContent, ArtifactEntry, FilesOf, LogName, RunFiles } from "./run-files.ts";
import { splitForPage } from "./split-for-page.ts";

/** Rows read and validated at a time, so that other work can run in between. */
const rowsPerRead = 2_000;

async function readDetailWithoutTranscript({ head, lists }: OpenedRun): Promise<RunDetail> {
  const allOf = async (name: ListName): Promise<unknown[]> => {
    const { length, read } = lists[name];
    const rows: unknown[] = [];
    for (let from = 0; from < length; from += rowsPerRead)
      for (const row of await read(from, Math.min(from + rowsPerRead, length))) rows.push(row);
    return rows;
  };
  const interactions = (await allOf("interactions")) as Interaction[];
  const { score } = head;
  if (score === undefined) return { ...head, interactions };
  const dimension = async (name: "environment" | "service" | "agent"): Promise<DimensionResult> => ({
    ...score[name],
    audits: (await allOf(name)) as Audit[],
  });
  const environment = await dimension("environment");
  const service = await dimension("service");
  return {
    ...head,
    interactions,
    score: { ...score, environment, service, agent: await dimension("agent") },
  };
}

/** Number of cached details: a reader requests page after page of the same one. */
const cachedLocalDetails = 4;
/** Number of reports whose journals are followed. */
const cachedLocalPages = 8;
const zip = promisify(gzip);

interface FolderWithStore {
  readonly configDir: string;
  readonly store: Pick<FileStore, "readReport" | "readReportHead" | "openDetail">;
}

interface CachedRun {
  readonly detail: LongDetail;
  readonly split: SplitRun;
}

export function localFiles({ configDir, store }: FolderWithStore): RunFiles {
  const keep = createRecentCache<CachedRun>(cachedLocalDetails);

  async function keptRun(run: FilesOf): Promise<CachedRun> {
    const key = JSON.stringify([run.reportId, run.runId]);
    const open = () => openRun(store, run);
    return await keep(key, open, ({ detail }) => detail.isCurrent());
  }

  /** Deleting a report deletes its transcripts; the run and its score remain in the database. */
  async function ofRun<Made>(run: FilesOf, make: (kept: CachedRun) => Made | Promise<Made>): Promise<Made | "gone"> {
    const kept = await keptRun(run).catch((error: unknown) => goneIf(error instanceof AxisError, error));
    if (kept === "gone") return kept;
    try {
      return await make(kept);
    } catch (error) {
      return goneIf(error instanceof AxisError && error.code === "report-unreadable", error);
    }
  }

  return {
    events: (run, { after, limit }) =>
      ofRun(run, async ({ detail }) => {
        const { start = 0 } = run;
        const from = Math.max(0, after + 1 - start);
        const entries = await detail.lists.entries.read(from, from + limit);
        return entries.map((event, at) => ({ index: start + from + at, event }));
      }),
    artifacts: (run) =>
      ofRun(run, ({ detail }) => (detail.head.artifacts ?? []).filter(hasStoredFile).map(toArtifactEntry)),
    detail: (run) =>
      ofRun(run, async ({ detail }) => await zip(JSON.stringify(await readDetailWithoutTranscript(detail)))),
    artifact: (run, path) =>
      ofRun(run, async ({ detail }) => {
        const artifact = (detail.head.artifacts ?? []).filter(hasStoredFile).find((each) => each.path === path);
        if (artifact === undefined) return undefined;
        const file = await resolveInside(reportFolder(configDir, run.reportId ?? ""), artifact.file);
        return { ...toArtifactEntry(artifact), content: () => createReadStream(file) };
      }),
    // Only runs that are in a report get here.
    hasPage: () => Promise.resolve(true),
    patch: (run) =>
      ofRun(run, async ({ detail }) => {
        const { file: name, bytes = 0 } = detail.head.patch ?? {};
        if (name === undefined) return undefined;
        const file = await resolveInside(reportFolder(configDir, run.reportId ?? ""), name);
        return { path: name, bytes, mediaType: "text/x-diff", content: () => createReadStream(file) };
      }),
    log: (run, log) =>
      ofRun(run, ({ detail }) => findLocalLog(detail.head, reportFolder(configDir, run.reportId ?? ""), log)),
    page: (run) => ofRun(run, ({ split }) => split.block),
    pagePart: (run, part) => ofRun(run, async ({ split }) => await split.rows(part)),
  };
}

/** Reads documents of local reports; undefined for a report that was deleted. */
export function localReports({ store }: FolderWithStore): (id: string) => Promise<Record<string, unknown> | undefined> {
  return async (id) => {
    try {
      return { ...(await store.readReport(id)) };
    } catch (error) {
      if (error instanceof AxisError) return undefined;
      throw error;
    }
  };
}

/** The pages of local reports, kept up to date while a report is being written; undefined for a report that was deleted. */
export function localReportPages({ configDir }: FolderWithStore): (id: string) => Promise<PageIndex | undefined> {
  const viewed = createRecentCache<ViewedReport>(cachedLocalPages);
  return async (id) => {
    try {
      const folder = await resolveInside(reportsFolder(configDir), id);
      return await (await viewed(id, () => Promise.resolve(new ViewedReport(id, folder)))).index();
    } catch (error) {
      if (error instanceof AxisError || systemCode(error) === "ENOENT") return undefined;
      throw error;
    }
  };
}

/** Reads pages of evaluations that the project keeps; undefined for one that was deleted. */
export function localEvaluations(configDir: string): (id: string) => Promise<string | undefined> {
  const files = new EvaluationFiles(configDir);
  return (id) => files.text(id);
}

async function openRun(store: FolderWithStore["store"], run: FilesOf): Promise<CachedRun> {
  const { runId } = run;
  const reportId = run.reportId ?? "";
  const report = await store.readReportHead(reportId);
  const files = report.results.flatMap((result) => result.trials ?? [{ runId: result.runId, file: result.file }]);
  const file = files.find((each) => each.runId === runId)?.file || run.file;
  if (!file) throw new AxisError("report-missing", `Report "${reportId}" does not contain run "${runId}"`);
  const detail = await store.openDetail(reportId, file);
  return { detail, split: addScoring(splitForPage(detail), report) };
}

/** A page of a single run has no report beside it, so the block itself carries the scoring settings. */
function addScoring({ block, rows }: SplitRun, { scoring }: Report): SplitRun {
  return scoring === undefined ? { block, rows } : { block: { ...block, scoring }, rows };
}

function goneIf(isGone: boolean, error: unknown): "gone" {
  if (isGone) return "gone";
  throw error;
}

type StoredArtifact = Artifact & { readonly file: string };

function hasStoredFile(artifact: Artifact): artifact is StoredArtifact {
  return artifact.file !== undefined;
}

function toArtifactEntry({ path, size, mimeType }: Artifact): ArtifactEntry {
  return { path, bytes: size, mediaType: mimeType };
}

/** `folder` is the report's folder. Undefined if no output was kept. */
async function findLocalLog(head: RunDetail, folder: string, log: LogName): Promise<ArtifactContent | undefined> {
  const path = log === "raw" ? rawFilePath(head) : gateLogPath(head, log);
  if (path === undefined) return undefined;
  const file = await resolveInside(folder, path);
  const bytes = await readFileSize(file);
  if (bytes === undefined) return undefined;
  return { path, bytes, mediaType: "text/plain", content: () => createReadStream(file) };
}

function rawFilePath({ scenarioKey, agentName, trial, attempt = 1 }: RunDetail): string {
  return slotFile({ cell: { scenario: scenarioKey, agent: agentName, trial }, attempt }, "raw");
}

function gateLogPath({ gates = [] }: RunDetail, { gate, execution }: Exclude<LogName, "raw">): string | undefined {
  return gates.find((each) => each.gate === gate && each.execution === execution)?.log;
}

/** Undefined for a missing file: a report that was only rescored has no raw file. */
async function readFileSize(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
