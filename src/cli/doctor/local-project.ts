/** Loads the part of a project that is on this machine: nothing is downloaded, and every error is collected. */
import { dirname } from "node:path";
import { type Candidate, listCandidates } from "../../config/planning/selection.ts";
import { checkMentions } from "../../config/planning/mentions.ts";
import { loadProject, type Project } from "../../config/load-project.ts";

export interface LocalProject extends Omit<Project, "scenarios"> {
  readonly scenarios: readonly Candidate[];
  /** Details such as skipped files. */
  readonly details: readonly string[];
}

export async function loadLocalProject(configFile: string, env: NodeJS.ProcessEnv): Promise<LocalProject> {
  const details: string[] = [];
  const onDetail = (message: string) => void details.push(message);
  const project = await loadProject(
    { folder: dirname(configFile), configFile, offline: true },
    { env, onNotice: onDetail, onWarning: onDetail, onDetail },
  );
  const scenarios = await listCandidates(project);
  checkMentions(scenarios, project.agents, project.findings);
  return { ...project, scenarios, details };
}
