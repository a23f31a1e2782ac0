/** Checks the project's reports and cleans up after killed runs: ends their processes, deletes their folders. */
import { access, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxisError, errorMessage } from "../../core/error.ts";
import type { Store } from "../../core/store.ts";
import { endLeftoverProcesses } from "../../process/emergency.ts";
import { readProgress } from "../../runner/progress.ts";
import { removeStaleWorkspace, addJudgeRooms } from "../../runner/workspace/workspace.ts";
import { formatCount } from "../../report/text/format-verdict.ts";
import { type Finding, note, ok } from "./finding.ts";

/** `formatConfigFlag` is what a command needs to find the same project, such as ` -c other/axis.config.json`. */
export async function reportFindings(store: Store, configFlag: string): Promise<Finding[]> {
  const { reports, unreadable } = await store.listReports();
  const found = [ok("reports", reports.length === 0 ? "none yet" : `${reports.length} readable`)];
  for (const { reportId, why } of unreadable) found.push(note("reports", `${reportId} cannot be read: ${why}`));
  const cutOff = reports.filter(({ state }) => state === "running").map(({ reportId }) => reportId);
  for (const reportId of [...cutOff, ...unreadable.map((report) => report.reportId)])
    found.push(...(await cleanUpReport(store, reportId, configFlag)));
  return found;
}

async function cleanUpReport(store: Store, reportId: string, configFlag: string): Promise<Finding[]> {
  const runIds = await findUnfinishedRuns(store, reportId);
  if (!Array.isArray(runIds)) return runIds === null ? [] : [runIds];
  const there = await Promise.all(runIds.map(hasWorkspace));
  const workspaces = runIds.filter((_, index) => there[index]);
  const ended = await endLeftoverProcesses(runIds);
  const problems = (await Promise.all(workspaces.map(tryRemoveWorkspace))).filter((why) => why !== null);
  const folders = workspaces.length - problems.length;
  const cleared =
    ended + folders === 0
      ? ""
      : `; ended ${ended === 1 ? "1 process" : `${ended} processes`} and deleted ${formatCount(folders, "folder")} it left behind`;
  return [
    note("reports", `${reportId} was interrupted${cleared}`, `Resume with: axis run --resume ${reportId}${configFlag}`),
    ...problems.map((why) => note("reports", `A folder that ${reportId} left behind could not be deleted: ${why}`)),
  ];
}

/** Returns the ids of runs that started but were never recorded, or a finding if they cannot be determined. */
async function findUnfinishedRuns(store: Store, reportId: string): Promise<string[] | Finding | null> {
  try {
    await using handle = await store.resumeReport(reportId);
    return await addJudgeRooms(readProgress(handle.steps).unfinished);
  } catch (error) {
    if (!(error instanceof AxisError)) throw error;
    // Without a journal no run was ever started.
    return error.code === "report-unreadable" ? null : note("reports", error.message, error.hint);
  }
}

/** Deletes the folder of a run. Returns the error message, or null on success. */
async function tryRemoveWorkspace(runId: string): Promise<string | null> {
  return await removeStaleWorkspace(runId).then(() => null, errorMessage);
}

async function hasWorkspace(runId: string): Promise<boolean> {
  try {
    await access(join(await realpath(tmpdir()), `axis-${runId}`));
    return true;
  } catch {
    return false; // The folder was deleted, or the whole temporary folder is missing, which is a separate finding.
  }
}
