/** Texts as code points, so that lengths and positions do not count a character outside the basic plane twice. */

const surrogate = /[\ud800-\udfff]/;

/** Returns the code points of a text; an unpaired surrogate counts as one code point. */
export function toCodePoints(text: string): Int32Array {
  const points = new Int32Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const point = text.codePointAt(index) as number;
    points[length] = point;
    length += 1;
    if (point > 0xffff) index += 1;
  }
  return length === text.length ? points : points.subarray(0, length);
}

/** Counts the code points of a text. */
export function countCodePoints(text: string): number {
  return surrogate.test(text) ? toCodePoints(text).length : text.length;
}

/** Converts positions in a text between UTF-16 units and code points. */
export interface CodePointPositions {
  toPoints(unit: number): number;
  toUnits(point: number): number;
}

/** Prepares the conversion once, so that each lookup is cheap; out-of-range code point positions are clamped. */
export function createCodePointPositions(text: string): CodePointPositions {
  if (!surrogate.test(text))
    return { toPoints: (unit) => unit, toUnits: (point) => Math.min(text.length, Math.max(0, point)) };
  const pointAt = new Int32Array(text.length + 1);
  const unitAt = new Int32Array(text.length + 1);
  let point = 0;
  for (let unit = 0; unit < text.length; unit += 1) {
    pointAt[unit] = point;
    unitAt[point] = unit;
    if ((text.codePointAt(unit) as number) > 0xffff) pointAt[(unit += 1)] = point;
    point += 1;
  }
  pointAt[text.length] = point;
  unitAt[point] = text.length;
  return {
    toPoints: (unit) => pointAt[unit] as number,
    toUnits: (wanted) => unitAt[Math.min(point, Math.max(0, wanted))] as number,
  };
}
