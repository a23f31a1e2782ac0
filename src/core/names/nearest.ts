/** Did you mean: finds the nearest name within two edits (insert, delete, replace, swap) of the written one. */

/** Names that are more edits apart are not suggested, since the guess would mislead. */
const maxEdits = 2;

/** Inserts, deletes, replacements and swaps of neighbours between two texts. */
export function editDistance(a: string, b: string): number {
  const left = [...a];
  const right = [...b];
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (const [row, letter] of left.entries()) {
    const current = [row + 1];
    for (const [column, other] of right.entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      let best = Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1);
      const isSwapped = letter === right[column - 1] && left[row - 1] === other;
      if (isSwapped) best = Math.min(best, (before[column - 1] ?? 0) + 1);
      current.push(best);
    }
    before = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}

/** The nearest name within two edits, else one that begins with the written one, or undefined. The first of equally near names wins. */
export function findNearestName(written: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Math.min(maxEdits, written.length - 1) + 1;
  for (const name of names) {
    if (Math.abs(name.length - written.length) >= fewest) continue;
    const distance = editDistance(written, name);
    if (distance < fewest) {
      best = name;
      fewest = distance;
    }
  }
  return best ?? (written === "" ? undefined : names.find((name) => name.startsWith(`${written}-`)));
}
