/** The rules for scoring stored runs: weights, judges, and how often a judge is asked. */
import { listJudgeSpecs } from "../../config/judge-spec.ts";
import { type KnownAdapters, loadAdapters } from "../../config/plan-agents.ts";
import { judgeAgentProblems, JudgeModules } from "../../config/planning/open-judge.ts";
import { type JudgeFlags, planJudges } from "../../config/plan-judges.ts";
import { createFindings, throwProblems } from "../../config/validation/problem.ts";
import type { CheckedConfig } from "../../config/validation/validate.ts";
import { adapterSources, envNames } from "../../config/load-project.ts";
import type { Env } from "../../core/agent.ts";
import { AxisError } from "../../core/error.ts";
import type { Judge } from "../../core/judge.ts";
import type { Model } from "../../core/model.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { defaultWeights } from "../../core/score/weights.ts";
import type { JudgingRules, JudgingDeps } from "../../evaluate/judge-run.ts";
import { listAgentKeys } from "../../core/agent/agent-keys.ts";
import { judgeKeys } from "../../runner/secrets/model-keys.ts";
import { missingForJudge } from "../../runner/preflight.ts";
import type { CliDeps } from "../command.ts";

/** The judging flags of a command. */
export interface JudgingFlags extends JudgeFlags {
  /** False: ask models again instead of using cached answers. */
  readonly cache: boolean;
  readonly configDir: string;
  /** As shown in messages. */
  readonly configFile?: string;
}

export interface ScoringSettings extends JudgingRules {
  readonly judgesFor: (detail: Pick<RunDetail, "agentConfig">) => JudgingDeps["judges"];
  /** The first model among the judges; judged metrics ask it too. */
  readonly model?: Model;
  /** Names of the variables that judges, or agents that judge their own runs, may use. */
  readonly keys: readonly string[];
}

/** `config` is empty if there is no project. Adapters of libraries are not loaded: their runs are judged by the judges in the config, or by rules. */
export async function openScoringSettings(
  config: CheckedConfig["config"],
  flags: JudgingFlags,
  deps: CliDeps,
): Promise<ScoringSettings> {
  const { settings, judging } = config;
  const modules = new JudgeModules();
  const adapters = await loadConfigAdapters(config, { ...flags, modules }, deps);
  const plan = await planJudges(judging, flags, {
    configDir: flags.configDir,
    adapters,
    env: deps.env,
    names: envNames(config.env).judge,
    cache: flags.cache,
    prices: settings?.prices,
    modules,
    onWarning: (message) => deps.terminal.err(`Warning: ${message}`),
  });
  return {
    judgesFor: ({ agentConfig }) => plan.judgesFor(agentConfig),
    model: plan.model,
    keys: [
      ...plan.written.flatMap(judgeKeys),
      ...[...adapters.values()].flatMap(({ adapter }) => listAgentKeys(adapter)),
    ],
    weights: { ...defaultWeights, ...settings?.scoring_weights },
    judging: { retries: judging?.retries ?? 2, timeoutMs: (judging?.timeout_minutes ?? 10) * 60_000 },
  };
}

async function loadConfigAdapters(
  config: CheckedConfig["config"],
  { modules, ...flags }: JudgingFlags & { readonly modules: JudgeModules },
  { terminal }: CliDeps,
): Promise<KnownAdapters> {
  const findings = createFindings();
  const { problems } = findings;
  const origin = { baseDir: flags.configDir, configName: flags.configFile ?? "axis.config" };
  const adapters = await loadAdapters(adapterSources(config, [], origin), findings, terminal.err);
  const specs = listJudgeSpecs(config.judging, { file: origin.configName, path: ["judging"] });
  if (flags.judge === undefined)
    problems.push(...judgeAgentProblems(specs, adapters), ...(await modules.findProblems(specs, flags.configDir)));
  throwProblems(problems);
  return adapters;
}

/** Checks before the first run is scored, because a judge that cannot run on this machine is a user error. */
export async function requireJudges(judges: Iterable<Judge>, env: NodeJS.ProcessEnv): Promise<void> {
  const known = Object.fromEntries(Object.entries(env).filter((entry) => entry[1] !== undefined)) as Env;
  const all = new Set([...judges].flatMap((judge) => judge.members ?? [judge]));
  const missing = (await Promise.all([...all].map((judge) => missingForJudge(judge, known)))).flat();
  if (missing.length === 0) return;
  throw new AxisError(
    "preflight",
    `Judges cannot run on this machine:\n${missing.map((line) => `  ${line}`).join("\n")}`,
    {
      hint: "Check this machine with: axis doctor; or judge without a model with: --judge rules",
    },
  );
}
