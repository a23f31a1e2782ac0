/** A report among the files to score stands for its runs: the detail files beside it. */
import { open, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { AxisError } from "../../core/error.ts";
import { resolveInside } from "../../core/paths/inside.ts";

/** The parts of a report that are needed to find its runs; the rest may be of any version. */
const RunList = z.object({
  results: z.array(z.object({ file: z.string(), trials: z.array(z.object({ file: z.string() })).optional() })),
});

/** A report starts with its version and its id. */
const beginning = /^\s*\{\s*"version"\s*:\s*"[^"]*"\s*,\s*"reportId"\s*:/;
const beginningBytes = 256;

/** Lists the detail files of a report as command-line paths; returns null if the file is not a report. */
export async function listReportRuns(written: string, folder: string): Promise<string[] | null> {
  const path = resolve(folder, written);
  if (!beginning.test(await readBeginning(path))) return null;
  const files = readRunFiles(await readFile(path, "utf8"), written);
  const reportFolder = dirname(path);
  // A report is untrusted input: it may not name files outside its folder.
  for (const file of files) await resolveInside(reportFolder, file);
  return files.map((file) => join(dirname(written), file));
}

function readRunFiles(text: string, written: string): string[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new AxisError("transcript-unreadable", `${written} starts like a report but is not valid JSON`, { cause: error });
  }
  const list = RunList.safeParse(document);
  if (!list.success) throw new AxisError("transcript-unreadable", `${written} starts like a report but lists no runs`);
  const files = list.data.results.flatMap(({ file, trials }) => (trials ?? [{ file }]).map((trial) => trial.file));
  // A run that never took place has no file.
  const stored = files.filter((file) => file !== "");
  if (stored.length === 0)
    throw new AxisError("transcript-unreadable", `None of the runs of ${written} has a detail file`);
  return stored;
}

/** Returns an empty string if nothing can be read: the error is reported when the file itself is read. */
async function readBeginning(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return "";
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch {
    return ""; // The path is a folder, for example.
  } finally {
    await file.close();
  }
}
