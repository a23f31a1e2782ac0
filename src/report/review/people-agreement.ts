/** How far the judges agree with people, for the page: a table of two by two, agreement and kappa with their bounds. */
import { type Estimate, neededLabels } from "../../core/report/calibration.ts";
import type { LabelLevel } from "../../core/review/label-target.ts";
import { cohenKappa } from "../../statistics/judges/agreement.ts";
import { resampleEstimate } from "../../statistics/judges/resample-estimate.ts";
import { wilsonInterval } from "../../statistics/one-group/wilson.ts";
import { readJudgeVerdict, type SettledLabel } from "./settle-labels.ts";

export interface PeopleAgreement {
  readonly level: LabelLevel;
  /** Labels that count: people decided, and so did AXIS. */
  readonly labels: number;
  /** How many a calibration needs. */
  readonly needed: number;
  /** Both say that it holds. */
  readonly bothPass: number;
  readonly bothFail: number;
  /** AXIS says that it holds, people say that it does not. */
  readonly tooLenient: number;
  readonly tooStrict: number;
  readonly accuracy: Estimate;
  readonly kappa: Estimate;
  /** Labels of people who cannot tell. They do not count. */
  readonly unsure: number;
}

/** The same seed as `axis calibrate`, so that both print the same bounds. */
const seed = "axis calibrate/kappa";

export function measurePeopleAgreement(settled: readonly SettledLabel[], level: LabelLevel): PeopleAgreement {
  const own = settled.filter((each) => each.level === level);
  const pairs = own.flatMap(({ human, label }) => {
    const judge = readJudgeVerdict(label);
    return human === null || judge === null ? [] : [[human === "pass" ? 1 : 0, judge ? 1 : 0] as const];
  });
  const count = (human: 0 | 1, judge: 0 | 1) => pairs.filter((pair) => pair[0] === human && pair[1] === judge).length;
  const [bothPass, bothFail] = [count(1, 1), count(0, 0)];
  return {
    level,
    labels: pairs.length,
    needed: neededLabels,
    bothPass,
    bothFail,
    tooLenient: count(0, 1),
    tooStrict: count(1, 0),
    accuracy: estimateShare(bothPass + bothFail, pairs.length),
    kappa: resampleEstimate(pairs, measureKappa, seed),
    unsure: own.filter(({ human }) => human === null).length,
  };
}

function measureKappa(pairs: readonly (readonly [number, number])[]): number | null {
  return cohenKappa(
    pairs.map(([human]) => human),
    pairs.map(([, judge]) => judge),
  ).value;
}

function estimateShare(part: number, n: number): Estimate {
  if (n === 0) return { value: null, lower: null, upper: null };
  const bounds = wilsonInterval(part, n);
  return { value: part / n, lower: bounds?.lower ?? null, upper: bounds?.upper ?? null };
}
