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

/** Told of a piece. The key is equal for equal pieces; others may have the same one, if hardly ever. */
export type TakeChunk = (from: number, to: number, key: number) => void;

/** The pieces in their order, without gaps. Nothing is made for each of them: there are millions. */
export function eachChunk(text: string, take: TakeChunk): void {
  let from = 0;
  let window = 0;
  let one = 0x811c9dc5;
  let two = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    window = ((window << 1) + (gear[unit & 0xff] ?? 0)) | 0;
    one = Math.imul(one ^ unit, 0x01000193);
    two = Math.imul(two + unit, 0x27d4eb2f) ^ (two >>> 15);
    const length = at + 1 - from;
    if (length < least || (window >>> cutShift !== 0 && length < most)) continue;
    // Between the halves of a pair there is no place to cut.
    if (unit >= 0xd800 && unit < 0xdc00) continue;
    take(from, at + 1, keyOf(one, two));
    from = at + 1;
    one = 0x811c9dc5;
    two = 0;
  }
  if (from < text.length) take(from, text.length, keyOf(one, two));
}

/** 53 bits of both. */
function keyOf(one: number, two: number): number {
  return (one >>> 0) * 2 ** 21 + (two >>> 11);
}
