/** Strengths of competitors over several tasks, with bootstrap intervals and the ranks that these leave open. */
import { studentReach } from "../interval.ts";
import { normalCdf } from "../normal.ts";
import { quantileOfSorted } from "../quantile.ts";
import { createRandom, type Seed } from "../random.ts";
import { bradleyTerry } from "./bradley-terry.ts";

/** `wins[i][j]` of one task: how often i beat j. */
type Wins = readonly (readonly number[])[];

export interface RankedStrength {
  /** Null if wins and losses do not connect everybody. */
  readonly strength: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  /** The best and the worst place that the data do not exclude. */
  readonly bestRank: number;
  readonly worstRank: number;
}

/** With fewer tasks, even winning all of them could be chance at a level of 5 %. */
const leastTasks = 6;
const confidence = 0.95;
const samples = 2000;

/** Tasks are drawn again, so the intervals are about tasks like these. */
export function rankStrengths(tasks: readonly Wins[], seed: Seed): RankedStrength[] {
  const field = tasks[0]?.length ?? 0;
  const found = bradleyTerry(addUp(tasks, field)).strengths;
  const drawn = found === null || tasks.length < leastTasks ? null : drawStrengths(tasks, field, seed);
  const tail = drawn === null ? 0 : normalCdf(-studentReach(confidence, tasks.length - 1));
  return Array.from({ length: field }, (_, own) => {
    const strength = found?.[own] ?? null;
    if (drawn === null) return { strength, lower: null, upper: null, bestRank: 1, worstRank: field };
    const bound = (share: number) =>
      quantileOf(
        drawn.map((each) => each[own] as number),
        share,
      );
    const isAhead = (one: number, other: number) =>
      quantileOf(
        drawn.map((each) => Math.log(each[one] as number) - Math.log(each[other] as number)),
        tail,
      ) > 0;
    const others = Array.from({ length: field }, (_value, other) => other).filter((other) => other !== own);
    return {
      strength,
      lower: bound(tail),
      upper: bound(1 - tail),
      bestRank: 1 + others.filter((other) => isAhead(other, own)).length,
      worstRank: field - others.filter((other) => isAhead(own, other)).length,
    };
  });
}

/** Null if one of the samples does not connect everybody. One task fewer than there are makes the variance unbiased. */
function drawStrengths(tasks: readonly Wins[], field: number, seed: Seed): number[][] | null {
  const random = createRandom(seed);
  const drawn: number[][] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const chosen = Array.from({ length: tasks.length - 1 }, () => tasks[random.integer(tasks.length)] as Wins);
    const { strengths } = bradleyTerry(addUp(chosen, field));
    if (strengths === null) return null;
    drawn.push(strengths);
  }
  return drawn;
}

function addUp(tasks: readonly Wins[], field: number): number[][] {
  const sum = Array.from({ length: field }, () => Array.from({ length: field }, () => 0));
  for (const wins of tasks)
    for (const [one, row] of wins.entries())
      for (const [other, won] of row.entries()) (sum[one] as number[])[other] = (sum[one]?.[other] ?? 0) + won;
  return sum;
}

function quantileOf(values: readonly number[], share: number): number {
  return quantileOfSorted(
    values.toSorted((one, other) => one - other),
    share,
  );
}
