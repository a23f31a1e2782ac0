/** A name or path as one word of a command that people paste into a shell. */

/** Quoted where a shell would take it for more than one word, or for something to fill in. */
export function shellWord(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
