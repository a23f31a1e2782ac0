/** Fits text of any length and content into limited space. Lengths are in UTF-16 code units. */

/** White space, and every other character that some program treats as a line break. */
// oxlint-disable-next-line no-control-regex -- Some of them are control characters.
const blanks = /[\s\u001C-\u001E\u0085]+/g;
/** Blanks other than a single plain space: few short texts contain any. */
// oxlint-disable-next-line no-control-regex -- The same.
const oddBlanks = /[^\S ]|[\u001C-\u001E\u0085]| {2}/;
// oxlint-disable-next-line no-control-regex -- The same.
const lineBreaks = /\r\n|[\n\v\f\r\u001C-\u001E\u0085\u2028\u2029]/g;

/** Keeps at most `limit` characters: cuts the middle and says there how much was cut. */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const longestMark = cutMark(text.length).length;
  if (limit <= longestMark) return text.slice(0, wholeEnd(text, Math.max(0, limit)));
  const room = limit - longestMark;
  const end = wholeEnd(text, Math.ceil(room / 2));
  const start = wholeStart(text, text.length - Math.floor(room / 2));
  return text.slice(0, end) + cutMark(start - end) + text.slice(start);
}

function cutMark(count: number): string {
  return `[... ${count} characters cut ...]`;
}

/** One line of at most `limit` characters, white space collapsed, with `...` where it was cut. */
export function toOneLine(text: string, limit: number): string {
  // The beginning is nearly always enough, and a text can be very long.
  const beginning = collapseBlanks(text.slice(0, 4 * limit + 16));
  const line = beginning.length > limit || text.length <= 4 * limit + 16 ? beginning : collapseBlanks(text);
  if (line.length <= limit) return line;
  return `${line.slice(0, wholeEnd(line, Math.max(0, limit - 3)))}...`;
}

function collapseBlanks(text: string): string {
  return (oddBlanks.test(text) ? text.replace(blanks, " ") : text).trim();
}

/** Keeps at most `limit` characters and indents every line but the first, so that no line can pose as a new item. */
export function indentLines(text: string, limit: number): string {
  let room = Math.max(0, limit);
  for (;;) {
    const lines = cutMiddle(text, room).replace(lineBreaks, "\n  ");
    if (lines.length <= limit || room === 0) return lines;
    room = Math.max(0, Math.min(room - 1, Math.floor((room * limit) / lines.length)));
  }
}

/** Returns the position, or the one before it if it would split a surrogate pair. */
function wholeEnd(text: string, position: number): number {
  return splitsPair(text, position) ? position - 1 : position;
}

function wholeStart(text: string, position: number): number {
  return splitsPair(text, position) ? position + 1 : position;
}

function splitsPair(text: string, position: number): boolean {
  if (position <= 0 || position >= text.length) return false;
  return (
    isBetween(text.charCodeAt(position - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(position), 0xdc00, 0xdfff)
  );
}

function isBetween(code: number, low: number, high: number): boolean {
  return code >= low && code <= high;
}
