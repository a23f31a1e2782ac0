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

/** A result that is gone is bad only if it passed before. One that fails now stands out, but proves no regression by itself. */
export function findEntryTone(entry: ComparisonEntry): ChangeTone {
  const { verdict, kind, passedBefore } = entry;
  if (passedBefore === true && kind === "gone") return "bad";
  if (verdict !== "REGRESSED" && failsNow(entry)) return "plain";
  return verdict === null ? "plain" : wordTones[verdict];
}

function failsNow({ passedBefore, passedNow }: ComparisonEntry): boolean {
  return passedBefore === true && passedNow === false;
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
    if (entry.verdict === "REGRESSED") return 0;
    if (failsNow(entry)) return 1;
    return findEntryTone(entry) === "bad" ? 2 : 3 + order.indexOf(nameChange(entry));
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
