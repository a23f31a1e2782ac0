/** What the rules call a word: letters, digits and `_`, in lower case, three characters or more, not a stop word. */

/**
 * At most this many characters of a text are searched for words. It limits the work a single entry can cause;
 * shorter entries are read in full.
 */
export const maxReadCharacters = 2 ** 20;

/** Words that say nothing about the subject of a text. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    "all and any are but can did does for from had has have her his how into its just let may not now one our out she " +
    "should than that the their them then there these they this too use used was were what when where which while who " +
    "will with would you your"
  ).split(" "),
);

const runPattern = /[\p{L}\p{Nd}_]{3,}/gu;
const beyondAscii = /[^\0-\x7f]/;

/** Every run of three or more letters, digits and `_`, in lower case and in order, including stop words. */
export function splitRuns(text: string): readonly string[] {
  const read = text.length > maxReadCharacters ? text.slice(0, maxReadCharacters) : text;
  // Outside ASCII the lower case of a letter can depend on its neighbours, so each word is lowercased separately.
  if (!beyondAscii.test(read)) return read.toLowerCase().match(runPattern) ?? [];
  return (read.match(runPattern) ?? []).map((word) => word.toLowerCase());
}

/** The words of a text, in order, with repetitions. */
export function splitWords(text: string): string[] {
  return splitRuns(text).filter((word) => !stopWords.has(word));
}
