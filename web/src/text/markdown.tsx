/** A small part of Markdown, made into elements and never into HTML: headings, lists, code, emphasis, links. */
import type { ComponentChildren } from "preact";
import { safe } from "./safe.ts";

/** Longer notes are shown as they are. */
export const longestMarkdown = 100_000;

export function Markdown({ text }: { text: string }) {
  return <div class="markdown">{blocksOf(safe(text)).map(blockElement)}</div>;
}

type MarkdownBlock =
  | { readonly kind: "code" | "paragraph"; readonly text: string }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly string[] };

/** Where the block that begins there ends: with its fence, or with the text. */
function closingLine(lines: readonly string[], from: number, fence: string): number {
  for (let at = from; at < lines.length; at += 1) if (lines[at]!.startsWith(fence)) return at;
  return lines.length;
}

/** Every line ends up in exactly one block. */
export function blocksOf(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length;) {
    if (lines[at]!.trim() === "") {
      at += 1;
      continue;
    }
    const { block, end } = readBlock(lines, at);
    blocks.push(block);
    at = end;
  }
  return blocks;
}

/** The block that begins at a line with text, and the line after it. */
function readBlock(lines: readonly string[], at: number): { block: MarkdownBlock; end: number } {
  const line = lines[at]!;
  const fence = /^(`{3,}|~{3,})/.exec(line)?.[1];
  if (fence !== undefined) {
    const end = closingLine(lines, at + 1, fence);
    return { block: { kind: "code", text: lines.slice(at + 1, end).join("\n") }, end: end + 1 };
  }
  const [, marks, title = ""] = /^(#{1,6})\s+(.*)$/.exec(line) ?? [];
  if (marks !== undefined) return { block: { kind: "heading", level: marks.length, text: title }, end: at + 1 };
  const end = paragraphEnd(lines, at);
  const part = lines.slice(at, end);
  if (!itemMark.test(line)) return { block: { kind: "paragraph", text: part.join("\n") }, end };
  const items = part.map((item) => item.replace(itemMark, ""));
  return { block: { kind: "list", isOrdered: /^\s*\d/.test(line), items }, end };
}

const itemMark = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;

/** A list ends where a paragraph begins, and the other way around. */
function paragraphEnd(lines: readonly string[], at: number): number {
  const isList = itemMark.test(lines[at]!);
  const goesOn = (line: string) =>
    line.trim() !== "" && itemMark.test(line) === isList && !/^(?:#{1,6}\s|`{3}|~{3})/.test(line);
  const next = lines.findIndex((line, index) => index > at && !goesOn(line));
  return next === -1 ? lines.length : next;
}

function blockElement(block: MarkdownBlock, index: number): ComponentChildren {
  switch (block.kind) {
    case "code":
      return <pre key={index}>{block.text}</pre>;
    case "heading":
      return (
        <p key={index} class={`heading level-${block.level}`}>
          {inline(block.text)}
        </p>
      );
    case "paragraph":
      return <p key={index}>{inline(block.text)}</p>;
    case "list": {
      const items = block.items.map((item, at) => <li key={at}>{inline(item)}</li>);
      return block.isOrdered ? <ol key={index}>{items}</ol> : <ul key={index}>{items}</ul>;
    }
  }
}

const marks = /`([^`\n]+)`|\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|(?<!!)\[([^[\]\n]*)\]\((https?:\/\/[^\s()<>]+)\)/g;

/** What follows more than this in one block is shown as it is: it would be slow to lay out, and says nothing. */
const mostMarks = 2000;

/** Links say where they lead, and lead only to the web. */
function inline(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    if (parts.length > mostMarks) break;
    const [whole, code, bold, italic, label, address] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (code !== undefined) parts.push(<code>{code}</code>);
    else if (bold !== undefined) parts.push(<b>{bold}</b>);
    else if (italic !== undefined) parts.push(<i>{italic}</i>);
    else if (address !== undefined)
      parts.push(
        <a href={address} rel="noopener noreferrer" target="_blank">
          {label === "" || label === address ? address : `${label} (${address})`}
        </a>,
      );
  }
  return [...parts, text.slice(end)];
}
