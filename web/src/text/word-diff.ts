/** The words that differ between an expected text and an answer. */

export interface DiffPart {
  readonly text: string;
  /** Whether the other text does not have it at this place. */
  readonly differs: boolean;
}

export interface WordDiff {
  readonly expected: readonly DiffPart[];
  readonly actual: readonly DiffPart[];
}

/** Longer texts are not compared: the table below has a field for each pair of words. */
const maxWords = 400;

/** Null if a text is too long to compare. Joining the parts gives the texts again. */
export function diffWords(expected: string, actual: string): WordDiff | null {
  const [one, other] = [splitWords(expected), splitWords(actual)];
  if (one.length > maxWords || other.length > maxWords) return null;
  const same = alignWords(one, other);
  return {
    expected: joinParts(one, new Set(same.map(([at]) => at))),
    actual: joinParts(other, new Set(same.map(([, at]) => at))),
  };
}

/** Words with the space behind them. */
function splitWords(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

/** The pairs of a longest common subsequence; spaces do not matter. */
function alignWords(one: readonly string[], other: readonly string[]): (readonly [number, number])[] {
  const [a, b] = [one.map((word) => word.trim()), other.map((word) => word.trim())];
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const read = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = a.length - 1; row >= 0; row -= 1)
    for (let column = b.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        a[row] === b[column] ? read(row + 1, column + 1) + 1 : Math.max(read(row + 1, column), read(row, column + 1));
  const pairs: (readonly [number, number])[] = [];
  for (let row = 0, column = 0; row < a.length && column < b.length;) {
    if (a[row] === b[column]) {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    } else if (read(row + 1, column) >= read(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

function joinParts(words: readonly string[], same: ReadonlySet<number>): DiffPart[] {
  const parts: { text: string; differs: boolean }[] = [];
  for (const [index, text] of words.entries()) {
    const differs = !same.has(index);
    const last = parts.at(-1);
    if (last?.differs === differs) last.text += text;
    else parts.push({ text, differs });
  }
  return parts;
}
