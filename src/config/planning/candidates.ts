/** The scenarios of a project that can run: variants expanded, defaults applied, sorted by key. */
import type { Project } from "../load-project.ts";
import { resolveScenario } from "./resolve-scenario.ts";
import type { Candidate } from "./selection.ts";

/** Every scenario of a project, ready to run; those with `skip` are marked. */
export async function listCandidates(project: Project): Promise<Candidate[]> {
  const { limits, gates, max_repair_loops: maxRepairLoops, sandbox } = project.config.settings ?? {};
  const shared = { ...project, limits: limits?.scenario, gates, maxRepairLoops, sandbox };
  const resolved = await Promise.all(project.scenarios.map((each) => resolveScenario(each, shared, project.findings)));
  // Variants run under their own keys, and keys determine the order.
  return resolved.flat().toSorted((a, b) => (a.scenario.key < b.scenario.key ? -1 : 1));
}
