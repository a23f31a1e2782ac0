/** The folder workspaces are made in: whether one can be made there, found out by making one. */
import { mkdtempSync, rmdirSync } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxisError, systemCode } from "../core/error.ts";

/** The way out of every obstacle. */
export const otherTemporaryFolder = "Set TMPDIR to a folder this user may write to";

/** Why no workspace can be made, in a sentence without its full stop; null where nothing stands in the way. */
export async function temporaryFolderObstacle(folder: string = tmpdir()): Promise<string | null> {
  const why = await obstacleOf(folder);
  return why === null ? null : `The temporary folder ${folder} cannot be used: ${why}`;
}

/** For those who need it before there is a list of what is missing. */
export async function requireTemporaryFolder(hint: string = otherTemporaryFolder): Promise<void> {
  const obstacle = await temporaryFolderObstacle();
  if (obstacle !== null) throw new AxisError("preflight", obstacle, { hint });
}

async function obstacleOf(folder: string): Promise<string | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return "it is no folder";
  } catch (error) {
    return systemCode(error) === "ENOENT" ? "there is no such folder" : unusable(error);
  }
  try {
    // In one go: whoever is killed between the two leaves a folder behind that nobody clears up.
    rmdirSync(mkdtempSync(join(folder, "axis-look-")));
    return null;
  } catch (error) {
    return unusable(error);
  }
}

function unusable(error: unknown): string {
  return `nothing can be written there (${systemCode(error) ?? String(error)})`;
}
