/** Finds the scenario that a stored run is scored with: one of the project, or one in a separate file. */
import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { resolveScenario, type SharedSettings } from "../../config/planning/resolve-scenario.ts";
import { suggestName } from "../../config/validation/suggest.ts";
import { type Findings, createFindings, throwProblems } from "../../config/validation/problem.ts";
import { loadProject, type Project } from "../../config/load-project.ts";
import { isScenarioName } from "../../config/scenarios/scenario-file.ts";
import { type GatheredScenario, gatherEntries, type Origin } from "../../config/scenarios.ts";
import { AxisError } from "../../core/error.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { CliDeps } from "../command.ts";

/** Loads the project; returns undefined if there is none and none was given. */
export async function loadProjectIfAny(deps: CliDeps, config: string | undefined): Promise<Project | undefined> {
  const { terminal } = deps;
  const request = { folder: deps.cwd, configFile: config };
  try {
    return await loadProject(request, {
      env: deps.env,
      onNotice: (message) => terminal.err(message),
      onWarning: (message) => terminal.err(`Warning: ${message}`),
    });
  } catch (error) {
    if (config === undefined && error instanceof AxisError && error.code === "config-missing") return undefined;
    throw error;
  }
}

/** Returns every scenario of a project as it would run, including those with `skip`. */
export async function resolveProjectScenarios(project: Project): Promise<Scenario[]> {
  const scenarios = await resolveAll(project.scenarios, toSharedSettings(project), project.findings);
  throwProblems(project.findings.problems);
  return scenarios;
}

/** Finds the scenario with this key, or in this file. */
export async function findScenario(spec: string, project: Project | undefined, { cwd }: CliDeps): Promise<Scenario> {
  const file = resolve(cwd, spec);
  const isFile = isScenarioName(file) && (await stat(file).catch(() => undefined))?.isFile() === true;
  if (isFile) return requireOne(await loadScenarioFile(file, spec, { project, cwd }), spec);
  if (project === undefined)
    throw new AxisError(
      "scenario-invalid",
      `The scenario file ${spec} does not exist, and there is no config here to look it up in`,
      {
        hint: "Give a file, or the config with: -c <path>",
      },
    );
  const all = await resolveProjectScenarios(project);
  const exact = all.filter(({ key }) => key === spec);
  const found = exact.length > 0 ? exact : all.filter(({ baseKey }) => baseKey === spec);
  if (found.length > 0) return requireOne(found, spec);
  const keys = all.map(({ key }) => key);
  throw new AxisError("scenario-invalid", `This project has no scenario "${spec}"`, {
    hint: suggestName(spec, keys),
  });
}

async function loadScenarioFile(
  file: string,
  spec: string,
  { project, cwd }: { readonly project: Project | undefined; readonly cwd: string },
): Promise<Scenario[]> {
  const own = project?.scenarios.filter(({ place }) => resolve(project.configDir, place.file) === file) ?? [];
  const findings = createFindings();
  const configDir = project?.configDir ?? cwd;
  const origin: Origin = {
    baseDir: configDir,
    configDir,
    remote: null,
    configName: basename(project?.configFile ?? ""),
  };
  const place = { file: spec, path: [] };
  const gathering = { findings, onDetail: () => {}, anywhere: true };
  const gathered = own.length > 0 ? own : await gatherEntries([{ entry: file, place }], origin, gathering);
  throwProblems(findings.problems);
  const scenarios = await resolveAll(
    gathered,
    project === undefined ? noSharedSettings : toSharedSettings(project),
    findings,
  );
  throwProblems(findings.problems);
  return scenarios;
}

function requireOne(scenarios: readonly Scenario[], spec: string): Scenario {
  const [first, ...others] = scenarios;
  if (first !== undefined && others.length === 0) return first;
  const keys = scenarios.map(({ key }) => key).join(", ");
  throw new AxisError("flag-invalid", `"${spec}" matches several scenarios: ${keys}`, {
    hint: "Use the key of one of them",
  });
}

const noSharedSettings: SharedSettings = { limits: undefined, artifacts: [], mcpServers: {} };

function toSharedSettings({ config, artifacts, mcpServers }: Project): SharedSettings {
  const { limits, services } = config.settings ?? {};
  return { limits: limits?.scenario, services, artifacts, mcpServers };
}

async function resolveAll(
  gathered: readonly GatheredScenario[],
  shared: SharedSettings,
  findings: Findings,
): Promise<Scenario[]> {
  const all = await Promise.all(gathered.map((each) => resolveScenario(each, shared, findings)));
  return all.flat().map(({ scenario }) => scenario);
}
