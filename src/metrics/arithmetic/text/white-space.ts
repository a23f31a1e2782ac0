/** The definition of white space for metrics: Unicode white space and the separators U+001C to U+001F, but not the byte order mark. */

/** The content of a character class; JavaScript's own `\s` includes U+FEFF and lacks U+001C to U+001F and U+0085. */
export const whiteSpace = String.raw`\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;

const space = new RegExp(`[${whiteSpace}]`);
const token = new RegExp(`[^${whiteSpace}]+`, "g");

/** Trims white space at both ends. A loop, because a regular expression would also scan every inner run of spaces. */
export function trimWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text[start])) start += 1;
  while (end > start && isWhiteSpace(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** Splits a text at white space. */
export function splitTokens(text: string): string[] {
  return text.match(token) ?? [];
}

/** Whether a character is white space; undefined, the end of a text, is not. */
function isWhiteSpace(character: string | undefined): boolean {
  return character !== undefined && space.test(character);
}
