/** References to text that a page shares: how they are written, and how the original text is restored. */

/** The location of a piece in the shared text. */
export interface Reference {
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}

/** Surrounds a reference. JSON text has no control characters, so nothing in it can be mistaken for one. */
const mark = "\u0001";

export function formatReference({ segment, offset, length }: Reference): string {
  return `${mark}${segment.toString(36)} ${offset.toString(36)} ${length.toString(36)}${mark}`;
}

/** The name of a segment's block. */
export function segmentId(segment: number): string {
  return `shared.${segment}`;
}

const referencePattern = new RegExp(`${mark}([0-9a-z]+) ([0-9a-z]+) ([0-9a-z]+)${mark}`, "g");

/** Segment, offset and length, as `formatReference` writes them. */
function parseReference(reference: string): number[] {
  return reference
    .slice(mark.length, -mark.length)
    .split(" ")
    .map((part) => Number.parseInt(part, 36));
}

/** The segments that a packed text refers to. */
export function findSegments(packed: string): Set<number> {
  return new Set([...packed.matchAll(referencePattern)].map(([, segment = ""]) => Number.parseInt(segment, 36)));
}

/** Restores the original text. */
export function expandReferences(packed: string, segments: ReadonlyMap<number, string>): string {
  return packed.replace(referencePattern, (reference) => {
    const [segment = 0, offset = 0, length = 0] = parseReference(reference);
    const text = segments.get(segment)?.slice(offset, offset + length);
    if (text === undefined) throw new Error(`this file lacks the part "${segmentId(segment)}"`);
    return text;
  });
}
