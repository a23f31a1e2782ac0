/** The reports of a project, and what runs that were killed left behind: their processes are ended, their folders removed. */
import { access, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxisError, messageOf } from "../../core/error.ts";
import type { Store } from "../../core/store.ts";
import { endMarked } from "../../process/emergency.ts";
import { progressOf } from "../../runner/progress.ts";
import { removeStaleWorkspace, withJudgeRooms } from "../../workspace/workspace.ts";
import { count } from "../../report/text/format-verdict.ts";
import { type Finding, note, ok } from "./finding.ts";

/** `configFlag` is what a command needs to find the same project, such as ` -c other/axis.config.json`. */
export async function reportFindings(store: Store, configFlag: string): Promise<Finding[]> {
  const { reports, unreadable } = await store.listReports();
  const found = [ok("reports", reports.length === 0 ? "there is none yet" : `${reports.length} can be read`)];
  for (const { reportId, why } of unreadable) found.push(note("reports", `${reportId} cannot be read: ${why}`));
  const cutOff = reports.filter(({ state }) => state === "running").map(({ reportId }) => reportId);
  for (const reportId of [...cutOff, ...unreadable.map((report) => report.reportId)])
    found.push(...(await clearUp(store, reportId, configFlag)));
  return found;
}

async function clearUp(store: Store, reportId: string, configFlag: string): Promise<Finding[]> {
  const runIds = await unfinishedRuns(store, reportId);
  if (!Array.isArray(runIds)) return runIds === null ? [] : [runIds];
  const there = await Promise.all(runIds.map(hasWorkspace));
  const workspaces = runIds.filter((_, index) => there[index]);
  const ended = await endMarked(runIds);
  const problems = (await Promise.all(workspaces.map(removalProblem))).filter((why) => why !== null);
  const folders = workspaces.length - problems.length;
  const cleared =
    ended + folders === 0
      ? ""
      : `; ended ${ended === 1 ? "1 process" : `${ended} processes`} and removed ${count(folders, "folder")} it left behind`;
  return [
    note("reports", `${reportId} was cut off${cleared}`, `Go on with: axis run --resume ${reportId}${configFlag}`),
    ...problems.map((why) => note("reports", `A folder that ${reportId} left could not be removed: ${why}`)),
  ];
}

/** Ids of runs that began and were never recorded; or what to say instead. */
async function unfinishedRuns(store: Store, reportId: string): Promise<string[] | Finding | null> {
  try {
    await using handle = await store.resumeReport(reportId);
    return await withJudgeRooms(progressOf(handle.steps).unfinished);
  } catch (error) {
    if (!(error instanceof AxisError)) throw error;
    // Without a journal nothing was ever started.
    return error.code === "report-unreadable" ? null : note("reports", error.message, error.hint);
  }
}

/** Why the folder of a run is still there; null where it is not. */
async function removalProblem(runId: string): Promise<string | null> {
  return await removeStaleWorkspace(runId).then(() => null, messageOf);
}

async function hasWorkspace(runId: string): Promise<boolean> {
  try {
    await access(join(await realpath(tmpdir()), `axis-${runId}`));
    return true;
  } catch {
    return false; // Removed, or the whole temporary folder is gone, which is a finding of its own.
  }
}
