/** Files of local runs: they stay in the reports under .axis, which are the truth. */
import { createReadStream } from "node:fs";
import { gzipSync } from "node:zlib";
import { AxisError } from "../../core/error.ts";
import { resolveInside } from "../../core/inside.ts";
import type { Artifact, RunDetail } from "../../core/report.ts";
import type { Store } from "../../core/store.ts";
import { reportFolder } from "../../store/paths.ts";
import type { ArtifactEntry, FilesOf, RunFiles } from "./run-files.ts";

/** Details that were read last are kept: a reader asks for page after page of the same one, and it never changes. */
const keptDetails = 4;

export interface LocalProject {
  readonly configDir: string;
  readonly store: Pick<Store, "readReport" | "readDetail">;
}

export function localFiles({ configDir, store }: LocalProject): RunFiles {
  const kept = new Map<string, RunDetail>();

  async function detailOf({ runId, reportId }: FilesOf): Promise<RunDetail | "gone"> {
    const known = kept.get(runId);
    if (known !== undefined) return known;
    const detail = await readDetail(store, reportId ?? "", runId);
    if (detail === "gone") return detail;
    kept.set(runId, detail);
    const [oldest] = kept.keys();
    if (kept.size > keptDetails && oldest !== undefined) kept.delete(oldest);
    return detail;
  }

  return {
    async events(run, { after, limit }) {
      const detail = await detailOf(run);
      if (detail === "gone") return detail;
      const from = after + 1;
      const entries = detail.output.transcript.slice(from, from + limit);
      return entries.map((event, at) => ({ index: from + at, event }));
    },
    async artifacts(run) {
      const detail = await detailOf(run);
      return detail === "gone" ? detail : (detail.artifacts ?? []).filter(isKept).map(entryOf);
    },
    async detail(run) {
      const detail = await detailOf(run);
      if (detail === "gone") return detail;
      return gzipSync(JSON.stringify({ ...detail, output: { ...detail.output, transcript: [] } }));
    },
    async artifact(run, path) {
      const detail = await detailOf(run);
      if (detail === "gone") return detail;
      const artifact = (detail.artifacts ?? []).filter(isKept).find((each) => each.path === path);
      if (artifact === undefined) return undefined;
      const file = await resolveInside(reportFolder(configDir, run.reportId ?? ""), artifact.file);
      return { ...entryOf(artifact), content: () => createReadStream(file) };
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

async function readDetail(store: LocalProject["store"], reportId: string, runId: string): Promise<RunDetail | "gone"> {
  try {
    const report = await store.readReport(reportId);
    const files = report.results.flatMap((result) => result.trials ?? [{ runId: result.runId, file: result.file }]);
    const file = files.find((each) => each.runId === runId)?.file;
    return file === undefined ? "gone" : await store.readDetail(reportId, file);
  } catch (error) {
    // Whoever deletes a report deletes its transcripts; the run and its score stay.
    if (error instanceof AxisError) return "gone";
    throw error;
  }
}

type KeptArtifact = Artifact & { readonly file: string };

function isKept(artifact: Artifact): artifact is KeptArtifact {
  return artifact.file !== undefined;
}

function entryOf({ path, size, mimeType }: Artifact): ArtifactEntry {
  return { path, bytes: size, mediaType: mimeType };
}
