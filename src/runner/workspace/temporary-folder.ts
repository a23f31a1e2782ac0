/** Tests whether workspaces can be created in the temporary folder, by creating one. */
import { mkdtempSync, rmdirSync } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxisError, systemCode } from "../../core/error.ts";

/** The hint for every problem with the temporary folder. */
export const temporaryFolderHint = "Set TMPDIR to a folder this user may write to";

/** Describes why no workspace can be created, in a sentence without a full stop; null if one can. */
export async function findTemporaryFolderProblem(folder: string = tmpdir()): Promise<string | null> {
  const why = await findFolderProblem(folder);
  return why === null ? null : `The temporary folder ${folder} cannot be used: ${why}`;
}

/** For callers that need the folder before the list of missing things exists. */
export async function requireTemporaryFolder(hint: string = temporaryFolderHint): Promise<void> {
  const obstacle = await findTemporaryFolderProblem();
  if (obstacle !== null) throw new AxisError("preflight", obstacle, { hint });
}

async function findFolderProblem(folder: string): Promise<string | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return "it is not a folder";
  } catch (error) {
    return systemCode(error) === "ENOENT" ? "there is no such folder" : describeUnwritable(error);
  }
  try {
    // Synchronous: if AXIS were killed between the two calls, nothing would remove the folder.
    rmdirSync(mkdtempSync(join(folder, "axis-look-")));
    return null;
  } catch (error) {
    return describeUnwritable(error);
  }
}

function describeUnwritable(error: unknown): string {
  return `it is not writable (${systemCode(error) ?? String(error)})`;
}
