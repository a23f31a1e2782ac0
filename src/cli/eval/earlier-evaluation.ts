/** Finds the evaluation to compare with: the one that `--compare` names, or with `--keep` the newest kept one of the same items. */
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AxisError, errorMessage } from "../../core/error.ts";
import { compareWithRows } from "../../metrics/evaluation/exports/compare-with-rows.ts";
import type { EarlierRows } from "../../metrics/evaluation/exports/html/page.ts";
import type { EvaluationResult } from "../../metrics/evaluation/results/result.ts";
import { evaluationsFolder } from "../../store/paths.ts";
import type { CliDeps } from "../command.ts";
import type { EvalFlags } from "./eval-flags.ts";

/** How many kept evaluations to look at: older ones are rarely of the same items. */
const maxTried = 5;

/** The path that `--compare` names, checked before anything is measured; undefined without the flag. */
export function resolveCompared({ compare }: EvalFlags, { cwd }: CliDeps): string | undefined {
  if (compare === undefined) return undefined;
  const paths = [resolve(cwd, compare), join(evaluationsFolder(cwd), `${compare}.jsonl`)];
  const path = paths.find((each) => each.endsWith(".jsonl") && existsSync(each));
  if (path !== undefined) return path;
  throw new AxisError("flag-invalid", `There are no results to compare with: "${compare}"`, {
    hint: "Give a results file (.jsonl), or the name of an evaluation that was kept with --keep",
  });
}

interface FindOptions {
  readonly compared: string | undefined;
  readonly flags: EvalFlags;
  /** The results file of this evaluation, which is not an earlier one. */
  readonly ownRows: string | undefined;
}

/** Null if there is no evaluation to compare with. */
export async function findEarlier(
  result: EvaluationResult,
  { compared, flags, ownRows }: FindOptions,
  { cwd, terminal }: CliDeps,
): Promise<EarlierRows | null> {
  if (compared !== undefined) {
    const earlier = await compareWithRows(result, compared);
    if (earlier === null) terminal.err(`No item and metric is also in ${compared}, so nothing can be compared.`);
    return earlier;
  }
  if (flags.keep === undefined || result.stopped !== undefined) return null;
  for (const path of await listKeptRows(cwd, ownRows)) {
    try {
      const earlier = await compareWithRows(result, path);
      if (earlier !== null) return earlier;
    } catch (error) {
      terminal.err(`Not compared with ${path}: ${errorMessage(error)}`);
    }
  }
  return null;
}

/** Newest first. */
async function listKeptRows(cwd: string, ownRows: string | undefined): Promise<string[]> {
  const folder = evaluationsFolder(cwd);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".jsonl"));
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), changedMs: (await stat(join(folder, name))).mtimeMs })),
  );
  return files
    .filter(({ path }) => path !== ownRows)
    .sort((a, b) => b.changedMs - a.changedMs)
    .slice(0, maxTried)
    .map(({ path }) => path);
}
