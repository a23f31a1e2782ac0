/** Reads a subset of Markdown into blocks: headings, lists within lists, code, quotes, tables. Never fails, and loses no word. */

export type MarkdownBlock =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "code"; readonly text: string; readonly info: string }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "rule" }
  | { readonly kind: "quote"; readonly blocks: readonly MarkdownBlock[] }
  | { readonly kind: "list"; readonly start: number | null; readonly items: readonly (readonly MarkdownBlock[])[] }
  | { readonly kind: "table"; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** Lists and quotes deeper than this are plain text. */
const deepest = 6;
/** A longer table goes on as text, and the last column takes all further ones. */
const mostRows = 200;
const mostColumns = 20;

interface Read {
  readonly block: MarkdownBlock;
  /** The line after it. */
  readonly end: number;
}

type Reader = (lines: readonly string[], at: number, depth: number) => Read | null;

/** Every line is in exactly one block. */
export function parseBlocks(text: string): MarkdownBlock[] {
  return parseLines(text.split("\n"), 0);
}

function parseLines(lines: readonly string[], depth: number): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  for (let at = 0; at < lines.length;) {
    if (lines[at]!.trim() === "") {
      at += 1;
      continue;
    }
    const { block, end } = readBlock(lines, at, depth);
    blocks.push(block);
    at = end;
  }
  return blocks;
}

function readBlock(lines: readonly string[], at: number, depth: number): Read {
  for (const read of readers) {
    const found = read(lines, at, depth);
    if (found !== null) return found;
  }
  return readParagraph(lines, at);
}

const readers: readonly Reader[] = [readCode, readHeading, readRule, readTable, readQuote, readList];

const fence = /^\s*(`{3,}|~{3,})\s*(.*)$/;

/** A fence that is never closed takes the rest. */
function readCode(lines: readonly string[], at: number): Read | null {
  const [, marks, info = ""] = fence.exec(lines[at]!) ?? [];
  if (marks === undefined || info.includes("`")) return null;
  let end = at + 1;
  while (end < lines.length && !isClosing(lines[end]!.trim(), marks)) end += 1;
  return { block: { kind: "code", text: lines.slice(at + 1, end).join("\n"), info: info.trim() }, end: end + 1 };
}

/** Only marks of the same kind, and at least as many. */
function isClosing(line: string, marks: string): boolean {
  return line.startsWith(marks) && line.replaceAll(marks[0]!, "") === "";
}

function readHeading(lines: readonly string[], at: number): Read | null {
  const [, marks, text = ""] = /^(#{1,6})\s+(.*)$/.exec(lines[at]!) ?? [];
  return marks === undefined ? null : { block: { kind: "heading", level: marks.length, text }, end: at + 1 };
}

function readRule(lines: readonly string[], at: number): Read | null {
  return /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/.test(lines[at]!)
    ? { block: { kind: "rule" }, end: at + 1 }
    : null;
}

const tableRule = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

function readTable(lines: readonly string[], at: number): Read | null {
  const next = lines[at + 1];
  if (!lines[at]!.includes("|") || next?.includes("|") !== true || !tableRule.test(next)) return null;
  let end = at + 2;
  while (end < lines.length && end < at + 2 + mostRows && lines[end]!.includes("|")) end += 1;
  const rows = lines.slice(at + 2, end).map(splitCells);
  return { block: { kind: "table", head: splitCells(lines[at]!), rows }, end };
}

function splitCells(line: string): string[] {
  const cells = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/);
  const rest = cells.length > mostColumns ? [cells.slice(mostColumns - 1).join("|")] : [];
  return [...cells.slice(0, rest.length > 0 ? mostColumns - 1 : mostColumns), ...rest].map((cell) => cell.trim());
}

const quoteMark = /^\s{0,3}> ?/;

function readQuote(lines: readonly string[], at: number, depth: number): Read | null {
  if (depth >= deepest || !quoteMark.test(lines[at]!)) return null;
  let end = at + 1;
  while (end < lines.length && quoteMark.test(lines[end]!)) end += 1;
  const inner = lines.slice(at, end).map((line) => line.replace(quoteMark, ""));
  return { block: { kind: "quote", blocks: parseLines(inner, depth + 1) }, end };
}

const itemMark = /^(\s*)(?:[-*+]|(\d{1,9})[.)])(?:\s+|$)/;

/** Items of one kind; what stands further in belongs to the item above it. */
function readList(lines: readonly string[], at: number, depth: number): Read | null {
  const first = itemMark.exec(lines[at]!);
  if (first === null || depth >= deepest) return null;
  const indent = first[1]!.length;
  const isOrdered = first[2] !== undefined;
  const items: string[][] = [];
  let end = at;
  for (; end < lines.length; end += 1) {
    const line = lines[end]!;
    const mark = itemMark.exec(line);
    if (mark !== null && mark[1]!.length <= indent + 1) {
      if ((mark[2] !== undefined) !== isOrdered || mark[1]!.length < indent) break;
      items.push([line.slice(mark[0].length)]);
    } else if (!belongsToItem(lines, end, { indent, isOrdered })) break;
    else items.at(-1)!.push(dedent(line, indent + 2));
  }
  const start = isOrdered ? Number(first[2]) : null;
  return { block: { kind: "list", start, items: items.map((item) => parseLines(item, depth + 1)) }, end };
}

interface ListMark {
  readonly indent: number;
  readonly isOrdered: boolean;
}

/** Whether a line that starts no item belongs to the one above: it stands further in, or more of the list follows. */
function belongsToItem(lines: readonly string[], at: number, list: ListMark): boolean {
  const line = lines[at]!;
  return line.trim() === "" ? continuesAfter(lines, at, list) : line.length - line.trimStart().length > list.indent;
}

/** Whether the line after an empty one still belongs to the list. */
function continuesAfter(lines: readonly string[], at: number, { indent, isOrdered }: ListMark): boolean {
  const next = lines[at + 1];
  if (next === undefined || next.trim() === "") return false;
  if (next.length - next.trimStart().length > indent) return true;
  const mark = itemMark.exec(next);
  return mark !== null && mark[1]!.length === indent && (mark[2] !== undefined) === isOrdered;
}

function dedent(line: string, most: number): string {
  const spaces = line.length - line.trimStart().length;
  return line.slice(Math.min(spaces, most));
}

/** Until an empty line, or one that starts something else. */
function readParagraph(lines: readonly string[], at: number): Read {
  let end = at + 1;
  while (end < lines.length && !isBoundary(lines[end]!)) end += 1;
  return { block: { kind: "paragraph", text: lines.slice(at, end).join("\n") }, end };
}

function isBoundary(line: string): boolean {
  return (
    line.trim() === "" || /^(?:#{1,6}\s|\s*(?:`{3}|~{3}))/.test(line) || quoteMark.test(line) || itemMark.test(line)
  );
}
