/** Where `axis eval` writes: rows go to a JSONL file as they are measured; other formats are made from it at the end. */
import { existsSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { AxisError } from "../../core/error.ts";
import { detectResultFormat, writeResults } from "../../metrics/evaluation/exports/write-results.ts";
import type { EvaluationResult } from "../../metrics/evaluation/results/result.ts";

export interface Outputs {
  /** The results file, which an evaluation can be resumed from. */
  readonly rows: string;
  /** Whether the user asked for that file; otherwise it exists only until the evaluation is finished. */
  readonly keepsRows: boolean;
  /** Files in other formats. */
  readonly others: readonly string[];
}

/** Checks the paths; returns undefined if nothing is to be written. */
export function planOutputs(
  paths: readonly string[],
  { cwd, resume }: { readonly cwd: string; readonly resume: boolean },
): Outputs | undefined {
  const [first] = paths;
  if (first === undefined) {
    if (!resume) return undefined;
    throw new AxisError("flag-invalid", "--resume needs a results file, but none was given", {
      hint: "Give one with: -o results.jsonl",
    });
  }
  const asked = paths.filter((path) => detectResultFormat(path) === "jsonl");
  if (asked.length > 1) throw new AxisError("flag-invalid", "Only one JSON Lines results file can be given");
  const rows = resolve(cwd, asked[0] ?? `${first}.jsonl`);
  if (!resume && existsSync(rows) && statSync(rows).size > 0)
    throw new AxisError("file-exists", `${rows} already exists`, {
      hint: "Resume it with --resume, delete it, or choose another file with: -o <path> or --keep <name>",
    });
  const others = paths.filter((path) => !asked.includes(path)).map((path) => resolve(cwd, path));
  return { rows, keepsRows: asked.length > 0, others };
}

/** Writes the other formats; the file of rows is kept if it was requested or is still needed to resume. */
export async function writeOutputs({ rows, keepsRows, others }: Outputs, result: EvaluationResult): Promise<string[]> {
  for (const path of others) await writeResults(result, path);
  if (keepsRows || result.stopped !== undefined) return [rows, ...others];
  await rm(rows, { force: true });
  return [...others];
}
