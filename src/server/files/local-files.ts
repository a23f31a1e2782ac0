/** Files of local runs. They stay in the reports under .axis, which are the authoritative copy. */
import { createReadStream } from "node:fs";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { AxisError } from "../../core/error.ts";
import { resolveInside } from "../../core/paths/inside.ts";
import type { Artifact } from "../../core/report/artifact.ts";
import type { Report } from "../../core/report.ts";
import type { SplitRun } from "../../report/html/split-run.ts";
import type { FileStore } from "../../store/files.ts";
import type { LongDetail } from "../../store/long-detail/long-detail.ts";
import { reportFolder } from "../../store/paths.ts";
import { createRecentCache } from "./recent-cache.ts";
import { findLocalLog } from "./local-log.ts";
import type { ArtifactEntry, FilesOf, RunFiles } from "./run-files.ts";
import { splitForPage } from "./split-for-page.ts";
import { readDetailWithoutTranscript } from "./detail-without-transcript.ts";

/** Number of cached details: a reader requests page after page of the same one. */
const cachedLocalDetails = 4;
const zip = promisify(gzip);

export interface LocalProject {
  readonly configDir: string;
  readonly store: Pick<FileStore, "readReport" | "readReportHead" | "openDetail">;
}

interface CachedRun {
  readonly detail: LongDetail;
  readonly split: SplitRun;
}

export function localFiles({ configDir, store }: LocalProject): RunFiles {
  const keep = createRecentCache<CachedRun>(cachedLocalDetails);

  async function keptRun({ runId, reportId }: FilesOf): Promise<CachedRun> {
    const key = JSON.stringify([reportId, runId]);
    const open = () => openRun(store, reportId ?? "", runId);
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
    artifacts: (run) => ofRun(run, ({ detail }) => (detail.head.artifacts ?? []).filter(hasStoredFile).map(toArtifactEntry)),
    detail: (run) => ofRun(run, async ({ detail }) => await zip(JSON.stringify(await readDetailWithoutTranscript(detail)))),
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
export function localReports({ store }: LocalProject): (id: string) => Promise<Record<string, unknown> | undefined> {
  return async (id) => {
    try {
      return { ...(await store.readReport(id)) };
    } catch (error) {
      if (error instanceof AxisError) return undefined;
      throw error;
    }
  };
}

async function openRun(store: LocalProject["store"], reportId: string, runId: string): Promise<CachedRun> {
  const report = await store.readReportHead(reportId);
  const files = report.results.flatMap((result) => result.trials ?? [{ runId: result.runId, file: result.file }]);
  const file = files.find((each) => each.runId === runId)?.file;
  if (file === undefined) throw new AxisError("report-missing", `Report "${reportId}" does not contain run "${runId}"`);
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
