/** Which files of a run are stored: as many as there is room for, the rest named in the run with the reason. */
import { stat } from "node:fs/promises";
import { resolveInside } from "../../core/paths/inside.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { type RunPatch, withoutFile } from "../../core/run-patch.ts";
import { partBytes } from "../../store/sql/files/blob-parts.ts";

/** How much of one attempt is stored, gate logs included; artifacts may have been held to less when they were captured. */
export interface StoreLimits {
  readonly fileBytes: number;
  readonly runBytes: number;
  readonly files: number;
  /** Why a file beyond that is not stored. */
  readonly tooLarge?: string;
}

/** While the object store refuses files: what a row takes is stored, the rest is named. */
export const limitsWithoutObjects: StoreLimits = {
  fileBytes: partBytes,
  runBytes: 500 * 1024 ** 2,
  files: 10_000,
  tooLarge: "the object store refused it",
};

export const storeLimits: StoreLimits = { fileBytes: 100 * 1024 ** 2, runBytes: 500 * 1024 ** 2, files: 10_000 };

/** What is stored of a run: its record, and what its agent printed as a file relative to the folder of the report. */
export interface StoredParts {
  readonly detail: RunDetail;
  readonly raw: string | null;
}

/** The parts as they are stored: what has no room is not in them. `folder` is that of the report the files lie in. */
export async function withinLimits(
  { detail: whole, raw }: StoredParts,
  folder: string,
  limits: StoreLimits = storeLimits,
): Promise<StoredParts> {
  const room = new Room(folder, limits);
  const detail = await fittingDetail(whole, room);
  const why = raw === null ? undefined : await room.take(raw);
  if (why === undefined) return { detail, raw };
  const warning = `What the agent printed is not stored: ${why}`;
  return { detail: { ...detail, warnings: [...(detail.warnings ?? []), warning] }, raw: null };
}

async function fittingDetail(detail: RunDetail, room: Room): Promise<RunDetail> {
  const patch = detail.patch && (await withinRoom(detail.patch, room));
  const artifacts = [];
  for (const { file, ...artifact } of detail.artifacts ?? []) {
    const skipped = file === undefined ? artifact.skipped : await room.take(file);
    artifacts.push(skipped === undefined ? { ...artifact, ...(file && { file }) } : { ...artifact, skipped });
  }
  const gates = [];
  const warnings = [...(detail.warnings ?? [])];
  for (const { log, ...execution } of detail.gates ?? []) {
    const why = log === undefined ? undefined : await room.take(log);
    gates.push(log === undefined || why !== undefined ? execution : { ...execution, log });
    if (why !== undefined)
      warnings.push(`What gate ${execution.gate} printed (execution ${execution.execution}) is not stored: ${why}`);
  }
  return {
    ...detail,
    ...(patch && { patch }),
    ...(detail.artifacts && { artifacts }),
    ...(detail.gates && { gates }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** The diff is small, and what people look at first: it comes before all others. */
async function withinRoom(patch: RunPatch, room: Room): Promise<RunPatch> {
  const why = patch.file === undefined ? undefined : await room.take(patch.file);
  return why === undefined ? patch : withoutFile(patch, why);
}

/** What is left of it decides about the next file. */
class Room {
  #files = 0;
  #bytes = 0;

  constructor(
    readonly folder: string,
    readonly limits: StoreLimits,
  ) {}

  /** Why there is none for this one; undefined where there is. */
  async take(file: string): Promise<string | undefined> {
    const { size } = await stat(await resolveInside(this.folder, file));
    if (size > this.limits.fileBytes) return this.limits.tooLarge ?? "too large";
    if (this.#files >= this.limits.files) return "too many";
    if (this.#bytes + size > this.limits.runBytes) return "too much in all";
    this.#files += 1;
    this.#bytes += size;
    return undefined;
  }
}
