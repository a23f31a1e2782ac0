/** From item to result: fields, services, measure, account. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import type { MetricContext } from "../../core/metric.ts";
import type { MetricEvaluationResult } from "../../core/metric-result.ts";
import { notApplicable, type Unscored } from "../../core/score.ts";
import { wanted } from "../fields/evaluation-fields.ts";
import { isRunEvidence, isService, type Measure } from "../evidence.ts";
import { type Account, resultOf, thrown } from "./result.ts";
import { inExecution } from "./execution-scope.ts";
import { Ledger } from "../judging/ledger.ts";
import { bodyOf, type Evidence, isByInstruction, type MetricBody, type Subject } from "../metric-body.ts";
import { MetricWorld } from "./metric-world.ts";
import { resolveFields, type WantedField } from "../fields/presence.ts";
import { openServices, type OpenServices } from "./services.ts";
import { untilAborted } from "./until-aborted.ts";

/** `services` stand in for those that would be opened. */
interface RunContext extends MetricContext {
  readonly services?: OpenServices;
}

/** Measures one item. */
export async function runMetric(
  subject: Subject,
  item: DatasetItem,
  context: RunContext,
): Promise<MetricEvaluationResult> {
  context.abort?.throwIfAborted();
  const body = bodyOf(subject.type);
  const found = gather(subject, item, context);
  if (found.status !== "found") return resultOf(subject, { score: found }, free);
  if (![...body.needs, ...body.uses].some(isService))
    return await measured(subject, found.fields, new MetricWorld(subject, context));
  return await inExecution(subject, () => withServices(subject, found.fields, context));
}

/** What an execution says that asked nobody. */
const free: Account = { ledger: new Ledger(), notes: [], metadata: {} };

type Gathered = { readonly status: "found"; readonly fields: Evidence } | Unscored;

function gather(subject: Subject, item: DatasetItem, context: MetricContext): Gathered {
  const body = bodyOf(subject.type);
  const looking = { item, mapping: subject.mapping, blankIsPresent: subject.config.blankIsPresent };
  const found = resolveFields(looking, wantedFields(subject, body));
  if (found.status !== "found") return found;
  const ofRun = [...body.needs, ...body.uses].filter(isRunEvidence);
  if (ofRun.length === 0) return found;
  const missing = body.needs.filter(isRunEvidence).filter((name) => context.run?.[name] === undefined);
  if (missing.length > 0) return notApplicable(`this metric looks at a run: there is no ${missing.join(", ")}`);
  const run = Object.fromEntries(ofRun.map((name) => [name, context.run?.[name]]));
  return { status: "found", fields: { ...found.fields, ...run } };
}

/** What is required by the instance or by the definition has to be there; a metric never measures without it. */
function wantedFields(subject: Subject, body: MetricBody): WantedField[] {
  const isField = (name: string) => !isService(name) && !isRunEvidence(name);
  const required = new Set([...subject.requiredFields, ...body.needs.filter(isField)]);
  const optional = [...subject.optionalFields, ...body.uses.filter(isField)];
  const viewed = isByInstruction(subject.type) ? wanted(subject) : [];
  return [...new Set([...required, ...optional, ...viewed])].map((name) => ({ name, required: required.has(name) }));
}

async function withServices(subject: Subject, fields: Evidence, context: RunContext) {
  const services = context.services ?? (await openServices(subject, context));
  if ("status" in services) return resultOf(subject, { score: services }, free);
  const world = new MetricWorld(subject, context, services);
  const evidence = { ...fields, ...services, ...(world.judge === undefined ? {} : { judge: world.judge }) };
  return await measured(subject, evidence, world);
}

async function measured(subject: Subject, evidence: Evidence, world: MetricWorld): Promise<MetricEvaluationResult> {
  const startedMs = performance.now();
  const measure = await attempt(subject, evidence, world);
  world.abort.throwIfAborted();
  if (!subject.config.judged) return resultOf(subject, measure, free);
  const { ledger, notes } = world.caller;
  const mode = "mode" in subject.options ? subject.options.mode : "granular";
  const analysis = { mode, durationMs: performance.now() - startedMs, ...ledger.summary() };
  return resultOf(subject, measure, { ledger, notes, metadata: { analysis } });
}

async function attempt(subject: Subject, evidence: Evidence, world: MetricWorld): Promise<Measure> {
  try {
    const measuring = bodyOf(subject.type).measure(evidence, world, subject);
    if (!(measuring instanceof Promise)) return measuring;
    return await untilAborted(measuring, world.abort);
  } catch (error) {
    return { score: thrown(error, subject.key, { abort: world.abort }) };
  }
}
