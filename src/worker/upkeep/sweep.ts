/** Cleans up after workers that were killed in this folder: processes of their agents, workspaces and reports. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { AxisError, errorMessage, systemCode } from "../../core/error.ts";
import { removeLeftovers } from "../../runner/remove-leftovers.ts";
import { readProgress } from "../../runner/progress.ts";
import { fileStore } from "../../store/files.ts";
import type { WorkerDeps } from "../worker-deps.ts";

/** Keeps an attempt whose report is locked, because it belongs to another worker. */
export async function sweepKilledAttempts({ places, say }: Pick<WorkerDeps, "places" | "say">): Promise<void> {
  const names = await readdir(places.attempts).catch(emptyIfMissing);
  for (const name of names) await sweepAttempt(join(places.attempts, name), say);
}

async function sweepAttempt(folder: string, say: (message: string) => void): Promise<void> {
  try {
    await using handle = await fileStore({ configDir: folder }).resumeReport("latest");
    await removeLeftovers(readProgress(handle.steps).unfinished, (message) => say(`Warning: ${message}`));
  } catch (error) {
    if (error instanceof AxisError && error.code === "report-locked") return;
    // The worker was killed before it created a report, so it had not started an agent either.
    if (!(error instanceof AxisError && error.code === "report-missing"))
      say(`Warning: ${folder} could not be read: ${errorMessage(error)}`);
  }
  await rm(folder, { recursive: true, force: true });
}

function emptyIfMissing(error: unknown): string[] {
  if (systemCode(error) === "ENOENT") return [];
  throw error;
}
