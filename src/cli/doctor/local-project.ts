/** Loads the part of a project that is on this machine: nothing is downloaded, and every error is collected. */
import { dirname } from "node:path";
import { type InspectedProject, listPlanProblems } from "../../config/list-plan-problems.ts";
import { loadProject, type Project } from "../../config/load-project.ts";
import type { Candidate } from "../../config/planning/selection.ts";

export interface LocalProject
  extends Omit<Project, "scenarios" | "judges">, Pick<InspectedProject, "problems" | "judges" | "askedJudges"> {
  readonly scenarios: readonly Candidate[];
  /** Details such as skipped files. */
  readonly details: readonly string[];
}

/** Looks at everything, as `axis run` without filters does. */
export async function loadLocalProject(configFile: string, env: NodeJS.ProcessEnv): Promise<LocalProject> {
  const details: string[] = [];
  const onDetail = (message: string) => void details.push(message);
  const request = { folder: dirname(configFile), configFile, offline: true, cache: false, judgesHere: true };
  const deps = { env, onNotice: onDetail, onWarning: onDetail, onDetail };
  const inspected = await listPlanProblems(await loadProject(request, deps), request, deps);
  const { project, candidates, problems, judges, askedJudges } = inspected;
  return { ...project, scenarios: candidates, details, problems, judges, askedJudges };
}
