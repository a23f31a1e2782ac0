/** Where a long list is cut, so that each part of it can be read on its own. */

/** Characters of JSON in a part: little enough to be unpacked and parsed within a frame or two. */
const usualLength = 200_000;

/** Positions of the first row and of the one behind the last. */
export interface ListPart {
  readonly from: number;
  readonly to: number;
}

/** The parts in their order; every row is in exactly one of them. */
export function partsOf(rows: readonly unknown[], partLength = usualLength): ListPart[] {
  const parts: ListPart[] = [];
  let from = 0;
  let length = 0;
  for (const [position, row] of rows.entries()) {
    length += JSON.stringify(row).length;
    if (length < partLength) continue;
    parts.push({ from, to: position + 1 });
    from = position + 1;
    length = 0;
  }
  if (from < rows.length) parts.push({ from, to: rows.length });
  return parts;
}
