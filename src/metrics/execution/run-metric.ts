/** Runs a metric on an item: resolves fields, opens services, measures, and accounts for the cost. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import type { MetricContext } from "../../core/metric.ts";
import type { MetricEvaluationResult } from "../../core/score/metric-result.ts";
import { notApplicable, type Unscored } from "../../core/score.ts";
import { isRunEvidence, type Measure } from "../evidence.ts";
import { type MetricNeeds, resolveNeeds } from "./metric-needs.ts";
import { type Account, buildResult, handleThrown } from "./build-result.ts";
import { runInExecution } from "./execution-scope.ts";
import { Ledger } from "../judging/ledger.ts";
import { getMetricBody, type Evidence, type Subject } from "../metric-body.ts";
import { MetricDeps } from "./metric-deps.ts";
import { resolveFields } from "../fields/presence.ts";
import { openServices, type OpenServices } from "./services.ts";
import { waitUntilAborted } from "./until-aborted.ts";

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

type GatheredFields = { readonly status: "found"; readonly fields: Evidence } | Unscored;

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

async function measureWithServices(subject: Subject, fields: Evidence, context: RunContext) {
  const services = context.services ?? (await openServices(subject, context));
  if ("status" in services) return buildResult(subject, { score: services }, freeAccount);
  const world = new MetricDeps(subject, context, services);
  const evidence = { ...fields, ...services, ...(world.judge === undefined ? {} : { judge: world.judge }) };
  return await measureWithDeps(subject, evidence, world);
}

function measureWithDeps(subject: Subject, evidence: Evidence, world: MetricDeps): Result {
  const startedMs = performance.now();
  const done = (measure: Measure) => toAccountedResult(subject, measure, { world, startedMs });
  const measure = tryMeasure(subject, evidence, world);
  return measure instanceof Promise ? measure.then(done) : done(measure);
}

function toAccountedResult(
  subject: Subject,
  measure: Measure,
  { world, startedMs }: { readonly world: MetricDeps; readonly startedMs: number },
): MetricEvaluationResult {
  world.abort.throwIfAborted();
  if (!subject.config.judged) return buildResult(subject, measure, freeAccount);
  const { ledger, notes } = world.caller;
  const mode = "mode" in subject.options ? subject.options.mode : "granular";
  const analysis = { mode, durationMs: performance.now() - startedMs, ...ledger.summary() };
  return buildResult(subject, measure, { ledger, notes, metadata: { analysis } });
}

/** Turns an error, thrown or rejected, into a failed measurement. */
function tryMeasure(subject: Subject, evidence: Evidence, world: MetricDeps): Measure | Promise<Measure> {
  const failing = (error: unknown): Measure => ({ score: handleThrown(error, subject.key, { abort: world.abort }) });
  try {
    const measuring = getMetricBody(subject.type).measure(evidence, world, subject);
    return measuring instanceof Promise ? waitUntilAborted(measuring, world.abort).catch(failing) : measuring;
  } catch (error) {
    return failing(error);
  }
}
