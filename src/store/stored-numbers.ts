/** Checks a stored report against what was recorded: its run files against the journal, and its numbers against the run files. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { systemCode } from "../core/error.ts";
import { joinInside, resolveInside } from "../core/paths/inside.ts";
import { listDetailFiles, type PairResult } from "../core/report/pair-result.ts";
import type { Report } from "../core/report.ts";
import type { FileMark } from "../core/store.ts";
import { readJournal } from "./journal/journal-reader.ts";
import { openDetail } from "./long-detail/long-detail.ts";
import { journalName, reportFolder } from "./paths.ts";

/** One sentence for each number or file that was changed by hand; empty if everything matches, or if nothing was recorded. */
export async function findChangedNumbers(configDir: string, report: Report): Promise<string[]> {
  const folder = reportFolder(configDir, report.reportId);
  const marks = await readMarks(joinInside(folder, journalName));
  const changes: string[] = [];
  for (const result of report.results)
    for (const file of listDetailFiles(result)) {
      const mark = marks.get(file);
      const change = mark === undefined ? undefined : await findChange(result, { folder, mark });
      if (change !== undefined) changes.push(change);
    }
  return changes;
}

/** The last mark of each run file. A journal that is missing or damaged is reported by the commands that read it. */
async function readMarks(file: string): Promise<ReadonlyMap<string, FileMark>> {
  const { steps } = await readJournal(file).catch((error: unknown) => {
    if (systemCode(error) === undefined) throw error;
    return { steps: [] };
  });
  const marks = new Map<string, FileMark>();
  for (const { type, data } of steps)
    if (type === "run-recorded" || type === "judged") marks.set(data.detail.file, data.detail);
  return marks;
}

async function findChange(
  result: PairResult,
  { folder, mark }: { readonly folder: string; readonly mark: FileMark },
): Promise<string | undefined> {
  const { file } = mark;
  const path = await resolveInside(folder, file);
  const sha256 = await hashFile(path);
  if (sha256 === undefined) return undefined; // Its files were deleted, which other messages report.
  if (sha256 !== mark.sha256) return `${file} was changed after it was recorded in the journal`;
  const { head } = await openDetail(path, file);
  const recorded = head.score?.axisScore ?? null;
  const wrong = listShownScores(result, file).find((number) => number !== recorded);
  if (wrong === undefined) return undefined;
  const name = `${result.scenarioKey} (${result.agentName})`;
  return `The AXIS Result of ${name} is ${wrong ?? "missing"} in report.json, but ${recorded ?? "missing"} in the recorded run, ${file}`;
}

/** The numbers of the report that must be the one of this run. The mean is among them if there is only one run. */
function listShownScores({ trials, means, score, file: shownFile }: PairResult, file: string): (number | null)[] {
  const trial = trials?.find((each) => each.file === file);
  return [
    ...(trial === undefined ? [] : [trial.axisScore]),
    ...(shownFile === file && score !== undefined ? [score.axisScore] : []),
    ...((trials?.length ?? 1) === 1 && means.axisScore !== null ? [means.axisScore] : []),
  ];
}

async function hashFile(path: string): Promise<string | undefined> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
  return hash.digest("hex");
}
