/** The model that the config of this folder names for judging, if there is a config. */
import { resolve } from "node:path";
import { classifySpec, listJudgeSpecs } from "../judge-spec.ts";
import { listConfigs, loadConfig } from "../load-config.ts";
import { findDescribedSpec } from "../plan-judges.ts";
import { AxisError } from "../../core/error.ts";
import type { Model } from "../../core/model.ts";
import type { PriceTable } from "../../core/model/price.ts";
import { describeMissingKey } from "../../judging/models/api-key.ts";
import type { AnswerCache } from "../../judging/models/cache/answer-cache.ts";
import { parseModelSpec } from "../../judging/models/model-spec.ts";
import { openModel } from "../../judging/models/open-model.ts";

/** Where the command was called, and what it may use. */
export interface ConfigModelDeps {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cache?: AnswerCache;
}

/** Prices that the config of this folder adds or corrects; empty without a config. */
export async function configPrices({ cwd }: Pick<ConfigModelDeps, "cwd">): Promise<PriceTable> {
  const [file] = await listConfigs(cwd);
  if (file === undefined) return {};
  return (await loadConfig(resolve(cwd, file))).config.settings?.prices ?? {};
}

/** With a name: the model that the config defines under it. Without: its first model. Null if there is none. */
export async function configModel(world: ConfigModelDeps, name?: string): Promise<Model | null> {
  const [file] = await listConfigs(world.cwd);
  if (file === undefined) return null;
  const { judging, settings } = (await loadConfig(resolve(world.cwd, file))).config;
  const specs =
    name === undefined
      ? listJudgeSpecs(judging, { file, path: [] }).map(({ spec }) => spec)
      : [findDescribedSpec(name, judging)].filter((spec) => spec !== undefined);
  const sorted = specs.map(classifySpec).find(({ kind }) => kind === "model");
  if (sorted?.kind !== "model") return null;
  const spec = parseModelSpec(sorted.spec);
  const lacking = describeMissingKey(spec, world.env);
  if (lacking !== null)
    throw new AxisError("preflight", `${file}  judging: ${lacking}`, { hint: "Set it, or name another with: --judge" });
  const cache = world.cache && { cache: world.cache };
  return openModel(spec, { env: world.env, prices: settings?.prices ?? {}, ...cache });
}
