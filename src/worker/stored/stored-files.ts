/** Which files of a run are stored: as many as the limits allow. The run lists the others with the reason. */
import { stat } from "node:fs/promises";
import { resolveInside } from "../../core/paths/inside.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { type RunPatch, withoutFile } from "../../core/run-patch.ts";
import { partBytes } from "../../store/sql/files/blob-parts.ts";

/** How much of one attempt is stored, including gate logs. Capturing may have applied lower limits to artifacts. */
export interface StoreLimits {
  readonly fileBytes: number;
  readonly runBytes: number;
  readonly files: number;
  /** The reason given for a file that exceeds `fileBytes`. */
  readonly tooLarge?: string;
}

/** Used while the object store refuses files: stores the files that fit into a row, and lists the others. */
export const limitsWithoutObjects: StoreLimits = {
  fileBytes: partBytes,
  runBytes: 500 * 1024 ** 2,
  files: 10_000,
  tooLarge: "the object store refused it",
};

export const storeLimits: StoreLimits = { fileBytes: 100 * 1024 ** 2, runBytes: 500 * 1024 ** 2, files: 10_000 };

/** The stored parts of a run: its detail, and the file with the agent's output, relative to the report folder. */
export interface StoredParts {
  readonly detail: RunDetail;
  readonly raw: string | null;
}

/** Leaves out the parts that exceed the limits. `folder` is the report folder with the files. */
export async function applyLimits(
  { detail: whole, raw }: StoredParts,
  folder: string,
  limits: StoreLimits = storeLimits,
): Promise<StoredParts> {
  const room = new StorageAllowance(folder, limits);
  const detail = await applyLimitsToDetail(whole, room);
  const why = raw === null ? undefined : await room.reserve(raw);
  if (why === undefined) return { detail, raw };
  const warning = `The agent's output was not stored: ${why}`;
  return { detail: { ...detail, warnings: [...(detail.warnings ?? []), warning] }, raw: null };
}

async function applyLimitsToDetail(detail: RunDetail, room: StorageAllowance): Promise<RunDetail> {
  const patch = detail.patch && (await applyLimitsToPatch(detail.patch, room));
  const artifacts = detail.artifacts && (await applyLimitsToArtifacts(detail.artifacts, room));
  const { gates, warnings } = await applyLimitsToGates(detail.gates ?? [], room);
  const allWarnings = [...(detail.warnings ?? []), ...warnings];
  return {
    ...detail,
    patch,
    artifacts,
    gates: detail.gates && gates,
    warnings: allWarnings.length > 0 ? allWarnings : detail.warnings,
  };
}

async function applyLimitsToArtifacts(artifacts: NonNullable<RunDetail["artifacts"]>, room: StorageAllowance) {
  const limited: NonNullable<RunDetail["artifacts"]> = [];
  for (const { file, ...artifact } of artifacts) {
    const skipped = file === undefined ? artifact.skipped : await room.reserve(file);
    limited.push(skipped === undefined ? { ...artifact, file } : { ...artifact, skipped });
  }
  return limited;
}

/** The gates without the logs that do not fit, and a warning about each of those. */
async function applyLimitsToGates(gates: NonNullable<RunDetail["gates"]>, room: StorageAllowance) {
  const limited: NonNullable<RunDetail["gates"]> = [];
  const warnings: string[] = [];
  for (const { log, ...execution } of gates) {
    const why = log === undefined ? undefined : await room.reserve(log);
    limited.push(log === undefined || why !== undefined ? execution : { ...execution, log });
    if (why !== undefined)
      warnings.push(`The output of gate ${execution.gate} (execution ${execution.execution}) was not stored: ${why}`);
  }
  return { gates: limited, warnings };
}

/** The diff comes before all other files: it is small, and people look at it first. */
async function applyLimitsToPatch(patch: RunPatch, room: StorageAllowance): Promise<RunPatch> {
  const why = patch.file === undefined ? undefined : await room.reserve(patch.file);
  return why === undefined ? patch : withoutFile(patch, why);
}

/** Tracks how much of the limits is used. */
class StorageAllowance {
  #files = 0;
  #bytes = 0;

  constructor(
    readonly folder: string,
    readonly limits: StoreLimits,
  ) {}

  /** Returns why the file exceeds the limits; undefined if it fits. */
  async reserve(file: string): Promise<string | undefined> {
    const { size } = await stat(await resolveInside(this.folder, file));
    if (size > this.limits.fileBytes) return this.limits.tooLarge ?? "too large";
    if (this.#files >= this.limits.files) return "too many";
    if (this.#bytes + size > this.limits.runBytes) return "too much in all";
    this.#files += 1;
    this.#bytes += size;
    return undefined;
  }
}
