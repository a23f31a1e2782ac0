/** A buffer for the blocks of a page until its index, which comes first, is known. */
export interface Spool {
  add(text: string): Promise<void>;
  /** Returns everything in order. */
  read(): AsyncIterable<string | Uint8Array>;
}

/** A buffer in memory, for short content. */
export function memorySpool(): Spool {
  const texts: string[] = [];
  return {
    add: async (text) => void texts.push(text),
    async *read() {
      yield* texts;
    },
  };
}
