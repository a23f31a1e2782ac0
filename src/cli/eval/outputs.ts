/** Where the results of `axis eval` go: rows into a JSONL file as they come, other formats made from them at the end. */
import { existsSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { AxisError } from "../../core/error.ts";
import { resultFormatOf, writeResults } from "../../evaluation/exports/write-results.ts";
import type { EvaluationResult } from "../../evaluation/results/result.ts";

export interface Outputs {
  /** The results file, which an evaluation can be resumed from. */
  readonly rows: string;
  /** Whether that file was asked for, or is only there while the evaluation is unfinished. */
  readonly keepsRows: boolean;
  /** Files in other formats. */
  readonly others: readonly string[];
}

/** Checks the paths; undefined where nothing is to be written. */
export function planOutputs(
  paths: readonly string[],
  { cwd, resume }: { readonly cwd: string; readonly resume: boolean },
): Outputs | undefined {
  const [first] = paths;
  if (first === undefined) {
    if (!resume) return undefined;
    throw new AxisError("flag-invalid", "--resume goes on with a results file, and none was named", {
      hint: "Name it with: -o results.jsonl",
    });
  }
  const asked = paths.filter((path) => resultFormatOf(path) === "jsonl");
  if (asked.length > 1) throw new AxisError("flag-invalid", "There can be one results file of JSON lines");
  const rows = resolve(cwd, asked[0] ?? `${first}.jsonl`);
  if (!resume && existsSync(rows) && statSync(rows).size > 0)
    throw new AxisError("file-exists", `${rows} is there already`, {
      hint: "Go on with it: --resume. Or remove it, or choose another with: -o <path> or --keep <name>",
    });
  const others = paths.filter((path) => !asked.includes(path)).map((path) => resolve(cwd, path));
  return { rows, keepsRows: asked.length > 0, others };
}

/** Writes the other formats; the file of rows stays where it was asked for or is still needed. */
export async function writeOutputs({ rows, keepsRows, others }: Outputs, result: EvaluationResult): Promise<string[]> {
  for (const path of others) await writeResults(result, path);
  if (keepsRows || result.stopped !== undefined) return [rows, ...others];
  await rm(rows, { force: true });
  return [...others];
}
