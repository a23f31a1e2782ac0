/** Puts values into a line of shell so that they stay one word each, whatever they hold. */

/** A value as one word of shell. */
export function shellQuote(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`;
}

/** A `{name}` in a line of shell, and what surrounds it. */
export interface Placeholder {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The quotes it stands in; "tangled" where they cannot be told from the text alone. */
  readonly quotes: "" | "'" | '"' | "tangled";
}

/** The placeholders with one of these names. `\{name}` and the shell's own `${name}` are none. */
export function shellPlaceholders(line: string, names: readonly string[]): Placeholder[] {
  const found: Placeholder[] = [];
  let quotes: "" | "'" | '"' = "";
  let tangled = false;
  for (let at = 0; at < line.length; at += 1) {
    const name =
      line[at] === "{" && line[at - 1] !== "$" ? names.find((one) => line.startsWith(`${one}}`, at + 1)) : undefined;
    if (name !== undefined) {
      const end = at + name.length + 2;
      found.push({ name, start: at, end, quotes: tangled ? "tangled" : quotes });
      at = end - 1;
      continue;
    }
    const plain = quotes === "'" ? 0 : plainSubstitution(line, at);
    if (plain > 0) at += plain - 1;
    else if (quotes !== "'" && line[at] === "\\") at += 1;
    else if (quotes !== "" ? line[at] === quotes : line[at] === "'" || line[at] === '"') {
      quotes = quotes === "" ? (line[at] as "'" | '"') : "";
    } else tangled ||= tangles(line, at, quotes);
  }
  return found;
}

/** The line with every placeholder replaced by its value, quoted to fit where it stands. */
export function fillShell(line: string, values: Readonly<Record<string, string>>): string {
  let filled = "";
  let from = 0;
  for (const { name, start, end, quotes } of shellPlaceholders(line, Object.keys(values))) {
    // Inside quotes: close them, put the quoted value, open them again.
    const around = quotes === "tangled" ? "" : quotes;
    filled += line.slice(from, start) + around + shellQuote(values[name] ?? "") + around;
    from = end;
  }
  return filled + line.slice(from);
}

const assignments = /^\s*(?:[A-Za-z_]\w*=[^\s"'`$\\;&|<>()]*\s+)*/;
const relativePath = /^(?:\.\.?\/[\w.,:@%+#/-]*|(["'])(\.\.?\/[^"'`$\\{}]*)\1)/;

/** Where a line of shell starts with a program written as ./ or ../, bare or in quotes, after any assignments. */
export function relativeProgram(
  line: string,
): { readonly start: number; readonly end: number; readonly path: string } | null {
  const start = assignments.exec(line)?.[0].length ?? 0;
  const found = relativePath.exec(line.slice(start));
  return found === null ? null : { start, end: start + found[0].length, path: found[2] ?? found[0] };
}

/** Length of a substitution that holds neither quotes nor placeholders, so that nothing in it matters here; else 0. */
function plainSubstitution(line: string, at: number): number {
  if (line[at] !== "`" && line[at] !== "$") return 0;
  const simple = /(?:\$\([^"'`()\\{}#<]*\)|`[^"'`\\{}#<]*`)/y;
  simple.lastIndex = at;
  return simple.exec(line)?.[0].length ?? 0;
}

/** What makes quotes mean something else from here on: substitutions, here-documents, comments. */
function tangles(line: string, at: number, quotes: "" | "'" | '"'): boolean {
  if (quotes === "'") return false;
  if (line[at] === "`") return true;
  if (quotes === '"') return line.startsWith("$(", at);
  return (
    line.startsWith("<<", at) ||
    line.startsWith("$'", at) ||
    (line[at] === "#" && (at === 0 || /[\s;&|()]/.test(line[at - 1] ?? "")))
  );
}
