/** Finds where the list of sources begins in an answer. */

const leadIns = ["here are some resources", "for further details, see", "you can find more information at"];
const headings = [
  "Resources",
  "References",
  "Sources",
  "For More Information",
  "Further Reading",
  "For more details, see",
];

/** Phrases to compare paragraphs with if no phrase occurs literally. */
export const resourcePhrases: readonly string[] = [...leadIns, ...headings];

const leadIn = toAlternation(leadIns);
const heading = new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${toAlternation(headings).source})(?![\p{L}\p{N}_])`, "iu");

/** Returns the offset of the first custom phrase, otherwise of the first lead-in, otherwise of the first heading; null if none occurs. */
export function findResourceSection(text: string, customPhrases: readonly string[] = []): number | null {
  const patterns = [...(customPhrases.length > 0 ? [toAlternation(customPhrases)] : []), leadIn, heading];
  for (const pattern of patterns) {
    const start = text.search(pattern);
    if (start !== -1) return start;
  }
  return null;
}

function toAlternation(phrases: readonly string[]): RegExp {
  return new RegExp(phrases.map((phrase) => phrase.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join("|"), "iu");
}
