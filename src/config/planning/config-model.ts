/** The model that the config of this folder names for judging, if there is a config. */
import { resolve } from "node:path";
import { sortSpec, specsIn } from "../judge-spec.ts";
import { configsIn, loadConfig } from "../load.ts";
import { described } from "./judges.ts";
import { AxisError } from "../../core/error.ts";
import type { Model } from "../../core/model.ts";
import type { PriceTable } from "../../core/model/price.ts";
import { missing } from "../../models/api-key.ts";
import type { AnswerCache } from "../../models/cache/answer-cache.ts";
import { parseModelSpec } from "../../models/model-spec.ts";
import { openModel } from "../../models/open-model.ts";

/** Where the command was called, and what it may use. */
export interface ConfigModelWorld {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cache?: AnswerCache;
}

/** Prices that the config of this folder adds or corrects; empty without a config. */
export async function configPrices({ cwd }: Pick<ConfigModelWorld, "cwd">): Promise<PriceTable> {
  const [file] = await configsIn(cwd);
  if (file === undefined) return {};
  return (await loadConfig(resolve(cwd, file))).config.settings?.prices ?? {};
}

/** With a name: the model that the config defines under it. Without: its first model. Null if there is none. */
export async function configModel(world: ConfigModelWorld, name?: string): Promise<Model | null> {
  const [file] = await configsIn(world.cwd);
  if (file === undefined) return null;
  const { judging, settings } = (await loadConfig(resolve(world.cwd, file))).config;
  const specs =
    name === undefined
      ? specsIn(judging, { file, path: [] }).map(({ spec }) => spec)
      : [described(name, judging)].filter((spec) => spec !== undefined);
  const sorted = specs.map(sortSpec).find(({ kind }) => kind === "model");
  if (sorted?.kind !== "model") return null;
  const spec = parseModelSpec(sorted.spec);
  const lacking = missing(spec, world.env);
  if (lacking !== null)
    throw new AxisError("preflight", `${file}  judging: ${lacking}`, { hint: "Set it, or name another with: --judge" });
  const cache = world.cache && { cache: world.cache };
  return openModel(spec, { env: world.env, prices: settings?.prices ?? {}, ...cache });
}
