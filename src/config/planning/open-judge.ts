/** Creates judges from specs: one per spec, however many runs it judges. */
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { generateAgentNames } from "../../agents/agent-name.ts";
import { builtInAgents } from "../../agents/catalog.ts";
import type { AgentConfig } from "../../core/agent/agent-config.ts";
import { isJudge, type JudgeSpec } from "../../core/config/config.ts";
import { AxisError } from "../../core/error.ts";
import { canonicalJson } from "../../core/json.ts";
import type { Judge } from "../../core/judge.ts";
import type { Model } from "../../core/model.ts";
import type { ModelEndpoint } from "../../core/model/model-endpoint.ts";
import { listPrices } from "../../core/model/price-table.ts";
import { isPriced, type PriceTable } from "../../core/model/price.ts";
import { findNearestName } from "../../core/names/nearest.ts";
import type { SandboxPolicy } from "../../core/config/sandbox-settings.ts";
import type { Rehearsal } from "../../core/plan/rehearsal.ts";
import { agentJudge } from "../../judging/model-judges/agent-judge.ts";
import { modelJudge } from "../../judging/model-judges/model-judge.ts";
import { describeMissingKey, findKeyVariable } from "../../judging/models/api-key.ts";
import type { AnswerCache } from "../../judging/models/cache/answer-cache.ts";
import { fileAnswerCache } from "../../judging/models/cache/file-cache.ts";
import { type ModelSpec, parseModelSpec } from "../../judging/models/model-spec.ts";
import { openModel } from "../../judging/models/open-model.ts";
import { llmRegistry } from "../../judging/models/registry.ts";
import { rulesJudge } from "../../judging/rules/rules.ts";
import { classifySpec, findDescribedSpec, listJudgeSpecs } from "../judge-spec.ts";
import { listConfigs, loadConfig } from "../load-config.ts";
import { loadModule } from "../module.ts";
import { agentProblems, type KnownAdapters, sha256 } from "../plan-agents.ts";
import { appendPath, createProblem, type Location, type Problem } from "../validation/problem.ts";
import { formatQuotedList } from "../validation/suggest.ts";

/** The judge of a module, and what identifies it in a digest. */
interface JudgeModule {
  readonly judge: Judge;
  readonly identity: string;
}

export class JudgeModules {
  readonly #opened = new Map<string, Promise<JudgeModule>>();

  /** `folder` is what the path is relative to. */
  open(path: string, folder: string): Promise<JudgeModule> {
    const file = resolve(folder, path);
    const opened = this.#opened.get(file) ?? openModule(file, path);
    this.#opened.set(file, opened);
    return opened;
  }

  /** Every problem of the modules in these specs. */
  async findProblems(
    specs: readonly { readonly spec: JudgeSpec; readonly at: Location }[],
    folder: string,
  ): Promise<Problem[]> {
    const problems: Problem[] = [];
    for (const { spec, at } of specs) {
      const sorted = classifySpec(spec);
      if (sorted.kind !== "module") continue;
      await this.open(sorted.path, folder).catch((error: unknown) => {
        if (!(error instanceof AxisError)) throw error;
        problems.push(createProblem(at, error.message, error.hint));
      });
    }
    return problems;
  }
}

async function openModule(file: string, shown: string): Promise<JudgeModule> {
  const namespace = await loadModule(file, { shown });
  const judge = [namespace.default, namespace.judge].find(isJudge);
  if (judge === undefined) {
    const message = `${shown}: neither its default export nor its export \`judge\` is a judge with id and ask`;
    throw new AxisError("config-invalid", message, { hint: "Export a judge: { id, ask(question, context) { ... } }" });
  }
  return { judge, identity: `${judge.id} ${sha256(await readFile(file))}` };
}

/** What judges may use. */
export interface JudgeDeps {
  readonly configDir: string;
  readonly adapters: KnownAdapters;
  /** The operator's environment. */
  readonly env: NodeJS.ProcessEnv;
  /** Names of variables that judging agents may see besides the keys of their adapter. */
  readonly names: readonly string[];
  /** False forbids fetching the program of a judging agent. */
  readonly install?: boolean;
  /** What a judging agent runs in; absent: no sandbox. */
  readonly sandboxFor?: (config: AgentConfig) => SandboxPolicy;
  /** In a rehearsal, judges ask the script too. */
  readonly rehearsal?: Rehearsal;
  /** Whether stored answers of models are used; new ones are stored in either case. */
  readonly cache: boolean;
  /** Rows that add to the list prices, or replace them. */
  readonly prices?: PriceTable;
  /** Modules that were already loaded while they were checked for problems. */
  readonly modules?: JudgeModules;
  readonly onWarning: (message: string) => void;
}

/** A judge, what identifies it in a digest, and its adapter if it is an agent. */
export interface PlannedJudge {
  readonly judge: Judge;
  readonly identity: string;
  readonly adapter?: string;
}

export class JudgeFactory {
  readonly #deps: JudgeDeps;
  readonly #cache: AnswerCache;
  readonly #modules: JudgeModules;
  readonly #agents = new Map<string, PlannedJudge>();

  constructor(deps: JudgeDeps) {
    this.#deps = deps;
    this.#modules = deps.modules ?? new JudgeModules();
    const { configDir, onWarning } = deps;
    const folder = join(configDir, ".axis", "judge-cache");
    const stored = fileAnswerCache({ folder, onWarning });
    this.#cache = deps.cache ? stored : { get: async () => undefined, set: stored.set };
  }

  /** `folder` is what a module's path is relative to. */
  async open(spec: JudgeSpec, folder: string): Promise<PlannedJudge> {
    const sorted = classifySpec(spec);
    switch (sorted.kind) {
      case "rules":
        return { judge: rulesJudge, identity: "rules" };
      case "code":
        return { judge: sorted.judge, identity: sorted.judge.id };
      case "module":
        return this.#modules.open(sorted.path, folder);
      case "model":
        return this.#openModelJudge(parseModelSpec(sorted.spec));
      case "agent":
        return this.openAgent(sorted.config);
    }
  }

  /** The agent as a judge. Its adapter is known: invalid specs were rejected before. */
  openAgent(config: AgentConfig): PlannedJudge {
    const { scenarios: _scenarios, skills: _skills, ...own } = config;
    const known = this.#deps.adapters.get(config.agent);
    if (known === undefined) throw new AxisError("config-invalid", `Unknown agent ${JSON.stringify(config.agent)}`);
    const identity = canonicalJson({ ...own, adapter: known.digest });
    const made = this.#agents.get(identity) ?? {
      judge: agentJudge(
        { name: generateAgentNames([own])[0] ?? config.agent, adapter: known.adapter, config: own, file: known.file },
        { ...this.#deps, sandbox: this.#deps.sandboxFor?.(own), now: () => new Date() },
      ),
      identity,
      adapter: config.agent,
    };
    this.#agents.set(identity, made);
    return made;
  }

  /** The model itself, for metrics; called in the same way as by the judge of that name. */
  openMetricModel(spec: ModelSpec): Model {
    const { env, rehearsal, prices = {} } = this.#deps;
    return rehearsal === undefined
      ? openModel(spec, { env, cache: this.#cache, prices })
      : openModel(scripted(spec, rehearsal.endpoint), { env: { [scriptKey]: rehearsal.endpoint.key } });
  }

  #openModelJudge(spec: ModelSpec): PlannedJudge {
    const { rehearsal, prices = {} } = this.#deps;
    const model = this.openMetricModel(spec);
    const identity = canonicalJson(spec);
    // A script needs no key and costs nothing, and its answers are not worth storing.
    if (rehearsal !== undefined) return { judge: modelJudge(model, { costKnown: true }), identity };
    const key = findKeyVariable(spec, llmRegistry.find(spec.provider));
    const lacking = async (environment: NodeJS.ProcessEnv) =>
      key === undefined || describeMissingKey(spec, environment) === null
        ? []
        : [`The environment variable ${key} is not set`];
    const costKnown = isPriced(model.id, { ...listPrices, ...prices });
    const judge = modelJudge(model, { ...(key === undefined ? {} : { keys: [key] }), missing: lacking, costKnown });
    return { judge, identity };
  }
}

const scriptKey = "AXIS_SCRIPT_KEY";

/** The same model as far as the report is concerned, but its answers come from the script. */
function scripted(spec: ModelSpec, { url }: ModelEndpoint): ModelSpec {
  const path = spec.provider === "google" ? "v1beta" : "v1";
  return { ...spec, baseUrl: `${url}/${path}`, apiKeyEnv: scriptKey };
}

/** Where the command was called, and what it may use. */
export interface ConfigModelOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cache?: AnswerCache;
}

/** Prices that the config of this folder adds or corrects; empty without a config. */
export async function configPrices(folder: string): Promise<PriceTable> {
  const [file] = await listConfigs(folder);
  if (file === undefined) return {};
  return (await loadConfig(resolve(folder, file))).config.settings?.prices ?? {};
}

/** With a name: the model that the config defines under it. Without: its first model. Null if there is none. */
export async function configModel({ cwd, env, cache }: ConfigModelOptions, name?: string): Promise<Model | null> {
  const [file] = await listConfigs(cwd);
  if (file === undefined) return null;
  const { judging, settings } = (await loadConfig(resolve(cwd, file))).config;
  const specs =
    name === undefined
      ? listJudgeSpecs(judging, { file, path: [] }).map(({ spec }) => spec)
      : [findDescribedSpec(name, judging)].filter((spec) => spec !== undefined);
  const sorted = specs.map(classifySpec).find(({ kind }) => kind === "model");
  if (sorted?.kind !== "model") return null;
  const spec = parseModelSpec(sorted.spec);
  const lacking = describeMissingKey(spec, env);
  if (lacking !== null)
    throw new AxisError("preflight", `${file}  judging: ${lacking}`, { hint: "Set it, or name another with: --judge" });
  return openModel(spec, { env, cache, prices: settings?.prices ?? {} });
}

/** Every problem of the agents in these specs. */
export function judgeAgentProblems(
  specs: readonly { readonly spec: JudgeSpec; readonly at: Location }[],
  adapters: KnownAdapters,
): Problem[] {
  return specs.flatMap(({ spec, at }) => {
    const sorted = classifySpec(spec);
    return sorted.kind === "agent" ? findAgentProblems(sorted.config, at, adapters) : [];
  });
}

function findAgentProblems(config: AgentConfig, at: Location, adapters: KnownAdapters): Problem[] {
  const adapter = adapters.get(config.agent)?.adapter;
  if (adapter === undefined) return [unknownJudge(config.agent, at, [...adapters.keys()])];
  if (builtInAgents["replay"] === adapter)
    return [createProblem(at, "The replay agent only plays back a recording, so it cannot judge.")];
  const useless = (["skills", "scenarios"] as const).filter((key) => config[key] !== undefined);
  return [
    ...agentProblems(config, adapter, at),
    ...useless.map((key) => createProblem(appendPath(at, key), `A judge cannot have ${key}.`, `Remove ${key}.`)),
  ];
}

function unknownJudge(written: string, at: Location, agents: readonly string[]): Problem {
  const names = ["rules", ...agents.filter((name) => name !== "replay")];
  const meant = findNearestName(written, names);
  const message = `Unknown judge ${JSON.stringify(written)}.`;
  if (meant !== undefined) return createProblem(at, `${message} Did you mean ${JSON.stringify(meant)}?`);
  return createProblem(
    at,
    `${message} Known judges: ${formatQuotedList(names)}.`,
    "Write a model as provider/model, and your own module as ./judges/mine.ts.",
  );
}
