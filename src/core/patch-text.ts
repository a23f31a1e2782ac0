/** Parses a unified diff as git writes it: one section per file, with its lines. Never fails, whatever the text contains. */

export interface PatchSection {
  readonly path: string;
  readonly what: "changed" | "added" | "removed";
  /** What git reports besides the lines: modes, and that a file differs without showing how. */
  readonly facts: readonly string[];
  readonly lines: readonly PatchLine[];
  readonly added: number;
  readonly removed: number;
  /** The id that git gives the new content; null if it gives none. */
  readonly contentId: string | null;
}

export interface PatchLine {
  /** A note comes from git, or from AXIS where it left lines out. */
  readonly kind: "hunk" | "kept" | "added" | "removed" | "note";
  readonly text: string;
  /** Line number in the old and in the new file; null if the line is not in that file. */
  readonly before: number | null;
  readonly after: number | null;
}

/** Prefix of lines that AXIS adds to a diff. No line of a file can start with it: those have a mark in front. */
export const axisNotePrefix = "# AXIS: ";

const sectionStart = "diff --git ";

/** The text of each section. Text before the first section is dropped. */
export function splitPatch(text: string): string[] {
  const starts: number[] = [];
  for (let at = text.startsWith(sectionStart) ? 0 : nextStart(text, 0); at !== -1; at = nextStart(text, at))
    starts.push(at);
  return starts.map((start, index) => text.slice(start, starts[index + 1]));
}

function nextStart(text: string, from: number): number {
  const at = text.indexOf(`\n${sectionStart}`, from);
  return at === -1 ? -1 : at + 1;
}

export function readSection(text: string): PatchSection {
  const [first = "", ...rest] = text.endsWith("\n") ? text.slice(0, -1).split("\n") : text.split("\n");
  const firstHunk = rest.findIndex((line) => line.startsWith("@@ ") || line.startsWith(axisNotePrefix));
  const head = firstHunk === -1 ? rest : rest.slice(0, firstHunk);
  const lines = firstHunk === -1 ? [] : numberLines(rest.slice(firstHunk));
  return {
    path: readPath(first),
    what: readChangeKind(head),
    facts: readFacts(head),
    lines,
    added: lines.filter(({ kind }) => kind === "added").length,
    removed: lines.filter(({ kind }) => kind === "removed").length,
    contentId: readContentId(head),
  };
}

/** Both names are the same, as nothing is renamed, so each is half of the rest of the line. */
function readPath(line: string): string {
  const names = line.slice(sectionStart.length);
  const half = names.slice((names.length + 1) / 2);
  const name = half.startsWith('"') ? unquoteName(half) : half;
  return name.startsWith("b/") ? name.slice(2) : name;
}

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** Decodes a name that git has escaped as in C: octal numbers are bytes of UTF-8. */
function unquoteName(name: string): string {
  const bytes: number[] = [];
  for (const [part, octal, letter] of name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|[^\\]+|\\/gsu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 0xff);
    else if (letter !== undefined) bytes.push(...encodeEscape(letter, escapes[letter]));
    else bytes.push(...new TextEncoder().encode(part));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

function encodeEscape(letter: string, code: number | undefined): Iterable<number> {
  return code === undefined ? new TextEncoder().encode(letter) : [code];
}

function readChangeKind(head: readonly string[]): PatchSection["what"] {
  if (head.some((line) => line.startsWith("new file mode "))) return "added";
  return head.some((line) => line.startsWith("deleted file mode ")) ? "removed" : "changed";
}

const factLine = /^(?:old mode|new mode|new file mode 1[02]0(?:755|000)|GIT binary patch|(?:Binary f|F)iles )/;

function readFacts(head: readonly string[]): string[] {
  return head.filter((line) => factLine.test(line));
}

function readContentId(head: readonly string[]): string | null {
  const [id] = head.flatMap((line) => /^index \w+\.\.(\w+)/.exec(line)?.[1] ?? []);
  return id ?? null;
}

const hunkHeader = /^@@ -(\d{1,15})(?:,\d{1,15})? \+(\d{1,15})/;

function numberLines(lines: readonly string[]): PatchLine[] {
  let before = 0;
  let after = 0;
  return lines.map((text) => {
    const head = hunkHeader.exec(text);
    if (head !== null) {
      [before, after] = [Number(head[1]), Number(head[2])];
      return { kind: "hunk", text, before: null, after: null };
    }
    if (text.startsWith("+")) return { kind: "added", text: text.slice(1), before: null, after: after++ };
    if (text.startsWith("-")) return { kind: "removed", text: text.slice(1), before: before++, after: null };
    if (text.startsWith(" ")) return { kind: "kept", text: text.slice(1), before: before++, after: after++ };
    return { kind: "note", text, before: null, after: null };
  });
}
