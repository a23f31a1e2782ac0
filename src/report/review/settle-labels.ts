/** What people say about each judgement, from all lines of a label file: the last label of each person, and their majority. */
import { type LabelLevel, readLevel, targetKey } from "../../core/review/label-target.ts";
import type { ReviewLabel } from "../../core/review/review-label.ts";

/** What people say about one judgement. */
export interface SettledLabel {
  readonly key: string;
  readonly level: LabelLevel;
  /** Null if they cannot tell, or differ evenly. */
  readonly human: "pass" | "fail" | null;
  /** The newest label, and if people decided, the newest that agrees with them. */
  readonly label: ReviewLabel;
  /** The last label of each person. */
  readonly standing: readonly ReviewLabel[];
}

/** In the order of the first label of each judgement. Labels that were withdrawn are gone. */
export function settleLabels(labels: readonly ReviewLabel[]): SettledLabel[] {
  return [...groupByTarget(labels)].flatMap(([key, people]) => {
    const standing = [...people.values()].filter(({ human }) => human !== "withdrawn");
    const newest = standing.at(-1);
    if (newest === undefined) return [];
    const human = findMajority(standing);
    const label = standing.findLast((each) => each.human === human) ?? newest;
    return [{ key, level: readLevel(label), human, label, standing }];
  });
}

/** The last label of each person, the newest at the end. */
function groupByTarget(labels: readonly ReviewLabel[]): Map<string, Map<string, ReviewLabel>> {
  const targets = new Map<string, Map<string, ReviewLabel>>();
  for (const label of labels) {
    const key = targetKey(label);
    const people = targets.get(key) ?? new Map<string, ReviewLabel>();
    const person = label.by ?? "";
    people.delete(person);
    people.set(person, label);
    targets.set(key, people);
  }
  return targets;
}

function findMajority(labels: readonly ReviewLabel[]): SettledLabel["human"] {
  const count = (verdict: ReviewLabel["human"]) => labels.filter(({ human }) => human === verdict).length;
  const [passes, fails] = [count("pass"), count("fail")];
  return passes === fails ? null : passes > fails ? "pass" : "fail";
}

/** Whether AXIS counted it as a pass at that time; null if it said nothing. */
export function readJudgeVerdict({ judge, passFrom = 0.5 }: ReviewLabel): boolean | null {
  return judge === undefined || judge === null ? null : judge >= passFrom;
}
