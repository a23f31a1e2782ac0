/** Which chunks of a stored transcript are sent together: a run that was followed live has many small ones. */

/** What is known of a chunk without reading it. */
export interface ChunkPlace {
  readonly first_index: number | null;
  readonly last_index: number | null;
  /** As it is stored, compressed. */
  readonly bytes: number;
}

/** Numbers of the first and the last event of a group. */
export interface ChunkGroup {
  readonly first: number;
  readonly last: number;
}

/** Compressed; text that agents write shrinks about five times. */
const mostBytes = 200_000;
/** Text that shrinks more than that is bounded by the number of chunks, each of which is cut before it is compressed. */
const mostChunks = 8;

/** Whether one part can hold this much. */
export function fitsPart({ chunks, bytes }: { readonly chunks: number; readonly bytes: number }): boolean {
  return chunks <= 1 || (chunks <= mostChunks && bytes <= mostBytes);
}

/** Groups in their order. The first is one chunk alone, so that there is something to see soon. */
export function groupChunks(places: readonly ChunkPlace[]): ChunkGroup[] {
  const groups: ChunkGroup[] = [];
  let chunks = 0;
  let bytes = 0;
  for (const { first_index: first, last_index: last, bytes: size } of places) {
    if (first === null || last === null) continue;
    const open = groups.at(-1);
    if (open === undefined || groups.length === 1 || !fitsPart({ chunks: chunks + 1, bytes: bytes + size })) {
      groups.push({ first, last });
      [chunks, bytes] = [1, size];
    } else {
      groups[groups.length - 1] = { first: open.first, last };
      [chunks, bytes] = [chunks + 1, bytes + size];
    }
  }
  return groups;
}

const pattern = /^entries\.(\d{1,10})\.(\d{1,10})$/;

/** The name of the part a group is asked for by. */
export function groupName({ first, last }: ChunkGroup): string {
  return `entries.${first}.${last}`;
}

/** Undefined for what is no such name. */
export function groupOfName(name: string): ChunkGroup | undefined {
  const [, first, last] = pattern.exec(name) ?? [];
  if (first === undefined || last === undefined || Number(first) > Number(last)) return undefined;
  return { first: Number(first), last: Number(last) };
}
