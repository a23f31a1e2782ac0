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
    const line = lines[at] ?? "";
    const fence = /^(`{3,}|~{3,})/.exec(line)?.[1];
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (fence !== undefined) {
      const end = findClosingLine(lines, at + 1, fence);
      blocks.push({ kind: "code", text: lines.slice(at + 1, end).join("\n") });
      at = end + 1;
    } else if (heading !== null) {
      blocks.push({ kind: "heading", level: heading[1]?.length ?? 1, text: heading[2] ?? "" });
      at += 1;
    } else if (line.trim() === "") at += 1;
    else {
      const isItem = (other: string | undefined) => /^\s*(?:[-*+]|\d{1,9}[.)])\s+/.test(other ?? "");
      const list = isItem(line);
      let end = at + 1;
      while (
        end < lines.length &&
        (lines[end] ?? "").trim() !== "" &&
        isItem(lines[end]) === list &&
        !/^(?:#{1,6}\s|`{3}|~{3})/.test(lines[end] ?? "")
      )
        end += 1;
      const part = lines.slice(at, end);
      if (list)
        blocks.push({
          kind: "list",
          isOrdered: /^\s*\d/.test(line),
          items: part.map((item) => item.replace(/^\s*(?:[-*+]|\d{1,9}[.)])\s+/, "")),
        });
      else blocks.push({ kind: "paragraph", text: part.join("\n") });
      at = end;
    }
  }
  return blocks;
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
