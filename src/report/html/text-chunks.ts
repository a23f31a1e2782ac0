/** Splits a text by its content: the same passage is split the same way wherever it occurs. */

/** Characters per piece: fewer are not worth a reference, more would rarely be repeated as a whole. */
const minPieceLength = 48;
const maxPieceLength = 1024;
/** About one position in 128 is a boundary. */
const cutShift = 25;

/** A number for each of 256 values, mixed so that neighbours are unrelated. */
const gearTable = Int32Array.from({ length: 256 }, (_, value) => {
  let mixed = Math.imul(value + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
});

/** Called with each piece. Equal pieces have equal keys; different pieces almost never share one. */
export type OnChunk = (from: number, to: number, key: number) => void;

/** Visits the pieces in order, without gaps. It allocates nothing per piece: there are millions. */
export function forEachChunk(text: string, take: OnChunk): void {
  let from = 0;
  let window = 0;
  let one = 0x811c9dc5;
  let two = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    window = ((window << 1) + (gearTable[unit & 0xff] ?? 0)) | 0;
    one = Math.imul(one ^ unit, 0x01000193);
    two = Math.imul(two + unit, 0x27d4eb2f) ^ (two >>> 15);
    const length = at + 1 - from;
    if (length < minPieceLength || (window >>> cutShift !== 0 && length < maxPieceLength)) continue;
    // Never split a surrogate pair.
    if (unit >= 0xd800 && unit < 0xdc00) continue;
    take(from, at + 1, combineHashes(one, two));
    from = at + 1;
    one = 0x811c9dc5;
    two = 0;
  }
  if (from < text.length) take(from, text.length, combineHashes(one, two));
}

/** Combines both hashes into 53 bits. */
function combineHashes(one: number, two: number): number {
  return (one >>> 0) * 2 ** 21 + (two >>> 11);
}
