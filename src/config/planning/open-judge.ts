/** Creates judges from specs: one per spec, however many runs it judges. */
import { join } from "node:path";
import { generateAgentNames } from "../../agents/agent-name.ts";
import type { AgentConfig } from "../../core/agent/agent-config.ts";
import type { JudgeSpec } from "../../core/config/config.ts";
import { AxisError } from "../../core/error.ts";
import { canonicalJson } from "../../core/json.ts";
import type { Judge } from "../../core/judge.ts";
import type { Model } from "../../core/model.ts";
import type { ModelEndpoint } from "../../core/model/model-endpoint.ts";
import type { Rehearsal } from "../../core/plan/rehearsal.ts";
import { listPrices } from "../../core/model/price-table.ts";
import { isPriced, type PriceTable } from "../../core/model/price.ts";
import { agentJudge } from "../../judging/model-judges/agent-judge.ts";
import { modelJudge } from "../../judging/model-judges/model-judge.ts";
import { rulesJudge } from "../../judging/rules/rules.ts";
import { findKeyVariable, describeMissingKey } from "../../judging/models/api-key.ts";
import { type AnswerCache } from "../../judging/models/cache/answer-cache.ts";
import { fileAnswerCache } from "../../judging/models/cache/file-cache.ts";
import { type ModelSpec, parseModelSpec } from "../../judging/models/model-spec.ts";
import { openModel } from "../../judging/models/open-model.ts";
import { llmRegistry } from "../../judging/models/registry.ts";
import { classifySpec } from "../judge-spec.ts";
import type { KnownAdapters } from "./adapters.ts";
import { JudgeModules } from "./judge-modules.ts";

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

  constructor(world: JudgeDeps) {
    this.#deps = world;
    this.#modules = world.modules ?? new JudgeModules();
    const { configDir, onWarning } = world;
    const folder = join(configDir, ".axis", "judge-cache");
    const stored = fileAnswerCache({ folder, onWarning });
    this.#cache = world.cache ? stored : { get: async () => undefined, set: stored.set };
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
    if (known === undefined) throw new AxisError("config-invalid", `There is no agent ${JSON.stringify(config.agent)}`);
    const identity = canonicalJson({ ...own, adapter: known.digest });
    const made = this.#agents.get(identity) ?? {
      judge: agentJudge(
        { name: generateAgentNames([own])[0] ?? config.agent, adapter: known.adapter, config: own },
        { ...this.#deps, operator: this.#deps.env, now: () => new Date() },
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
      key === undefined || describeMissingKey(spec, environment) === null ? [] : [`The environment variable ${key} is not set`];
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
