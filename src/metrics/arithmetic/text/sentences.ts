/** Counts the sentences of a text. */
import { trimWhiteSpace, whiteSpace } from "./white-space.ts";

/** Words that end in a dot without ending a sentence. */
export const defaultAbbreviations: readonly string[] = "mr mrs ms dr prof sr jr st mt vs etc e.g i.e u.s u.k p.s".split(
  " ",
);

const boundary = new RegExp(`[.!?](?=[${whiteSpace}]+["'\`(\\[]?[A-Z])`, "g");
const lastToken = new RegExp(`[^${whiteSpace}]$`);
const singleLetter = /^\p{L}$/u;

/** Counts the boundaries that end a sentence, plus any text after the last one. */
export function countSentences(text: string, abbreviations: readonly string[] = defaultAbbreviations): number {
  const trimmed = trimWhiteSpace(text);
  const known = new Set(abbreviations.map(stripDots));
  let sentences = 0;
  let end = 0;
  for (const { index } of trimmed.matchAll(boundary)) {
    if (!endsSentence(trimmed, index, known)) continue;
    sentences += 1;
    end = index + 1;
  }
  return trimWhiteSpace(trimmed.slice(end)) === "" ? sentences : sentences + 1;
}

function endsSentence(text: string, boundaryAt: number, abbreviations: ReadonlySet<string>): boolean {
  let start = boundaryAt;
  while (start > 0 && lastToken.test(text[start - 1] as string)) start -= 1;
  const token = stripDots(text.slice(start, boundaryAt + 1));
  return !singleLetter.test(token) && !abbreviations.has(token);
}

function stripDots(token: string): string {
  let end = token.length;
  while (end > 0 && token[end - 1] === ".") end -= 1;
  return token.slice(0, end).toLowerCase();
}
