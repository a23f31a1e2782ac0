/** Runs a metric on an item: resolves fields, opens services, measures, and accounts for the cost. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import type { MetricContext } from "../../core/metric.ts";
import type { MetricEvaluationResult } from "../../core/score/metric-result.ts";
import { notApplicable, type Unscored } from "../../core/score.ts";
import { isRunEvidence, type Measure } from "../evidence.ts";
import { type Appetite, appetiteOf } from "./appetite.ts";
import { type Account, resultOf, thrown } from "./result.ts";
import { inExecution } from "./execution-scope.ts";
import { Ledger } from "../judging/ledger.ts";
import { bodyOf, type Evidence, type Subject } from "../metric-body.ts";
import { MetricWorld } from "./metric-world.ts";
import { resolveFields } from "../fields/presence.ts";
import { openServices, type OpenServices } from "./services.ts";
import { untilAborted } from "./until-aborted.ts";

/** `services` replace those that would be opened. */
interface RunContext extends MetricContext {
  readonly services?: OpenServices;
}

/** Synchronous, unless something has to be awaited. */
type Result = MetricEvaluationResult | Promise<MetricEvaluationResult>;

export function runMetric(subject: Subject, item: DatasetItem, context: RunContext): Result {
  context.abort?.throwIfAborted();
  const appetite = appetiteOf(subject);
  const found = gather(subject, item, { context, appetite });
  if (found.status !== "found") return resultOf(subject, { score: found }, free);
  if (!appetite.asksServices) return measured(subject, found.fields, new MetricWorld(subject, context));
  return inExecution(subject, () => withServices(subject, found.fields, context));
}

/** The account of an execution that asked no model. */
const free: Account = { ledger: new Ledger(), notes: [], metadata: {} };

type Gathered = { readonly status: "found"; readonly fields: Evidence } | Unscored;

interface Table {
  readonly context: MetricContext;
  readonly appetite: Appetite;
}

function gather(subject: Subject, item: DatasetItem, { context, appetite }: Table): Gathered {
  const looking = { item, mapping: subject.mapping, blankIsPresent: subject.config.blankIsPresent };
  const found = resolveFields(looking, appetite.fields);
  if (found.status !== "found" || appetite.ofRun.length === 0) return found;
  const missing = bodyOf(subject.type)
    .needs.filter(isRunEvidence)
    .filter((name) => context.run?.[name] === undefined);
  if (missing.length > 0) return notApplicable(`this metric needs a run, but ${missing.join(", ")} is missing`);
  const run = Object.fromEntries(appetite.ofRun.map((name) => [name, context.run?.[name]]));
  return { status: "found", fields: { ...found.fields, ...run } };
}

async function withServices(subject: Subject, fields: Evidence, context: RunContext) {
  const services = context.services ?? (await openServices(subject, context));
  if ("status" in services) return resultOf(subject, { score: services }, free);
  const world = new MetricWorld(subject, context, services);
  const evidence = { ...fields, ...services, ...(world.judge === undefined ? {} : { judge: world.judge }) };
  return await measured(subject, evidence, world);
}

function measured(subject: Subject, evidence: Evidence, world: MetricWorld): Result {
  const startedMs = performance.now();
  const done = (measure: Measure) => accounted(subject, measure, { world, startedMs });
  const measure = attempt(subject, evidence, world);
  return measure instanceof Promise ? measure.then(done) : done(measure);
}

function accounted(
  subject: Subject,
  measure: Measure,
  { world, startedMs }: { readonly world: MetricWorld; readonly startedMs: number },
): MetricEvaluationResult {
  world.abort.throwIfAborted();
  if (!subject.config.judged) return resultOf(subject, measure, free);
  const { ledger, notes } = world.caller;
  const mode = "mode" in subject.options ? subject.options.mode : "granular";
  const analysis = { mode, durationMs: performance.now() - startedMs, ...ledger.summary() };
  return resultOf(subject, measure, { ledger, notes, metadata: { analysis } });
}

/** Turns an error, thrown or rejected, into a failed measurement. */
function attempt(subject: Subject, evidence: Evidence, world: MetricWorld): Measure | Promise<Measure> {
  const failing = (error: unknown): Measure => ({ score: thrown(error, subject.key, { abort: world.abort }) });
  try {
    const measuring = bodyOf(subject.type).measure(evidence, world, subject);
    return measuring instanceof Promise ? untilAborted(measuring, world.abort).catch(failing) : measuring;
  } catch (error) {
    return failing(error);
  }
}
