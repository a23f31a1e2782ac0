/** Where `axis eval --keep` writes its results: under .axis, beside the project's reports. */
import { join } from "node:path";
import { resultFormatOf } from "../../evaluation/exports/write-results.ts";
import { makeEvaluationsFolder } from "../../store/files.ts";
import { checkedName } from "../../store/paths.ts";
import { reportIdFor } from "../../store/report-ids.ts";
import type { CliWorld } from "../command.ts";
import type { EvalFlags } from "./eval-flags.ts";

/** Returns the path of the rows, unless -o already names one, and the path of the final page. */
export async function keptPaths({ keep, output = [] }: EvalFlags, { cwd, now }: CliWorld): Promise<string[]> {
  if (keep === undefined) return [];
  const name = keep === true ? reportIdFor(now(), 1) : checkedName("name after --keep", keep);
  const folder = await makeEvaluationsFolder(cwd);
  const hasRows = output.some((path) => resultFormatOf(path) === "jsonl");
  return [...(hasRows ? [] : [join(folder, `${name}.jsonl`)]), join(folder, `${name}.html`)];
}
