/** Decides which chunks of a stored transcript are sent together: a run that was followed live has many small ones. */

/** The facts about a chunk that are known without reading it. */
export interface ChunkExtent {
  readonly first_index: number | null;
  readonly last_index: number | null;
  /** Compressed size, as stored. */
  readonly bytes: number;
}

/** Indexes of the first and the last event of a group. */
export interface ChunkGroup {
  readonly first: number;
  readonly last: number;
}

/** Compressed; agent output shrinks to about a fifth. */
const maxPartBytes = 200_000;
/** Limits text that compresses better than that: each chunk was cut before it was compressed. */
const maxPartChunks = 8;

/** Whether one part can hold this much. */
export function fitsPart({ chunks, bytes }: { readonly chunks: number; readonly bytes: number }): boolean {
  return chunks <= 1 || (chunks <= maxPartChunks && bytes <= maxPartBytes);
}

/** Groups chunks in order. The first group is a single chunk, so that a page has something to show early. */
export function groupChunks(places: readonly ChunkExtent[]): ChunkGroup[] {
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

const groupNamePattern = /^entries\.(\d{1,10})\.(\d{1,10})$/;

/** The part name under which clients request a group. */
export function formatGroupName({ first, last }: ChunkGroup): string {
  return `entries.${first}.${last}`;
}

/** Undefined if the name is not the name of a group. */
export function parseGroupName(name: string): ChunkGroup | undefined {
  const [, first, last] = groupNamePattern.exec(name) ?? [];
  if (first === undefined || last === undefined || Number(first) > Number(last)) return undefined;
  return { first: Number(first), last: Number(last) };
}
