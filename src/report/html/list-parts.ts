/** Where a long list is cut, so that each part of it can be read on its own. */

/** Characters of JSON in a part: little enough to be unpacked and parsed within a frame or two. */
export const usualLength = 200_000;

/** Positions of the first row and of the one behind the last. */
export interface ListPart {
  readonly from: number;
  readonly to: number;
}

/** The parts in their order; every row is in exactly one of them. */
export function partsOf(rows: readonly unknown[], partLength = usualLength): ListPart[] {
  const lengthOf = (position: number) => JSON.stringify(rows[position]).length;
  return cutList({ length: rows.length, lengthOf }, partLength);
}

/** A list of which no more is known than how long its rows are. */
export interface MeasuredList {
  readonly length: number;
  readonly lengthOf: (position: number) => number;
}

/** A part ends with the row that makes it as long as a part is to be; the first may be shorter than the others. */
export function cutList(list: MeasuredList, partLength: number, firstLength = partLength): ListPart[] {
  const parts: ListPart[] = [];
  let from = 0;
  let length = 0;
  for (let position = 0; position < list.length; position += 1) {
    length += list.lengthOf(position);
    if (length < (parts.length === 0 ? firstLength : partLength)) continue;
    parts.push({ from, to: position + 1 });
    from = position + 1;
    length = 0;
  }
  if (from < list.length) parts.push({ from, to: list.length });
  return parts;
}
