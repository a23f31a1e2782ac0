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

/** The segments that a packed text refers to. */
export function findSegments(packed: string): Set<number> {
  return new Set([...packed.matchAll(referencePattern)].map(([, segment = ""]) => Number.parseInt(segment, 36)));
}

/** Restores the original text. */
export function expandReferences(packed: string, segments: ReadonlyMap<number, string>): string {
  return packed.replace(referencePattern, (_, segment: string, offset: string, length: string) => {
    const from = Number.parseInt(offset, 36);
    const text = segments.get(Number.parseInt(segment, 36))?.slice(from, from + Number.parseInt(length, 36));
    if (text === undefined) throw new Error(`this file lacks the part "${segmentId(Number.parseInt(segment, 36))}"`);
    return text;
  });
}
