/** A subset of Markdown as elements, never as HTML: headings, lists, code, emphasis, links. */
import type { ComponentChildren } from "preact";
import { safe } from "./safe.ts";

/** Longer notes are shown as plain text. */
export const maxMarkdownLength = 100_000;

export function Markdown({ text }: { text: string }) {
  return <div class="markdown">{parseBlocks(safe(text)).map(renderBlock)}</div>;
}

type MarkdownBlock =
  | { readonly kind: "code" | "paragraph"; readonly text: string }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly string[] };

/** The line with the closing fence, or the end of the text. */
function findClosingLine(lines: readonly string[], from: number, fence: string): number {
  for (let at = from; at < lines.length; at += 1) if (lines[at]!.startsWith(fence)) return at;
  return lines.length;
}

/** Every line is in exactly one block. */
export function parseBlocks(text: string): MarkdownBlock[] {
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

/** The block that starts at a line with text, and the line after it. */
function readBlock(lines: readonly string[], at: number): { block: MarkdownBlock; end: number } {
  const line = lines[at]!;
  const fence = /^(`{3,}|~{3,})/.exec(line)?.[1];
  if (fence !== undefined) {
    const end = findClosingLine(lines, at + 1, fence);
    return { block: { kind: "code", text: lines.slice(at + 1, end).join("\n") }, end: end + 1 };
  }
  const [, marks, title = ""] = /^(#{1,6})\s+(.*)$/.exec(line) ?? [];
  if (marks !== undefined) return { block: { kind: "heading", level: marks.length, text: title }, end: at + 1 };
  const end = findParagraphEnd(lines, at);
  const part = lines.slice(at, end);
  if (!itemMark.test(line)) return { block: { kind: "paragraph", text: part.join("\n") }, end };
  const items = part.map((item) => item.replace(itemMark, ""));
  return { block: { kind: "list", isOrdered: /^\s*\d/.test(line), items }, end };
}

const itemMark = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;

/** A list ends where a paragraph starts, and the other way around. */
function findParagraphEnd(lines: readonly string[], at: number): number {
  const isList = itemMark.test(lines[at]!);
  const continues = (line: string) =>
    line.trim() !== "" && itemMark.test(line) === isList && !/^(?:#{1,6}\s|`{3}|~{3})/.test(line);
  const next = lines.findIndex((line, index) => index > at && !continues(line));
  return next === -1 ? lines.length : next;
}

function renderBlock(block: MarkdownBlock, index: number): ComponentChildren {
  switch (block.kind) {
    case "code":
      return <pre key={index}>{block.text}</pre>;
    case "heading":
      return (
        <p key={index} class={`heading level-${block.level}`}>
          {renderInline(block.text)}
        </p>
      );
    case "paragraph":
      return <p key={index}>{renderInline(block.text)}</p>;
    case "list": {
      const items = block.items.map((item, at) => <li key={at}>{renderInline(item)}</li>);
      return block.isOrdered ? <ol key={index}>{items}</ol> : <ul key={index}>{items}</ul>;
    }
  }
}

const marks = /`([^`\n]+)`|\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|(?<!!)\[([^[\]\n]*)\]\((https?:\/\/[^\s()<>]+)\)/g;

/** The rest of a block with more marks than this is plain text, because rendering it would be slow. */
const maxMarks = 2000;

/** Links show their address and lead only to the web. */
function renderInline(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    if (parts.length > maxMarks) break;
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
