/** Opens the model that judged metrics ask, as given with `--judge`. */
import { join, resolve } from "node:path";
import { isModule, loadDefault } from "../../config/module.ts";
import type { ConfigModelOptions } from "../../config/planning/open-judge.ts";
import { AxisError } from "../../core/error.ts";
import type { Model } from "../../core/model.ts";
import type { AnswerCache } from "../../judging/models/cache/answer-cache.ts";
import { fileAnswerCache, type FileCacheOptions } from "../../judging/models/cache/file-cache.ts";
import { provideMetricModels } from "../../metrics/evaluation/planning/metric-models.ts";
import { type ModelSource, provideModels } from "../../metrics/model-source.ts";
import type { CliDeps } from "../command.ts";
import type { EvalFlags } from "./eval-flags.ts";

export type EvalJudgeFlags = Pick<EvalFlags, "judge" | "cache" | "samples">;

/** With several samples the cache is not read: all samples would be the same answer. */
function openAnswerCache({ cache, samples = 1 }: EvalJudgeFlags, { cwd, terminal }: CliDeps) {
  const onWarning = (message: string) => terminal.err(`Warning: ${message}`);
  return openStoredAnswers({ folder: join(cwd, ".axis", "judge-cache"), taken: cache && samples === 1, onWarning });
}

/** Accepts `provider/model`, or a project module whose default export is a model: `{ id, ask(question, options) }`. */
export async function openJudge({ judge: spec, ...flags }: EvalJudgeFlags, deps: CliDeps): Promise<Model | undefined> {
  const asking = { cwd: deps.cwd, env: deps.env, cache: openAnswerCache(flags, deps) };
  const source = provideMetricModels(deps.env, { cache: asking.cache, prices: () => readPrices(deps) });
  if (spec === undefined) {
    provideModels(preferConfigModel(source, asking));
    return undefined;
  }
  if (!isModule(spec)) return (await openConfigModel(asking, spec)) ?? (await openNamedModel(spec, source));
  const exported = await loadDefault(resolve(deps.cwd, spec), { shown: spec });
  if (isModel(exported)) return exported;
  throw new AxisError("flag-invalid", `--judge ${spec}: its default export is not a model`, {
    hint: "Export { id, ask(question, options) { ... } }",
  });
}

/** If no model is named, the config's model comes first. Nothing is loaded before a metric asks. */
function preferConfigModel(source: ModelSource, options: ConfigModelOptions): ModelSource {
  return {
    ...source,
    model: async (request) =>
      (request.modelName === undefined && request.llmProvider === undefined ? await openConfigModel(options) : null) ??
      (await source.model(request)),
  };
}

async function openConfigModel(options: ConfigModelOptions, name?: string): Promise<Model | null> {
  const { configModel } = await import("../../config/planning/open-judge.ts");
  return await configModel(options, name);
}

async function readPrices({ cwd }: CliDeps) {
  const { configPrices } = await import("../../config/planning/open-judge.ts");
  return await configPrices(cwd);
}

async function openNamedModel(spec: string, source: ModelSource): Promise<Model> {
  try {
    const model = await source.model({ modelName: spec });
    if (model !== null) return model;
  } catch (error) {
    if (!(error instanceof AxisError)) throw error;
    throw new AxisError("flag-invalid", `--judge ${spec}: ${error.message}`, {
      cause: error,
      ...(error.hint && { hint: error.hint }),
    });
  }
  throw new AxisError("flag-invalid", `--judge ${spec}: unknown judge`, {
    hint: "Use a model such as anthropic/claude-sonnet-4-5, or a module whose default export is a model, such as ./model.mjs",
  });
}

function isModel(value: unknown): value is Model {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    typeof value.id === "string" &&
    "ask" in value &&
    typeof value.ask === "function"
  );
}

/** Always stores answers; `taken` decides whether stored answers are used. */
function openStoredAnswers({ taken, ...options }: FileCacheOptions & { readonly taken: boolean }): AnswerCache {
  const stored = fileAnswerCache(options);
  return taken ? stored : { get: async () => undefined, set: stored.set };
}
