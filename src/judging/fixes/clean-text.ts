/** Text of agents and their tools, made fit for a title: one line, visible characters, a length that people read. */

/** Colours and other commands to a terminal. */
const terminalCodes = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g;
/** Control, format and other invisible characters; line breaks and tabs are white space. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;
const blanks = /\s+/g;

/** Only the beginning of a very long text is read. */
const mostRead = 20_000;

/** One line without colours, invisible characters and double spaces, at most `limit` characters long. */
export function cleanLine(text: string, limit: number): string {
  const beginning = text.slice(0, Math.max(4 * limit, 400));
  return shorten(
    beginning.replace(terminalCodes, "").replace(blanks, " ").replace(invisible, "").replace(/ {2,}/g, " ").trim(),
    limit,
  );
}

/** The text without control, format and other invisible characters. */
export function removeInvisible(text: string): string {
  return text.replace(invisible, "");
}

/** The first lines of a text, each cleaned, at most `limit` characters together. */
export function cleanLines(text: string, most: number, limit: number): string {
  const lines = listLines(text);
  const kept: string[] = [];
  let room = limit;
  for (const line of lines) {
    if (kept.length === most || room <= 0) break;
    const clean = cleanLine(line, room);
    kept.push(clean);
    room -= clean.length + 1;
  }
  const whole = kept
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return kept.length < lines.length && !whole.endsWith("…") ? `${whole}\n…` : whole;
}

/** The lines of the beginning of a text, without colours. */
export function listLines(text: string): string[] {
  return text
    .slice(0, mostRead)
    .replace(terminalCodes, "")
    .split(/\r\n|[\n\r\u2028\u2029]/);
}

/** At most `limit` characters, with an ellipsis if there were more; never half a character. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text
    .slice(0, Math.max(0, limit - 1))
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd()}…`;
}
