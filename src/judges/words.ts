/** What the rules call a word: letters, digits and `_`, in lower case, three characters or more, not in the stop list. */

/**
 * Of one text no more than this many characters are read for words. It bounds the work that a single entry can
 * ask for; an entry below it is read whole.
 */
export const readCharacters = 2 ** 20;

/** Words that say nothing about a subject. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    "all and any are but can did does for from had has have her his how into its just let may not now one our out she " +
    "should than that the their them then there these they this too use used was were what when where which while who " +
    "will with would you your"
  ).split(" "),
);

const run = /[\p{L}\p{Nd}_]{3,}/gu;
const beyondAscii = /[^\0-\x7f]/;

/** Every run of three or more letters, digits and `_`, in lower case and in order; stop words are still among them. */
export function runsOf(text: string): readonly string[] {
  const read = text.length > readCharacters ? text.slice(0, readCharacters) : text;
  // Beyond ASCII the lower case of a letter can depend on its neighbours, so each word is lowered by itself.
  if (!beyondAscii.test(read)) return read.toLowerCase().match(run) ?? [];
  return (read.match(run) ?? []).map((word) => word.toLowerCase());
}

/** The words of a text, in order, with repetitions. */
export function wordsOf(text: string): string[] {
  return runsOf(text).filter((word) => !stopWords.has(word));
}
