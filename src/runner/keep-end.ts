/** The end of a text, at most this long. The mark at a cut tells readers, and the redactor, that a word may be half. */
export function keepEnd(text: string, length: number): string {
  return text.length <= length ? text : `… ${text.slice(2 - length).toWellFormed()}`;
}
