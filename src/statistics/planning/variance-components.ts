/** Splits the noise of scores into tasks, trials of a task, and draws of the judge, by nested analysis of variance. */
import { requireFinite, requireSameLength } from "../arguments.ts";
import { computeMean, computeMoments } from "../moments.ts";

/** Variances; null if nothing was repeated at that level. */
export interface VarianceComponents {
  readonly task: number | null;
  readonly trial: number | null;
  readonly judge: number | null;
}

/** The squared deviations within each group, added up. */
function sumSquares(groups: readonly (readonly number[])[]): number {
  return groups.reduce((sum, group) => sum + computeMoments(group).squares, 0);
}

/** The components of scores[task][trial][draw]; all tasks need equally many trials, and all trials equally many draws. */
export function varianceComponents(scores: readonly (readonly (readonly number[])[])[]): VarianceComponents {
  requireBalanced(scores);
  const tasks = scores.length;
  const [firstTask = []] = scores;
  const [firstTrial = []] = firstTask;
  const [trials, draws] = [firstTask.length, firstTrial.length];
  if (trials === 0 || draws === 0) return { task: null, trial: null, judge: null };
  const trialMeans = scores.map((task) => task.map((trial) => computeMean(trial)));
  const judge = draws === 1 ? 0 : sumSquares(scores.flat()) / (tasks * trials * (draws - 1));
  const trial = trials === 1 ? judge : (draws * sumSquares(trialMeans)) / (tasks * (trials - 1));
  const task = (trials * draws * computeMoments(trialMeans.map((means) => computeMean(means))).squares) / (tasks - 1);
  return {
    task: tasks === 1 ? null : Math.max(0, (task - trial) / (trials * draws)),
    trial: trials === 1 ? null : Math.max(0, (trial - judge) / draws),
    judge: draws === 1 ? null : judge,
  };
}

function requireBalanced(scores: readonly (readonly (readonly number[])[])[]): void {
  const [first = []] = scores;
  const [firstDraws = []] = first;
  for (const [task, trials] of scores.entries()) {
    requireSameLength(trials, first, `varianceComponents: scores[${task}] and scores[0]`);
    for (const [trial, draws] of trials.entries()) {
      const place = `varianceComponents: scores[${task}][${trial}]`;
      requireSameLength(draws, firstDraws, `${place} and scores[0][0]`);
      for (const [draw, value] of draws.entries()) requireFinite(value, `${place}[${draw}]`);
    }
  }
}
