/** Estimates how long the runs that are left will take. Pages use it too, so it imports no schema. */

export interface TimeLeftInput {
  /** Runs that have ended, as the basis. */
  readonly finished: readonly { readonly agent: string; readonly durationMs: number }[];
  readonly running: readonly { readonly agent: string; readonly elapsedMs: number }[];
  /** The agent of each run that has not started. */
  readonly queued: readonly string[];
  /** How many runs execute side by side. */
  readonly concurrency: number;
}

/** Null as long as too few runs have ended to say anything: one, or with many at once as many as there are slots, up to three. */
export function estimateTimeLeft({ finished, running, queued, concurrency }: TimeLeftInput): number | null {
  if (finished.length < Math.min(3, Math.max(1, concurrency))) return null;
  const usual = createUsualTimes(finished);
  // Each run starts in the slot that is free first. A run that takes longer than usual may end any moment.
  const slots = running.map(({ agent, elapsedMs }) => Math.max(0, usual(agent) - elapsedMs));
  while (slots.length < concurrency) slots.push(0);
  for (const agent of queued) {
    const first = slots.indexOf(Math.min(...slots));
    slots[first] = (slots[first] ?? 0) + usual(agent);
  }
  return Math.max(0, ...slots);
}

/** The mean time of an agent's runs; of all runs, for an agent without one. */
function createUsualTimes(finished: TimeLeftInput["finished"]): (agent: string) => number {
  const times = new Map<string, { count: number; sumMs: number }>();
  const all = { count: 0, sumMs: 0 };
  for (const { agent, durationMs } of finished) {
    const own = times.get(agent) ?? { count: 0, sumMs: 0 };
    times.set(agent, own);
    for (const sum of [own, all]) {
      sum.count += 1;
      sum.sumMs += durationMs;
    }
  }
  return (agent) => {
    const { count, sumMs } = times.get(agent) ?? all;
    return sumMs / count;
  };
}
