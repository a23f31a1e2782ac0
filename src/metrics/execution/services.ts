/** Finds the judge and the embedder of a metric: its own, the one it names, the one from the context, or the default. */
import type { MetricContext } from "../../core/metric.ts";
import type { Embedder, Model } from "../../core/model.ts";
import { failed, type Unscored } from "../../core/score.ts";
import type { CommonOptions } from "../common-options.ts";
import { getMetricBody, type Subject } from "../metric-body.ts";
import { adoptEmbedder, adoptModel, openNamedEmbedder, openNamedModel } from "../model-source.ts";

export interface OpenServices {
  readonly judge?: Model;
  readonly embedder?: Embedder;
}

/** Opens the services that a metric uses. The metric fails if one that it needs is not configured. */
export async function openServices(subject: Subject, context: MetricContext): Promise<OpenServices | Unscored> {
  const { needs, uses } = getMetricBody(subject.type);
  const names = [...needs, ...uses];
  const judge = names.includes("judge") ? await findJudge(subject.common, context) : null;
  const embedder = names.includes("embedder") ? await findEmbedder(subject.common, context) : null;
  if (judge === null && needs.includes("judge"))
    return failed("no judge is configured: set llm or modelName, or pass a judge");
  if (embedder === null && needs.includes("embedder"))
    return failed("no embedder is configured: set embedModel or embedModelName");
  return { ...(judge === null ? {} : { judge }), ...(embedder === null ? {} : { embedder }) };
}

/** Returns the judge that a metric would ask, or null. */
export async function findJudge(common: Readonly<CommonOptions>, context: MetricContext): Promise<Model | null> {
  const { llm, modelName, llmProvider } = common;
  if (llm !== undefined) return "ask" in llm ? llm : await adoptModel(llm);
  if (modelName === undefined && llmProvider === undefined && context.judge !== undefined) return context.judge;
  return await openNamedModel({ modelName, llmProvider, ...pickTransport(common) });
}

async function findEmbedder(common: Readonly<CommonOptions>, context: MetricContext): Promise<Embedder | null> {
  const { embedModel, embedModelName, llmProvider } = common;
  if (embedModel !== undefined) return "embed" in embedModel ? embedModel : await adoptEmbedder(embedModel);
  if (embedModelName === undefined && context.embedder !== undefined) return context.embedder;
  return await openNamedEmbedder({ modelName: embedModelName, llmProvider, ...pickTransport(common) });
}

function pickTransport({ maxRetries, retryDelay, enablePromptCaching }: Readonly<CommonOptions>) {
  return { maxRetries, retryDelay, enablePromptCaching };
}
