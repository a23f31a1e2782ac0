/** Files of local runs: they stay in the reports under .axis, which are the truth. */
import { createReadStream } from "node:fs";
import { gzipSync } from "node:zlib";
import { AxisError } from "../../core/error.ts";
import { resolveInside } from "../../core/inside.ts";
import type { Artifact, Report, RunDetail } from "../../core/report.ts";
import type { Store } from "../../core/store.ts";
import { type SplitRun, splitRun } from "../../report/html/split-run.ts";
import { reportFolder } from "../../store/paths.ts";
import { keepLast } from "./keep-last.ts";
import { type ArtifactEntry, type FilesOf, partLength, type RunFiles } from "./run-files.ts";

/** Details that were read last are kept: a reader asks for page after page of the same one, and it never changes. */
const keptDetails = 4;

export interface LocalProject {
  readonly configDir: string;
  readonly store: Pick<Store, "readReport" | "readDetail">;
}

interface KeptRun {
  readonly detail: RunDetail;
  readonly split: () => SplitRun;
}

export function localFiles({ configDir, store }: LocalProject): RunFiles {
  const keep = keepLast<KeptRun>(keptDetails);

  async function keptRun({ runId, reportId }: FilesOf): Promise<KeptRun | "gone"> {
    try {
      return await keep(JSON.stringify([reportId, runId]), () => readRun(store, reportId ?? "", runId));
    } catch (error) {
      // Whoever deletes a report deletes its transcripts; the run and its score stay.
      if (error instanceof AxisError) return "gone";
      throw error;
    }
  }

  return {
    async events(run, { after, limit }) {
      const found = await keptRun(run);
      if (found === "gone") return found;
      const from = after + 1;
      const entries = found.detail.output.transcript.slice(from, from + limit);
      return entries.map((event, at) => ({ index: from + at, event }));
    },
    async artifacts(run) {
      const found = await keptRun(run);
      return found === "gone" ? found : (found.detail.artifacts ?? []).filter(isKept).map(entryOf);
    },
    async detail(run) {
      const found = await keptRun(run);
      if (found === "gone") return found;
      const { detail } = found;
      return gzipSync(JSON.stringify({ ...detail, output: { ...detail.output, transcript: [] } }));
    },
    async artifact(run, path) {
      const found = await keptRun(run);
      if (found === "gone") return found;
      const artifact = (found.detail.artifacts ?? []).filter(isKept).find((each) => each.path === path);
      if (artifact === undefined) return undefined;
      const file = await resolveInside(reportFolder(configDir, run.reportId ?? ""), artifact.file);
      return { ...entryOf(artifact), content: () => createReadStream(file) };
    },
    async page(run) {
      const found = await keptRun(run);
      return found === "gone" ? found : found.split().block;
    },
    async pagePart(run, part) {
      const found = await keptRun(run);
      return found === "gone" ? found : found.split().rows(part);
    },
  };
}

/** Documents of local reports; undefined for one that is gone. */
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

async function readRun(store: LocalProject["store"], reportId: string, runId: string): Promise<KeptRun> {
  const report = await store.readReport(reportId);
  const files = report.results.flatMap((result) => result.trials ?? [{ runId: result.runId, file: result.file }]);
  const file = files.find((each) => each.runId === runId)?.file;
  if (file === undefined) throw new AxisError("report-missing", `Report "${reportId}" does not hold run "${runId}"`);
  const detail = await store.readDetail(reportId, file);
  let split: SplitRun | undefined;
  return { detail, split: () => (split ??= withScoring(splitRun(detail, { partLength }), report)) };
}

/** A page of one run has no report beside it that would say how signals were weighed. */
function withScoring({ block, rows }: SplitRun, { scoring }: Report): SplitRun {
  return scoring === undefined ? { block, rows } : { block: { ...block, scoring }, rows };
}

type KeptArtifact = Artifact & { readonly file: string };

function isKept(artifact: Artifact): artifact is KeptArtifact {
  return artifact.file !== undefined;
}

function entryOf({ path, size, mimeType }: Artifact): ArtifactEntry {
  return { path, bytes: size, mediaType: mimeType };
}
