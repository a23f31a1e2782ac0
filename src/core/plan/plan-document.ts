/** What a journal stores of a plan, and what has changed since. */
import type { Plan, PlanDocument } from "../plan.ts";

/** The part of a plan that a journal stores. */
export function planDocument(plan: Plan): PlanDocument {
  return {
    name: plan.name,
    cells: plan.jobs.map(({ cell }) => cell),
    trials: plan.trials,
    skipped: plan.skipped,
    ...(plan.leftOut !== undefined && { leftOut: plan.leftOut }),
    scored: plan.weights !== null,
    until: plan.until,
    ...(plan.rehearsal !== undefined && { script: plan.rehearsal.script }),
    ...(plan.wishes !== undefined && { wishes: plan.wishes }),
    ...(plan.start !== undefined && { competition: plan.start.competition }),
    ...(plan.shard !== undefined && { shard: plan.shard }),
    digests: plan.digests,
    seed: plan.seed,
  };
}

/** What changed between a stored plan and this one, as sentences; empty if it can be resumed. */
export function planChanges(stored: PlanDocument, plan: Plan): string[] {
  return documentChanges(stored, planDocument(plan));
}

/** The same for two stored plans. */
export function documentChanges(stored: PlanDocument, { digests, scored }: PlanDocument): string[] {
  const changes: string[] = [];
  if (stored.digests.axis !== digests.axis) changes.push("The version or the formula of AXIS changed");
  if (stored.scored !== scored)
    changes.push(`Scoring was ${stored.scored ? "on and is now off" : "off and is now on"}`);
  else if (stored.digests.settings !== digests.settings) {
    changes.push("The settings changed: weights, judges, metrics, variable names or hooks");
  }
  changes.push(...partChanges("scenario", stored.digests.scenarios, digests.scenarios));
  changes.push(...partChanges("agent", stored.digests.agents, digests.agents));
  return changes;
}

function partChanges(
  noun: string,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.flatMap((name) => {
    const was = Object.hasOwn(before, name);
    const is = Object.hasOwn(after, name);
    if (was && is) return before[name] === after[name] ? [] : [`The ${noun} "${name}" changed`];
    return [`The ${noun} "${name}" is ${was ? "gone" : "new"}`];
  });
}
