/** Inserts values into a shell command line so that each stays one word, whatever it contains. */

/** Quotes a value as one shell word. */
export function quoteArgument(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`;
}

/** A `{name}` in a shell command line, and the quotes around it. */
export interface Placeholder {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The quotes around it; "tangled" if they cannot be determined from the text alone. */
  readonly quotes: Quotes | "tangled";
}

type Quotes = "" | "'" | '"';

/** The name in braces at this position, if it is one of these. */
function findNameAt(line: string, at: number, names: readonly string[]): string | undefined {
  if (line[at] !== "{" || line[at - 1] === "$") return undefined;
  return names.find((name) => line.startsWith(`${name}}`, at + 1));
}

/** The open quotes after this character. */
function quotesAfter(quotes: Quotes, character: string | undefined): Quotes {
  if (quotes !== "") return character === quotes ? "" : quotes;
  return character === "'" || character === '"' ? character : "";
}

/** Finds the placeholders with one of these names. `\{name}` and the shell's own `${name}` do not count. */
export function findShellPlaceholders(line: string, names: readonly string[]): Placeholder[] {
  const found: Placeholder[] = [];
  let quotes: Quotes = "";
  let tangled = false;
  for (let at = 0; at < line.length; at += 1) {
    const name = findNameAt(line, at, names);
    if (name !== undefined) {
      const end = at + name.length + 2;
      found.push({ name, start: at, end, quotes: tangled ? "tangled" : quotes });
      at = end - 1;
      continue;
    }
    const plain = quotes === "'" ? 0 : measurePlainSubstitution(line, at);
    const next = quotesAfter(quotes, line[at]);
    if (plain > 0) at += plain - 1;
    else if (quotes !== "'" && line[at] === "\\") at += 1;
    else if (next !== quotes) quotes = next;
    else tangled ||= isTangling(line, at, quotes);
  }
  return found;
}

/** Replaces every placeholder by its value, quoted to fit its position. */
export function fillShellLine(line: string, values: Readonly<Record<string, string>>): string {
  let filled = "";
  let from = 0;
  for (const { name, start, end, quotes } of findShellPlaceholders(line, Object.keys(values))) {
    // Inside quotes: close them, insert the quoted value, open them again.
    const around = quotes === "tangled" ? "" : quotes;
    filled += line.slice(from, start) + around + quoteArgument(values[name] ?? "") + around;
    from = end;
  }
  return filled + line.slice(from);
}

const assignments = /^\s*(?:[A-Za-z_]\w*=[^\s"'`$\\;&|<>()]*\s+)*/;
const relativePath = /^(?:\.\.?\/[\w.,:@%+#/-]*|(["'])(\.\.?\/[^"'`$\\{}]*)\1)/;

/** Finds a program that starts with ./ or ../, bare or quoted, at the start of a command line after any assignments. */
export function findRelativeProgram(
  line: string,
): { readonly start: number; readonly end: number; readonly path: string } | null {
  const start = assignments.exec(line)?.[0].length ?? 0;
  const found = relativePath.exec(line.slice(start));
  return found === null ? null : { start, end: start + found[0].length, path: found[2] ?? found[0] };
}

/** Length of a substitution without quotes or placeholders, which can be skipped; otherwise 0. */
function measurePlainSubstitution(line: string, at: number): number {
  if (line[at] !== "`" && line[at] !== "$") return 0;
  const simple = /(?:\$\([^"'`()\\{}#<]*\)|`[^"'`\\{}#<]*`)/y;
  simple.lastIndex = at;
  return simple.exec(line)?.[0].length ?? 0;
}

/** Whether quotes can change their meaning from here on: at substitutions, here-documents and comments. */
function isTangling(line: string, at: number, quotes: "" | "'" | '"'): boolean {
  if (quotes === "'") return false;
  if (line[at] === "`") return true;
  if (quotes === '"') return line.startsWith("$(", at);
  return (
    line.startsWith("<<", at) ||
    line.startsWith("$'", at) ||
    (line[at] === "#" && (at === 0 || /[\s;&|()]/.test(line[at - 1] ?? "")))
  );
}
