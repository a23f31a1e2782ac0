/** Where `axis eval --keep` writes its results: under .axis, beside the project's reports. */
import { join } from "node:path";
import { detectResultFormat } from "../../metrics/evaluation/exports/write-results.ts";
import { makeEvaluationsFolder } from "../../store/files.ts";
import { requireName } from "../../store/paths.ts";
import { toReportId } from "../../store/report-ids.ts";
import type { CliDeps } from "../command.ts";
import type { EvalFlags } from "./eval-flags.ts";

/** Returns the path of the rows, unless -o already names one, and the path of the final page. */
export async function resolveKeptPaths({ keep, output = [] }: EvalFlags, { cwd, now }: CliDeps): Promise<string[]> {
  if (keep === undefined) return [];
  const name = keep === true ? toReportId(now(), 1) : requireName("name after --keep", keep);
  const folder = await makeEvaluationsFolder(cwd);
  const hasRows = output.some((path) => detectResultFormat(path) === "jsonl");
  return [...(hasRows ? [] : [join(folder, `${name}.jsonl`)]), join(folder, `${name}.html`)];
}
