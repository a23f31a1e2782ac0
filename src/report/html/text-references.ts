/** References to what several texts of a page share: how they are written, and the text as it was. */

/** Where a piece of text stands among what is shared. */
export interface Reference {
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
}

/** Stands around a reference. JSON text has no control characters, so none of it can be taken for one. */
const mark = "\u0001";

export function written({ segment, offset, length }: Reference): string {
  return `${mark}${segment.toString(36)} ${offset.toString(36)} ${length.toString(36)}${mark}`;
}

/** The name of a segment's block. */
export function segmentId(segment: number): string {
  return `shared.${segment}`;
}

const references = new RegExp(`${mark}([0-9a-z]+) ([0-9a-z]+) ([0-9a-z]+)${mark}`, "g");

/** Which segments a packed text refers to. */
export function segmentsIn(packed: string): Set<number> {
  return new Set([...packed.matchAll(references)].map(([, segment = ""]) => Number.parseInt(segment, 36)));
}

/** The text as it was. */
export function unshared(packed: string, segments: ReadonlyMap<number, string>): string {
  return packed.replace(references, (_, segment: string, offset: string, length: string) => {
    const from = Number.parseInt(offset, 36);
    const text = segments.get(Number.parseInt(segment, 36))?.slice(from, from + Number.parseInt(length, 36));
    if (text === undefined) throw new Error(`this file lacks its part "${segmentId(Number.parseInt(segment, 36))}"`);
    return text;
  });
}
