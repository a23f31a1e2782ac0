/** Makes a name or path one word of a command that people paste into a shell. */

/** Adds quotes only if a shell would split or expand the word. */
export function quoteShellWord(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
