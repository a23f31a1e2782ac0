/** Finds what sandboxes ask for and this machine cannot enforce, where it is written: nothing starts with less. */
import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { SandboxInput, SandboxPolicy } from "../../core/config/sandbox-settings.ts";
import { listUnenforceable } from "../../runner/sandbox/prepare-sandboxes.ts";
import type { Project } from "../load-project.ts";
import { appendPath, createProblem, type Location, type Problem } from "../validation/problem.ts";
import type { PlanRequest } from "./plan-request.ts";
import { resolveJobSandbox } from "./sandbox-layers.ts";
import type { CandidatePair } from "./selection.ts";

/** None if the runs are executed elsewhere: workers check for themselves. */
export async function listSandboxProblems(
  pairs: readonly CandidatePair[],
  project: Project,
  request: PlanRequest,
): Promise<Problem[]> {
  if (request.runsHere === false) return [];
  const problems: Problem[] = [];
  for (const pair of pairs) {
    const policy = resolveJobSandbox({ scenario: pair.candidate.scenario, agent: pair.agent }, project, request);
    const at = (field: string) => locateField(field, pair, { project, request });
    for (const { field, missing, fix } of isDemanding(policy) ? await listUnenforceable(policy) : [])
      problems.push(createProblem(at(field), `${capitalize(missing)}.`, `${fix}.`));
    for (const path of [...policy.read, ...policy.checks.read].filter((each) => !existsSync(each)))
      problems.push(createProblem(at(policy.read.includes(path) ? "read" : "checks.read"), `${path} does not exist.`));
  }
  return problems;
}

/** Whether it asks for anything that "auto" does not give up silently; otherwise nothing is probed. */
function isDemanding({ driver, required, network, checks, image, written }: SandboxPolicy): boolean {
  const isOpen = network === "host" && checks.network === "host";
  const asksDriver = driver !== "auto" && driver !== "none";
  return asksDriver || required || !isOpen || image !== null || written.includes("pids") || written.includes("disk_mb");
}

/** The last layer that sets the field; settings if none does. */
function locateField(
  field: string,
  { candidate, agent }: CandidatePair,
  { project, request }: { readonly project: Project; readonly request: PlanRequest },
): Location {
  const [name] = field.split(".") as [keyof SandboxInput];
  const isSet = (layer: SandboxInput | undefined) => layer?.[name] !== undefined;
  const flags = { driver: "--sandbox", network: "--network" } as const;
  if (isSet(request.sandbox)) return { file: flags[name as keyof typeof flags], path: [] };
  const file = basename(project.configFile);
  const keys = field.split(".");
  if (isSet(candidate.scenario.sandbox)) return appendPath(candidate.locate("sandbox"), ...keys);
  if (isSet(agent.config.sandbox)) return { file, path: ["agents", agent.name, "sandbox", ...keys] };
  return { file, path: ["settings", "sandbox", ...keys] };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
