/** Splits a long list, so that each part can be read on its own. */

/** Characters of JSON per part: few enough to be unpacked and parsed within a frame or two. */
export const defaultPartLength = 200_000;

/** The position of the first row, and the position after the last. */
export interface ListPart {
  readonly from: number;
  readonly to: number;
}

/** Returns the parts in order; every row is in exactly one of them. */
export function splitRows(rows: readonly unknown[], partLength = defaultPartLength): ListPart[] {
  const measureRow = (position: number) => JSON.stringify(rows[position]).length;
  return cutList({ length: rows.length, measureRow }, partLength);
}

/** A list of which only the row lengths are known. */
export interface MeasuredList {
  readonly length: number;
  readonly measureRow: (position: number) => number;
}

/** A part ends with the row that reaches the part length; the first part may be shorter. */
export function cutList(list: MeasuredList, partLength: number, firstLength = partLength): ListPart[] {
  const parts: ListPart[] = [];
  let from = 0;
  let length = 0;
  for (let position = 0; position < list.length; position += 1) {
    length += list.measureRow(position);
    if (length < (parts.length === 0 ? firstLength : partLength)) continue;
    parts.push({ from, to: position + 1 });
    from = position + 1;
    length = 0;
  }
  if (from < list.length) parts.push({ from, to: list.length });
  return parts;
}
