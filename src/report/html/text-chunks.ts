/** Cuts a text where its own words say so: the same passage is cut the same way wherever it stands. */

/** Characters of a piece: fewer are not worth a reference, more would seldom come again as a whole. */
const least = 48;
const most = 1024;
/** One place in 128 is a cut. */
const cutShift = 25;

/** A number for each of 256 values, mixed so that neighbours have nothing in common. */
const gear = Int32Array.from({ length: 256 }, (_, value) => {
  let mixed = Math.imul(value + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
});

export interface TextChunk {
  readonly from: number;
  readonly to: number;
  /** Equal for equal pieces; others may have the same one, if hardly ever. */
  readonly key: number;
}

/** The pieces in their order, without gaps. */
export function* chunksOf(text: string): Generator<TextChunk, void, undefined> {
  let from = 0;
  let window = 0;
  let [one, two] = [0x811c9dc5, 0];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    window = ((window << 1) + (gear[unit & 0xff] ?? 0)) | 0;
    one = Math.imul(one ^ unit, 0x01000193);
    two = Math.imul(two + unit, 0x27d4eb2f) ^ (two >>> 15);
    const length = at + 1 - from;
    if (length < least || (window >>> cutShift !== 0 && length < most)) continue;
    // Between the halves of a pair there is no place to cut.
    if (unit >= 0xd800 && unit < 0xdc00) continue;
    yield { from, to: at + 1, key: keyOf(one, two) };
    from = at + 1;
    [one, two] = [0x811c9dc5, 0];
  }
  if (from < text.length) yield { from, to: text.length, key: keyOf(one, two) };
}

/** 53 bits of both. */
function keyOf(one: number, two: number): number {
  return (one >>> 0) * 2 ** 21 + (two >>> 11);
}
