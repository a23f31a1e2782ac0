/** Orders the jobs of a plan so that trials that are no longer needed can be skipped. */
import { pairId } from "../core/cell.ts";
import type { Job, Plan } from "../core/plan.ts";

/** Jobs that run one after the other. */
export type Chain = readonly Job[];

/** Waves run one after the other; the chains of a wave run in parallel. */
export function planWaves(plan: Plan, byLooks: boolean): readonly (readonly Chain[])[] {
  if (plan.until === undefined) return [chainEach(plan.jobs)];
  return byLooks ? splitInHalves(plan) : [chainByPair(plan.jobs)];
}

/** A comparison is evaluated after half of the trials, and at the end. */
function splitInHalves({ jobs, trials }: Plan): (readonly Chain[])[] {
  const half = Math.ceil(trials / 2);
  const isEarly = ({ cell }: Job) => cell.trial <= half;
  return [chainEach(jobs.filter(isEarly)), chainEach(jobs.filter((job) => !isEarly(job)))];
}

/** A result is evaluated after each of its trials. */
function chainByPair(jobs: readonly Job[]): Chain[] {
  const chains = new Map<string, Job[]>();
  for (const job of jobs) {
    const pair = pairId(job.cell);
    const chain = chains.get(pair);
    if (chain === undefined) chains.set(pair, [job]);
    else chain.push(job);
  }
  return [...chains.values()].map((chain) => chain.toSorted((a, b) => a.cell.trial - b.cell.trial));
}

function chainEach(jobs: readonly Job[]): Chain[] {
  return jobs.map((job) => [job]);
}
