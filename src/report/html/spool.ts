/** Where the blocks of a page wait until its index, which stands before them, is known. */
export interface Spool {
  add(text: string): Promise<void>;
  /** All of it, in its order. */
  read(): AsyncIterable<string | Uint8Array>;
}

/** One in memory, for what is not long. */
export function memorySpool(): Spool {
  const texts: string[] = [];
  return {
    add: async (text) => void texts.push(text),
    async *read() {
      yield* texts;
    },
  };
}
