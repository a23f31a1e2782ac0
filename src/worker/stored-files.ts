/** Which files of a run are stored: as many as there is room for, the rest named in the run with the reason. */
import { stat } from "node:fs/promises";
import { resolveInside } from "../core/paths/inside.ts";
import type { RunDetail } from "../core/report/run-detail.ts";

/** How much of one attempt is stored, gate logs included; artifacts may have been held to less when they were captured. */
export interface StoreLimits {
  readonly fileBytes: number;
  readonly runBytes: number;
  readonly files: number;
}

export const storeLimits: StoreLimits = { fileBytes: 100 * 1024 ** 2, runBytes: 500 * 1024 ** 2, files: 10_000 };

/** The detail as it is stored: what has no room has no file in it. `folder` is that of the report the files lie in. */
export async function withinLimits(
  detail: RunDetail,
  folder: string,
  limits: StoreLimits = storeLimits,
): Promise<RunDetail> {
  const room = new Room(folder, limits);
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
    ...(detail.artifacts && { artifacts }),
    ...(detail.gates && { gates }),
    ...(warnings.length > 0 && { warnings }),
  };
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
    if (size > this.limits.fileBytes) return "too large";
    if (this.#files >= this.limits.files) return "too many";
    if (this.#bytes + size > this.limits.runBytes) return "too much in all";
    this.#files += 1;
    this.#bytes += size;
    return undefined;
  }
}
