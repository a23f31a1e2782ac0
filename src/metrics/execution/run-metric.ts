/** Runs a metric on an item: resolves fields, opens services, measures, and accounts for the cost. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import type { HttpAccess, MetricContext, RunEvidence } from "../../core/metric.ts";
import type { Embedder, Model } from "../../core/model.ts";
import { failed, notApplicable, type Unscored } from "../../core/score.ts";
import type { MetricEvaluationResult } from "../../core/score/metric-result.ts";
import { AnalysisCache } from "../analysis-cache.ts";
import type { CommonOptions } from "../common-options.ts";
import { isRunEvidence, isService, type Measure, type ReturnedMeasure, type World } from "../evidence.ts";
import { listViewedFields } from "../fields/evaluation-fields.ts";
import { resolveFields, type WantedField } from "../fields/presence.ts";
import { Analyses } from "../judging/analyses.ts";
import { type QuestionCaller, callJudge } from "../judging/caller.ts";
import { Ledger } from "../judging/ledger.ts";
import { type MetricEvidence, getMetricBody, isInstructionMetric, type Subject } from "../metric-body.ts";
import { adoptEmbedder, adoptModel, openNamedEmbedder, openNamedModel } from "../model-source.ts";
import { type Account, buildResult, handleThrown } from "./build-result.ts";
import { readMeasure } from "./read-measure.ts";
import { runInExecution } from "./execution-scope.ts";
import { renderPromptAddition } from "./prompt-addition.ts";
import { waitUntilAborted } from "./until-aborted.ts";

/** The services of one execution, created on demand so that plain arithmetic does not pay for a judge. */
const neverAborted = new AbortController().signal;

class MetricDeps implements World<object> {
  readonly abort: AbortSignal;
  #caller: QuestionCaller | undefined;
  #analyses: Analyses | undefined;

  constructor(
    private readonly subject: Subject,
    private readonly context: MetricContext,
    private readonly services: OpenServices = {},
  ) {
    this.abort = context.abort ?? neverAborted;
  }

  get options(): object {
    return this.subject.options;
  }

  get threshold(): number | null {
    const { threshold } = this.context;
    return threshold === undefined ? this.subject.threshold : threshold;
  }

  get http(): Partial<HttpAccess> {
    return this.context.http ?? {};
  }

  get analyses(): Analyses {
    return (this.#analyses ??= new Analyses(this.caller, this.context.cache ?? new AnalysisCache()));
  }

  /** The judge for direct questions of a metric, with the same settings and the same ledger. */
  get judge(): Model | undefined {
    const { judge } = this.services;
    if (judge === undefined) return undefined;
    return { id: judge.id, ask: (question) => callJudge(this.caller, "single", question) };
  }

  get caller(): QuestionCaller {
    const { subject, services, context, abort } = this;
    return (this.#caller ??= {
      judge: services.judge ?? null,
      settings: { ...subject.common, addition: renderPromptAddition(subject) },
      ledger: new Ledger(),
      callbacks: context.callbacks ?? {},
      abort,
      notes: [],
    });
  }
}

/** Determines which evidence a metric uses. Cached, because a metric measures many items and its fields rarely change. */
interface MetricNeeds {
  readonly fields: readonly WantedField[];
  readonly ofRun: readonly (keyof RunEvidence)[];
  readonly asksServices: boolean;
}

interface CachedNeeds extends MetricNeeds {
  readonly requiredFields: readonly string[];
  readonly optionalFields: readonly string[];
}

const cachedNeeds = new WeakMap<Subject, CachedNeeds>();

/** Recomputed if the instance's fields were changed. */
function resolveNeeds(subject: Subject): MetricNeeds {
  const { requiredFields, optionalFields } = subject;
  const before = cachedNeeds.get(subject);
  if (before?.requiredFields === requiredFields && before.optionalFields === optionalFields) return before;
  const { needs, uses } = getMetricBody(subject.type);
  const all = [...needs, ...uses];
  const found = {
    requiredFields,
    optionalFields,
    fields: listWantedFields(subject),
    ofRun: all.filter(isRunEvidence),
    asksServices: all.some(isService),
  };
  cachedNeeds.set(subject, found);
  return found;
}

/** Fields required by the instance or by the definition must be present; a metric never measures without them. */
function listWantedFields(subject: Subject): WantedField[] {
  const { needs, uses } = getMetricBody(subject.type);
  const isField = (name: string) => !isService(name) && !isRunEvidence(name);
  const required = new Set([...subject.requiredFields, ...needs.filter(isField)]);
  const optional = [...subject.optionalFields, ...uses.filter(isField)];
  const viewed = isInstructionMetric(subject.type) ? listViewedFields(subject) : [];
  return [...new Set([...required, ...optional, ...viewed])].map((name) => ({ name, required: required.has(name) }));
}

/** `services` replace those that would be opened. */
interface RunContext extends MetricContext {
  readonly services?: OpenServices;
}

/** Synchronous, unless something has to be awaited. */
type Result = MetricEvaluationResult | Promise<MetricEvaluationResult>;

export function runMetric(subject: Subject, item: DatasetItem, context: RunContext): Result {
  context.abort?.throwIfAborted();
  const appetite = resolveNeeds(subject);
  const found = gatherFields(subject, item, { context, appetite });
  if (found.status !== "found") return buildResult(subject, { score: found }, freeAccount);
  if (!appetite.asksServices) return measureWithDeps(subject, found.fields, new MetricDeps(subject, context));
  return runInExecution(subject, () => measureWithServices(subject, found.fields, context));
}

/** The account of an execution that asked no model. */
const freeAccount: Account = { ledger: new Ledger(), notes: [], metadata: {} };

type GatheredFields = { readonly status: "found"; readonly fields: MetricEvidence } | Unscored;

interface GatherInput {
  readonly context: MetricContext;
  readonly appetite: MetricNeeds;
}

function gatherFields(subject: Subject, item: DatasetItem, { context, appetite }: GatherInput): GatheredFields {
  const looking = { item, mapping: subject.mapping, blankIsPresent: subject.config.blankIsPresent };
  const found = resolveFields(looking, appetite.fields);
  if (found.status !== "found" || appetite.ofRun.length === 0) return found;
  const missing = getMetricBody(subject.type)
    .needs.filter(isRunEvidence)
    .filter((name) => context.run?.[name] === undefined);
  if (missing.length > 0) return notApplicable(`this metric needs a run, but ${missing.join(", ")} is missing`);
  const run = Object.fromEntries(appetite.ofRun.map((name) => [name, context.run?.[name]]));
  return { status: "found", fields: { ...found.fields, ...run } };
}

async function measureWithServices(subject: Subject, fields: MetricEvidence, context: RunContext) {
  const services = context.services ?? (await openServices(subject, context));
  if ("status" in services) return buildResult(subject, { score: services }, freeAccount);
  const deps = new MetricDeps(subject, context, services);
  const evidence = { ...fields, ...services, ...(deps.judge === undefined ? {} : { judge: deps.judge }) };
  return await measureWithDeps(subject, evidence, deps);
}

function measureWithDeps(subject: Subject, evidence: MetricEvidence, deps: MetricDeps): Result {
  const startedMs = performance.now();
  const done = (measure: ReturnedMeasure) =>
    toAccountedResult(subject, readMeasure(subject, measure), { deps, startedMs });
  const measure = tryMeasure(subject, evidence, deps);
  return measure instanceof Promise ? measure.then(done) : done(measure);
}

function toAccountedResult(
  subject: Subject,
  measure: Measure,
  { deps, startedMs }: { readonly deps: MetricDeps; readonly startedMs: number },
): MetricEvaluationResult {
  deps.abort.throwIfAborted();
  if (!subject.config.judged) return buildResult(subject, measure, freeAccount);
  const { ledger, notes } = deps.caller;
  const mode = "mode" in subject.options ? subject.options.mode : "granular";
  const analysis = { mode, durationMs: performance.now() - startedMs, ...ledger.summary() };
  return buildResult(subject, measure, { ledger, notes, metadata: { analysis } });
}

/** Turns an error, thrown or rejected, into a failed measurement. */
function tryMeasure(
  subject: Subject,
  evidence: MetricEvidence,
  deps: MetricDeps,
): ReturnedMeasure | Promise<ReturnedMeasure> {
  const failing = (error: unknown): Measure => ({ score: handleThrown(error, subject.key, { abort: deps.abort }) });
  try {
    const measuring = getMetricBody(subject.type).measure(evidence, deps, subject);
    return measuring instanceof Promise ? waitUntilAborted(measuring, deps.abort).catch(failing) : measuring;
  } catch (error) {
    return failing(error);
  }
}

/** Finds the judge and the embedder of a metric: its own, the one it names, the one from the context, or the default. */
interface OpenServices {
  readonly judge?: Model;
  readonly embedder?: Embedder;
}

/** Opens the services that a metric uses. The metric fails if one that it needs is not configured. */
async function openServices(subject: Subject, context: MetricContext): Promise<OpenServices | Unscored> {
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
async function findJudge(common: Readonly<CommonOptions>, context: MetricContext): Promise<Model | null> {
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
