/** Finds `copy` actions whose files do not exist, before a run fails because of them. */
import type { Action } from "../../core/scenario/action.ts";
import { findCopyProblem } from "../../runner/workspace/copy-action.ts";
import type { Project } from "../load-project.ts";
import { isOutsideFolder } from "../validation/check-rules.ts";
import { appendPath, createProblem, type Location, type Problem } from "../validation/problem.ts";
import type { CandidatePair } from "./selection.ts";
import { basename } from "node:path";

/** A script of beforeAll may create the files, so nothing that follows one is checked. afterAll copies what runs made. */
export async function listCopyProblems(pairs: readonly CandidatePair[], project: Project): Promise<Problem[]> {
  const { config, configDir, configFile } = project;
  const beforeAll = config.beforeAll ?? [];
  const firstScript = beforeAll.findIndex(({ action }) => action === "run_script");
  const place: Location = { file: basename(configFile), path: ["beforeAll"] };
  const certain = firstScript === -1 ? beforeAll : beforeAll.slice(0, firstScript);
  const own = await checkActions(certain, configDir, place);
  if (beforeAll.length > 0) return own;
  const candidates = [...new Set(pairs.map(({ candidate }) => candidate))];
  const found = await Promise.all(
    candidates.flatMap(({ scenario, locate }) =>
      (["setup", "teardown"] as const).map((phase) => checkActions(scenario[phase], scenario.baseDir, locate(phase))),
    ),
  );
  return [...own, ...found.flat()];
}

async function checkActions(actions: readonly Action[], matchBase: string, place: Location): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [index, action] of actions.entries()) {
    // A script that reaches the config directory may create what later actions copy.
    if (action.action === "run_script" && action.command.includes("AXIS_CONFIG_DIR")) break;
    if (action.action !== "copy" || isOutsideFolder(action.match)) continue;
    const why = await findCopyProblem(action, matchBase);
    if (why === null) continue;
    const message = `This cannot be copied: ${why.replace(/\.$/, "")}.`;
    problems.push(createProblem(appendPath(place, index, "match"), message, "Add the files, or correct match."));
  }
  return problems;
}
