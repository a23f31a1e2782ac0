/** What transcripts are scored with: an optional scenario, optional checks in a workspace, weights and judges. */
import { resolve } from "node:path";
import { formatConfigFlag } from "../../config/load-config.ts";
import { configPrices } from "../../config/planning/open-judge.ts";
import { throwProblems } from "../../config/validation/problem.ts";
import { AxisError } from "../../core/error.ts";
import type { PriceTable } from "../../core/model/price.ts";
import { agentNameProblem } from "../../core/names/names.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { JudgingDeps } from "../../evaluate/judge-run.ts";
import type { CliDeps } from "../command.ts";
import type { Project } from "../../config/load-project.ts";
import { createRedactor, type Redactor, collectSecrets } from "../../runner/secrets/redact.ts";
import { requireJudges, openScoringSettings } from "./scoring-settings.ts";
import { findScenario, loadProjectIfAny } from "./find-scenario.ts";
import { requireFolder } from "./workspace-checks.ts";

export interface ScoringFlags {
  readonly scenario?: string;
  readonly task?: string;
  readonly agent?: string;
  readonly workspace?: string;
  readonly judge?: string;
  readonly cache: boolean;
  readonly config?: string;
}

export interface ScoringContext {
  readonly scenario: Scenario | undefined;
  readonly task: string | undefined;
  /** Replaces the name of the agent that a file states. */
  readonly agent: string | undefined;
  /** Absolute path. */
  readonly workspace: string | undefined;
  /** Names of variables that checks may see. */
  readonly checkNames: readonly string[];
  /** Commands and hosts that the config adds to the built-in services. */
  readonly services: readonly string[] | undefined;
  readonly settings: JudgingDeps;
  /** Also redacts the keys of the judge. */
  readonly redactor: Redactor;
}

/** Reads a project only if a scenario or a config is given: any transcript can be scored anywhere. */
export async function openScoringContext(flags: ScoringFlags, deps: CliDeps): Promise<ScoringContext> {
  const { scenario: spec, workspace } = flags;
  if (workspace !== undefined && spec === undefined) throw createWorkspaceError();
  if (flags.agent !== undefined) requireAgentName(flags.agent);
  const named = spec !== undefined || flags.config !== undefined;
  const project = named ? await loadProjectIfAny(deps, flags.config) : undefined;
  if (spec === undefined && project !== undefined)
    throwProblems(project.findings.problems, formatConfigFlag(project.configFile, deps.cwd));
  const scenario = spec === undefined ? undefined : await findScenario(spec, project, deps);
  const folder = workspace === undefined ? undefined : await resolveWorkspace(workspace, deps);
  const { judges, keys, ...settings } = await buildScoringSettings(project, flags, deps);
  await requireJudges(Object.values(judges), deps.env);
  return {
    scenario,
    task: flags.task,
    agent: flags.agent,
    workspace: folder,
    ...readProject(project),
    settings: { ...settings, judges, abort: deps.abortOnInterrupt() },
    redactor: createRedactor(collectSecrets(deps.env, keys)),
  };
}

function requireAgentName(name: string): void {
  const problem = agentNameProblem(name);
  if (problem !== null) throw new AxisError("flag-invalid", `--agent "${name}": the name ${problem}`);
}

function createWorkspaceError(): AxisError {
  return new AxisError("flag-invalid", "--workspace requires --scenario", {
    hint: "Checks that run programs come from your own scenarios, never from a transcript",
  });
}

function readProject(project: Project | undefined): Pick<ScoringContext, "checkNames" | "services"> {
  return { checkNames: project?.env.checks ?? [], services: project?.config.settings?.services };
}

/** The judge comes from the flag; a config adds only its settings for models and adapters. */
async function buildScoringSettings(project: Project | undefined, flags: ScoringFlags, deps: CliDeps) {
  const { judgesFor, ...settings } = await openScoringSettings(
    project?.config ?? { settings: { prices: await readFolderPrices(flags, deps) } },
    {
      folder: deps.cwd,
      judge: flags.judge ?? "rules",
      cache: flags.cache,
      configDir: project?.configDir ?? deps.cwd,
    },
    deps,
  );
  return { ...settings, judges: judgesFor({ agentConfig: { agent: "" } }) };
}

/** Without a project, the config of this folder is read only for the price of a judge that may cost something. */
async function readFolderPrices({ judge = "rules" }: ScoringFlags, { cwd }: CliDeps): Promise<PriceTable> {
  return judge === "rules" ? {} : await configPrices(cwd);
}

async function resolveWorkspace(workspace: string, { cwd }: CliDeps): Promise<string> {
  const folder = resolve(cwd, workspace);
  await requireFolder(folder, workspace);
  return folder;
}
