/** Reads what a call changed in files out of its input, whatever its agent calls the fields. */
import type { PatchLine, PatchSection } from "../../../src/core/patch-text.ts";
import type { Json } from "../../../src/core/json.ts";
import { align } from "../../../src/report/alignment.ts";

type Fields = { readonly [key: string]: Json | undefined };

const pathNames = [
  "file_path",
  "filePath",
  "path",
  "file",
  "notebook_path",
  "absolute_path",
  "target_file",
  "filename",
];
const oldNames = ["old_string", "oldString", "old_str", "oldText", "old_text", "search"];
const newNames = ["new_string", "newString", "new_str", "newText", "new_text", "replace", "replacement"];
const contentNames = ["content", "contents", "file_text", "fileText", "new_source", "text"];
const patchNames = ["patch", "patchText", "patch_text", "diff", "unified_diff", "input", "command", "cmd"];
const looseNames: ReadonlySet<string> = new Set(["input", "command", "cmd"]);

export function asFields(input: Json): Fields | null {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? (input as Fields) : null;
}

/** The first of these fields that holds a text. */
export function readText(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof value === "string") return value;
  }
  return undefined;
}

export function readPath(input: Json): string | undefined {
  const fields = asFields(input);
  return fields === null ? undefined : readText(fields, pathNames);
}

/** The files that a call changed, each with its lines; null if the input holds no changes. */
export function readChanges(input: Json, isWrite: boolean): PatchSection[] | null {
  if (typeof input === "string") return readPatch(input);
  const fields = asFields(input);
  if (fields === null) return null;
  return (
    readEdits(fields) ?? readListed(fields["changes"]) ?? findPatch(fields) ?? (isWrite ? readContent(fields) : null)
  );
}

function findPatch(fields: Fields): PatchSection[] | null {
  const path = readText(fields, pathNames);
  for (const name of patchNames) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const texts = Array.isArray(value) ? (value as readonly Json[]) : [value];
    const text = texts.find((part) => typeof part === "string" && isPatch(part)) as string | undefined;
    // A command line is a patch only if it hands one to apply_patch.
    if (text === undefined || (looseNames.has(name) && !text.includes("*** Begin Patch"))) continue;
    return readPatch(text, path);
  }
  return null;
}

/** A file that was written as a whole. */
function readContent(fields: Fields): PatchSection[] | null {
  const [path, content] = [readText(fields, pathNames), readText(fields, contentNames)];
  return path === undefined || content === undefined ? null : [diffTexts(path, null, content)];
}

/** One edit, or several of the same file. */
function readEdits(fields: Fields): PatchSection[] | null {
  const path = readText(fields, pathNames);
  if (path === undefined) return null;
  const listed: readonly Json[] = Array.isArray(fields["edits"]) ? fields["edits"] : [fields];
  const list = listed.map(asFields).filter((edit) => edit !== null);
  const pairs = list.flatMap((edit) => {
    const [before, after] = [readText(edit, oldNames), readText(edit, newNames)];
    return before === undefined && after === undefined ? [] : [diffTexts(path, before ?? "", after ?? "")];
  });
  if (pairs.length === 0) return null;
  const lines = pairs.flatMap((part, index): PatchLine[] => [...(index > 0 ? [note("…")] : []), ...part.lines]);
  return [section(path, "changed", lines)];
}

/** Files by name, with a diff where the agent told it. */
function readListed(changes: Json | undefined): PatchSection[] | null {
  if (!Array.isArray(changes)) return null;
  const found = (changes as readonly Json[]).flatMap((change) => readListedFile(asFields(change) ?? {}));
  return found.length === 0 ? null : found;
}

const listedKinds: Readonly<Record<string, PatchSection["what"]>> = { add: "added", delete: "removed" };

function readListedFile(fields: Fields): PatchSection[] {
  const path = readText(fields, pathNames);
  if (path === undefined) return [];
  const kind = readText(fields, ["kind", "type"]) ?? readText(asFields(fields["kind"] ?? null) ?? {}, ["type"]);
  const what = listedKinds[kind ?? ""] ?? "changed";
  const diff = readText(fields, ["diff", "unified_diff"]) ?? "";
  if (what === "added" && diff !== "" && !isPatch(diff)) return [diffTexts(path, null, diff)];
  return readPatch(diff, path) ?? [section(path, what, [])];
}

/** More lines are compared as a whole: it would take too long, and nobody reads them. */
const mostLines = 2000;

/** The lines of a text that became another one; null: there was no file before. */
function diffTexts(path: string, before: string | null, after: string): PatchSection {
  const [olds, news] = [splitLines(before ?? ""), splitLines(after)];
  if (before === null || olds.length === 0) {
    const lines = news.map((text, index): PatchLine => ({ kind: "added", text, before: null, after: index + 1 }));
    return section(path, before === null ? "added" : "changed", lines);
  }
  const isShort = olds.length + news.length <= mostLines;
  const lines = isShort ? alignLines(olds, news) : [...listLines("removed", olds), ...listLines("added", news)];
  return section(path, "changed", lines);
}

function alignLines(olds: readonly string[], news: readonly string[]): PatchLine[] {
  return align(olds, news).steps.map(({ before, after }): PatchLine => {
    if (before === null) return { kind: "added", text: news[after ?? 0] ?? "", before: null, after: null };
    return { kind: after === null ? "removed" : "kept", text: olds[before] ?? "", before: null, after: null };
  });
}

function listLines(kind: "added" | "removed", texts: readonly string[]): PatchLine[] {
  return texts.map((text) => ({ kind, text, before: null, after: null }));
}

/** The line break at the end of a file starts no further line. */
function splitLines(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

const patchStart =
  /^\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File: )|^diff --git |^--- .*\n\+\+\+ |^@@ |^<{5,9} SEARCH/m;

function isPatch(text: string): boolean {
  return patchStart.test(text);
}

const fileLine = /^\*\*\* (Add|Update|Delete) File: (.*)$/;
const heads = { Add: "added", Update: "changed", Delete: "removed" } as const;

interface OpenFile {
  path: string;
  what: PatchSection["what"];
  readonly lines: PatchLine[];
}

/** A patch as agents write it: of apply_patch, a unified diff, or blocks to search and replace. */
function readPatch(text: string, path?: string): PatchSection[] | null {
  if (!isPatch(text)) return null;
  if (blockStart.test(text)) return [readBlocks(text, path ?? "")];
  const files: OpenFile[] = path === undefined ? [] : [{ path, what: "changed", lines: [] }];
  const [whole = ""] = text.split("\n*** End Patch");
  let before = "";
  for (const line of whole.split("\n")) before = addPatchLine(files, line, before);
  return files.length === 0 ? null : files.map((file) => section(file.path, file.what, file.lines));
}

const unifiedHead = /^(---|\+\+\+) (?:[ab]\/)?([^\t]*)/;

/** Returns the last name of a file before its change. */
function addPatchLine(files: OpenFile[], line: string, before: string): string {
  const [, sign, name = ""] = unifiedHead.exec(line) ?? [];
  if (sign === "---") return name;
  if (sign === "+++") openFile(files, before, name);
  else if (!openNamedFile(files, line) && !gitLine.test(line)) files.at(-1)?.lines.push(readLine(line));
  return before;
}

/** Whether the line names a file of apply_patch. */
function openNamedFile(files: OpenFile[], line: string): boolean {
  const [, word, path = ""] = fileLine.exec(line) ?? [];
  if (word !== undefined) files.push({ path, what: heads[word as keyof typeof heads], lines: [] });
  return word !== undefined;
}

const gitLine = /^(?:diff --git |index |new file |deleted file |old mode|new mode|\*\*\* Begin)/;

/** A file of a unified diff; the only one of a call that names its path is open already. */
function openFile(files: OpenFile[], before: string, after: string): void {
  const what = before === "/dev/null" ? "added" : after === "/dev/null" ? "removed" : "changed";
  const [only] = files;
  if (files.length === 1 && only?.lines.length === 0) only.what = what;
  else files.push({ path: what === "removed" ? before : after, what, lines: [] });
}

const blockStart = /^<{5,9} SEARCH/m;

/** `<<<<<<< SEARCH`, the old lines, `=======`, the new lines, `>>>>>>> REPLACE`. */
function readBlocks(text: string, path: string): PatchSection {
  const blocks = text.split(/^<{5,9} SEARCH.*\n/m).slice(1);
  const lines = blocks.flatMap((block, index): PatchLine[] => {
    const [before = "", after = ""] = (block.split(/^>{5,9} REPLACE/m)[0] ?? "").split(/^={5,9}\n/m);
    return [...(index > 0 ? [note("…")] : []), ...diffTexts(path, before, after).lines];
  });
  return section(path, "changed", lines);
}

function readLine(line: string): PatchLine {
  if (line.startsWith("@@")) return { kind: "hunk", text: line, before: null, after: null };
  if (line.startsWith("*** ") || line.startsWith("\\")) return note(line);
  const kind = line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "kept";
  return { kind, text: kind === "kept" && !line.startsWith(" ") ? line : line.slice(1), before: null, after: null };
}

function note(text: string): PatchLine {
  return { kind: "note", text, before: null, after: null };
}

function section(path: string, what: PatchSection["what"], lines: readonly PatchLine[]): PatchSection {
  return {
    path,
    what,
    facts: [],
    lines,
    added: lines.filter(({ kind }) => kind === "added").length,
    removed: lines.filter(({ kind }) => kind === "removed").length,
    contentId: null,
  };
}
