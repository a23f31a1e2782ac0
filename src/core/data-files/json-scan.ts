/** Finds the first syntax error in a JSON text and its position, which the built-in parser does not always report. */

/** No real config or scenario is nested deeper. */
export const maxNesting = 64;

export interface TextFault {
  /** Offset in the text, in UTF-16 units. */
  readonly position: number;
  readonly message: string;
}

class Fault extends Error {
  constructor(
    readonly position: number,
    message: string,
  ) {
    super(message);
  }
}

/** The first fault of a strict JSON text (including duplicate keys and depth), or null. */
export function jsonFault(text: string): TextFault | null {
  try {
    const end = skipSpace(text, scanValue(text, skipSpace(text, 0), 1));
    if (end < text.length)
      throw new Fault(end, `unexpected ${describeCharacter(text, end)} after the end of the value`);
    return null;
  } catch (error) {
    if (error instanceof Fault) return { position: error.position, message: error.message };
    throw error;
  }
}

/** Each reader takes its start offset and returns the offset after what it read. */
function scanValue(text: string, at: number, depth: number): number {
  const first = text[at];
  if (first === "{") return scanObject(text, at, depth);
  if (first === "[") return scanArray(text, at, depth);
  if (first === '"') return scanString(text, at);
  const plain = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
  plain.lastIndex = at;
  const match = plain.exec(text);
  if (match === null) throw new Fault(at, `expected a value, found ${describeCharacter(text, at)}`);
  const end = at + match[0].length;
  if (/[\w.+-]/.test(text[end] ?? "")) throw new Fault(at, `expected a value, found ${describeCharacter(text, at)}`);
  return end;
}

function scanObject(text: string, start: number, depth: number): number {
  checkDepth(start, depth);
  const keys = new Set<string>();
  let at = skipSpace(text, start + 1);
  if (text[at] === "}") return at + 1;
  for (;;) {
    if (text[at] !== '"') throw new Fault(at, `expected a key in double quotes, found ${describeCharacter(text, at)}`);
    const end = scanString(text, at);
    const key = JSON.parse(text.slice(at, end)) as string;
    if (keys.has(key)) throw new Fault(at, `the key ${JSON.stringify(key)} appears a second time`);
    keys.add(key);
    at = expectMark(text, skipSpace(text, end), [":"]);
    at = skipSpace(text, scanValue(text, skipSpace(text, at), depth + 1));
    if (text[at] === "}") return at + 1;
    at = skipSpace(text, expectMark(text, at, [",", "}"]));
    if (text[at] === "}") throw new Fault(at, "a comma is not allowed before }");
  }
}

function scanArray(text: string, start: number, depth: number): number {
  checkDepth(start, depth);
  let at = skipSpace(text, start + 1);
  if (text[at] === "]") return at + 1;
  for (;;) {
    at = skipSpace(text, scanValue(text, at, depth + 1));
    if (text[at] === "]") return at + 1;
    at = skipSpace(text, expectMark(text, at, [",", "]"]));
    if (text[at] === "]") throw new Fault(at, "a comma is not allowed before ]");
  }
}

function scanString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text[at] ?? "";
    if (unit === '"') return at + 1;
    if (unit < " ")
      throw new Fault(
        at,
        unit === "\n" ? "this string is not closed on its line" : "a control character is not allowed here",
      );
    if (unit !== "\\") continue;
    const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
    escape.lastIndex = at;
    const match = escape.exec(text);
    if (match === null) throw new Fault(at, "this escape is not valid in JSON");
    at += match[0].length - 1;
  }
  throw new Fault(start, "this string is never closed");
}

function checkDepth(at: number, depth: number): void {
  if (depth > maxNesting) throw new Fault(at, `nested deeper than ${maxNesting} levels`);
}

/** Steps over the first mark. The others are possible too, but the caller has looked for them. */
function expectMark(text: string, at: number, marks: readonly string[]): number {
  if (text[at] === marks[0]) return at + 1;
  throw new Fault(at, `expected ${marks.join(" or ")}, found ${describeCharacter(text, at)}`);
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && " \t\r\n".includes(text[at] ?? "")) at += 1;
  return at;
}

function describeCharacter(text: string, at: number): string {
  if (at >= text.length) return "the end of the file";
  if (text.startsWith("//", at) || text.startsWith("/*", at)) return "a comment (JSON has none)";
  const point = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(point) ? `"${point}"` : "a character that is not allowed";
}
