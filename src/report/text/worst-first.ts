/** Sorts the results of a comparison, most important first, and finds their words and colors. */
import type { ChangeVerdict, ComparisonEntry } from "../../core/report/comparison.ts";

/** How a change is painted: a difference inside the noise is never bad. */
export type ChangeTone = "bad" | "good" | "plain" | "dim";

const wordTones: Readonly<Record<ChangeVerdict, ChangeTone>> = {
  REGRESSED: "bad",
  IMPROVED: "good",
  "NO CHANGE": "plain",
  "NOT ENOUGH DATA": "dim",
};

export function findWordTone(word: ChangeVerdict): ChangeTone {
  return wordTones[word];
}

/** A result that is gone, or fails now, is bad only if it passed before. */
export function findEntryTone({ verdict, kind, passedBefore, passedNow }: ComparisonEntry): ChangeTone {
  if (passedBefore === true && (kind === "gone" || passedNow === false)) return "bad";
  return verdict === null ? "plain" : wordTones[verdict];
}

/** One of the four words; a result that only one side has is new or gone. */
export function nameChange({ verdict, kind }: ComparisonEntry): string {
  return verdict ?? (kind === "gone" ? "gone" : "new");
}

const order = ["IMPROVED", "NOT ENOUGH DATA", "gone", "new", "NO CHANGE"];

/** What got worse comes first; within a word, the largest change. */
export function sortByImportance(entries: readonly ComparisonEntry[]): ComparisonEntry[] {
  const size = ({ delta }: ComparisonEntry) => Math.abs(delta ?? 0);
  const rank = (entry: ComparisonEntry) => {
    if (findEntryTone(entry) !== "bad") return 3 + order.indexOf(nameChange(entry));
    return entry.kind === "gone" ? 2 : entry.verdict === "REGRESSED" ? 0 : 1;
  };
  return entries.toSorted((a, b) => rank(a) - rank(b) || size(b) - size(a));
}

const countOrder = ["REGRESSED", "IMPROVED", "NOT ENOUGH DATA", "NO CHANGE", "new", "gone"];

/** How many results have each word: "1 regressed, 2 no change". */
export function countChanges(entries: readonly ComparisonEntry[]): string {
  const words = entries.map(nameChange);
  const counts = countOrder.flatMap((word) => {
    const count = words.filter((each) => each === word).length;
    return count === 0 ? [] : [`${count} ${word.toLowerCase()}`];
  });
  return counts.join(", ") || "no results";
}
