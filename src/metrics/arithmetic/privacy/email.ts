/** Finds e-mail addresses in linear time. A regular expression would rescan a long run of letters and dots from each dot. */
import type { Span } from "./span.ts";

const word = /[\p{L}\p{N}_]/u;
const local = /[a-z0-9._%+-]/i;
const domain = /[a-z0-9.-]/i;
const letter = /[a-z]/i;

/** Matches a local part, `@`, and a domain that ends in a dot and letters, with no word character directly before or after. */
export function* findEmailSpans(text: string): Generator<Span> {
  let free = 0;
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", Math.max(at + 1, free))) {
    const start = findLocalStart(text, at, free);
    const end = start === null ? null : findDomainEnd(text, at + 1);
    if (start === null || end === null) continue;
    yield { start, end };
    free = end;
  }
}

/** Returns the earliest start of a local part that ends before `at`; null if a word character precedes every candidate. */
function findLocalStart(text: string, at: number, free: number): number | null {
  let start = at;
  while (start > free && local.test(text[start - 1] as string)) start -= 1;
  while (start < at && isWordBefore(text, start)) start += 1;
  return start < at ? start : null;
}

/** Returns the end of the longest domain that starts here. */
function findDomainEnd(text: string, start: number): number | null {
  let runEnd = start;
  while (runEnd < text.length && domain.test(text[runEnd] as string)) runEnd += 1;
  let labelEnd = runEnd;
  for (let dot = runEnd - 1; dot > start; dot -= 1) {
    if (text[dot] !== ".") continue;
    const end = findLettersEnd(text, dot + 1, labelEnd);
    if (end - dot > 2 && !isWordAt(text, end)) return end;
    labelEnd = dot;
  }
  return null;
}

function findLettersEnd(text: string, start: number, limit: number): number {
  let end = start;
  while (end < limit && letter.test(text[end] as string)) end += 1;
  return end;
}

function isWordAt(text: string, at: number): boolean {
  const point = text.codePointAt(at);
  return point !== undefined && word.test(String.fromCodePoint(point));
}

function isWordBefore(text: string, at: number): boolean {
  if (at === 0) return false;
  const isLow = /[\udc00-\udfff]/.test(text[at - 1] as string);
  const pair = isLow ? text.slice(Math.max(0, at - 2), at) : (text[at - 1] as string);
  return word.test(pair);
}
