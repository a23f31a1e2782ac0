/** What the text of a module says about it, found without executing it: a default export, and files it names. */
import { type ModuleToken, tokenizeModule } from "./module-tokens.ts";

export interface ModuleText {
  readonly hasDefaultExport: boolean;
  /** Paths and globs written as `files` of a check. */
  readonly files: readonly string[];
  /** Paths and globs written as `match` of a `copy`. */
  readonly matches: readonly string[];
}

/** Reads the text of a module, or of a data file that does not parse. */
export function readModuleText(text: string): ModuleText {
  const mentions = ["default", "exports", "export", "files", "match"].some((word) => text.includes(word));
  const tokens = mentions ? tokenizeModule(text) : [];
  const copies = tokens.some((token) => token.kind === "string" && token.text === "copy");
  return {
    hasDefaultExport: tokens.some((_, index) => exportsDefault(tokens, index) || assignsExports(tokens, index)),
    files: listStringsOf("files", tokens),
    matches: copies ? listStringsOf("match", tokens) : [],
  };
}

/** `export default`, `export { x as default }`, `export { default } from`, `export * as default from`, `export =`. */
function exportsDefault(tokens: readonly ModuleToken[], index: number): boolean {
  const token = tokens[index];
  if (!isWord(token, "export") || token.depth !== 0 || isMark(tokens[index - 1], ".")) return false;
  const next = tokens[index + 1];
  // A type is gone when the module runs.
  if (isWord(next, "default")) return !isWord(tokens[index + 2], "interface");
  if (isMark(next, "*")) return isWord(tokens[index + 2], "as") && isDefaultName(tokens[index + 3]);
  return isMark(next, "{") ? listExportNames(tokens, index + 2).some(isDefaultName) : isMark(next, "=");
}

/** The last token of each entry of an export list, which is the exported name, without exported types. */
function listExportNames(tokens: readonly ModuleToken[], from: number): ModuleToken[] {
  const entries: ModuleToken[][] = [[]];
  for (const token of tokens.slice(from)) {
    if (isMark(token, "}")) break;
    if (isMark(token, ",")) entries.push([]);
    else entries.at(-1)?.push(token);
  }
  return entries.flatMap((entry) => (entry.length > 1 && isTypeEntry(entry) ? [] : entry.slice(-1)));
}

/** `type X as default`, but not `type as default`, which exports a value that is called type. */
function isTypeEntry([first, second]: readonly ModuleToken[]): boolean {
  return isWord(first, "type") && !isWord(second, "as");
}

/** `module.exports =`, `exports.default =`, `exports["default"] =`, `defineProperty(exports, "default"`. */
function assignsExports(tokens: readonly ModuleToken[], index: number): boolean {
  const token = tokens[index];
  if (token?.text !== "exports" || token.kind === "regex") return false;
  const isOfModule = isWord(tokens[index - 2], "module") && /^[.[]$/.test(tokens[index - 1]?.text ?? "");
  if (token.kind === "string" && !isOfModule) return false;
  const after = index + (token.kind === "string" ? 2 : 1);
  return (isOfModule && isAssignment(tokens, after)) || assignsDefault(tokens, after);
}

/** Whether what follows `exports` gives it a property `default`. */
function assignsDefault(tokens: readonly ModuleToken[], index: number): boolean {
  if (!isDefaultName(tokens[index + 1])) return false;
  const mark = tokens[index]?.text;
  if (mark === ".") return isAssignment(tokens, index + 2);
  return mark === "," || (mark === "[" && isAssignment(tokens, index + 3));
}

/** A single `=`, neither of a comparison nor of an arrow. */
function isAssignment(tokens: readonly ModuleToken[], index: number): boolean {
  const next = tokens[index + 1];
  return isMark(tokens[index], "=") && !isMark(next, "=") && !isMark(next, ">");
}

/** The strings in every value of a name: after `name:` or `name =`, and in variables that the value refers to. */
function listStringsOf(name: string, tokens: readonly ModuleToken[]): string[] {
  const places = indexNames(tokens);
  const listValues = (each: string) => (places.get(each) ?? []).map((index) => readValue(tokens, index));
  const values = listValues(name);
  const words = new Set(values.flat().flatMap(({ kind, text }) => (kind === "word" && text !== name ? [text] : [])));
  return [...values, ...[...words].flatMap(listValues)]
    .flat()
    .flatMap(({ kind, text }) => (kind === "string" ? [text] : []));
}

/** Where each name gets a value, as a key or as a variable. */
function indexNames(tokens: readonly ModuleToken[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [index, { kind, text }] of tokens.entries()) {
    const isName = kind === "word" || kind === "string";
    if (!isName || !(isMark(tokens[index + 1], ":") || isAssignment(tokens, index + 1))) continue;
    const known = places.get(text);
    if (known === undefined) places.set(text, [index]);
    else known.push(index);
  }
  return places;
}

/** In tokens. No list of files is longer, and without a limit a broken file would take quadratic time. */
const longestValue = 2_000;

/** The tokens of the value that the name at `index` gets. */
function readValue(tokens: readonly ModuleToken[], index: number): readonly ModuleToken[] {
  const { depth } = tokens[index] ?? { depth: 0 };
  const start = index + 2;
  let end = start;
  while (end < Math.min(tokens.length, start + longestValue) && !endsValue(tokens, end, depth)) end += 1;
  return tokens.slice(start, end);
}

/** Whether a value at this depth is over before the token: by a mark, or because a new statement follows a literal. */
function endsValue(tokens: readonly ModuleToken[], index: number, depth: number): boolean {
  const token = tokens[index];
  if (token === undefined || token.depth < depth) return true;
  if (token.depth > depth) return false;
  if (token.kind === "mark") return token.text === "," || token.text === ";";
  return token.kind === "word" && startsStatement(token.text, tokens[index - 1]);
}

/** Whether a word starts a statement where no semicolon ended the one before. */
function startsStatement(word: string, before: ModuleToken | undefined): boolean {
  if (word === "as" || word === "satisfies" || before?.text === "as") return false;
  return statements.has(word) || before?.kind === "string" || [")", "]"].includes(before?.text ?? "");
}

const statements = new Set(["const", "let", "var", "export", "import", "function", "class", "type", "interface"]);

function isDefaultName(token: ModuleToken | undefined): boolean {
  return token?.text === "default" && (token.kind === "word" || token.kind === "string");
}

function isWord(token: ModuleToken | undefined, text: string): token is ModuleToken {
  return token?.kind === "word" && token.text === text;
}

function isMark(token: ModuleToken | undefined, text: string): token is ModuleToken {
  return token?.kind === "mark" && token.text === text;
}
