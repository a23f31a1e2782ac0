/** Did you mean: the names within two edits (insert, delete, replace, swap) of what was written. */

/** Candidates from nearest to farthest, at most `edits` away; ties in their own order. */
export function nearest(written: string, candidates: readonly string[], edits = 2): string[] {
  const word = written.toLowerCase();
  return candidates
    .map((candidate, position) => ({
      candidate,
      position,
      distance: editDistance(word, candidate.toLowerCase(), edits),
    }))
    .filter(({ distance }) => distance <= edits)
    .toSorted((a, b) => a.distance - b.distance || a.position - b.position)
    .map(({ candidate }) => candidate);
}

/** Optimal string alignment distance; `most + 1` where it is certainly greater. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? most + 1;
}
