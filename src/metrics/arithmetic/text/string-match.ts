/** Checks whether an answer equals or contains the expected text: 1 or 0, case-sensitive. */
import { trimWhiteSpace } from "./white-space.ts";

/** Returns 1 if both texts are equal except for white space at their ends. */
export function exactMatch(actual: string, expected: string): 0 | 1 {
  return trimWhiteSpace(actual) === trimWhiteSpace(expected) ? 1 : 0;
}

/** Returns 1 if the trimmed expected text occurs in the actual text; an empty text always does. */
export function containsMatch(actual: string, expected: string): 0 | 1 {
  const wanted = trimWhiteSpace(expected);
  return includesText(actual, wanted) ? 1 : 0;
}

/** A match must not split a surrogate pair, because matching works on code points. */
function includesText(text: string, wanted: string): boolean {
  if (wanted === "") return true;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1))
    if (!isInsideSurrogatePair(text, at) && !isInsideSurrogatePair(text, at + wanted.length)) return true;
  return false;
}

function isInsideSurrogatePair(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text[at - 1] ?? "") && /[\udc00-\udfff]/.test(text[at] ?? "");
}
