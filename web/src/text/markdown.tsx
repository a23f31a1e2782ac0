/** Markdown as elements, never as HTML: what is not understood stays text. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type MarkdownBlock, parseBlocks } from "./markdown-blocks.ts";
import { RestOfText } from "./rest-of-text.tsx";
import { safe } from "./safe.ts";

/** Longer texts are shown as plain text. */
export const maxMarkdownLength = 100_000;

export function Markdown({ text }: { text: string }) {
  return <div class="markdown">{parseBlocks(safe(text)).map(renderBlock)}</div>;
}

const initialLength = 4000;

/** Markdown of any length: its start, and more on demand. */
export function MarkdownText({ text, name }: { readonly text: string; readonly name: string }) {
  const [length, setLength] = useState(initialLength);
  const shown = text.slice(0, length).toWellFormed();
  return (
    <>
      {length > maxMarkdownLength ? <pre dir="auto">{safe(shown)}</pre> : <Markdown text={shown} />}
      <RestOfText {...{ text, name, length, setLength }} />
    </>
  );
}

function renderBlock(block: MarkdownBlock, index: number): ComponentChildren {
  switch (block.kind) {
    case "code":
      return (
        <pre key={index} data-info={block.info === "" ? undefined : block.info}>
          {block.text}
        </pre>
      );
    case "heading":
      return (
        <p key={index} class={`heading level-${block.level}`}>
          {renderInline(block.text)}
        </p>
      );
    case "paragraph":
      return <p key={index}>{renderInline(block.text)}</p>;
    case "rule":
      return <hr key={index} />;
    case "quote":
      return <blockquote key={index}>{block.blocks.map(renderBlock)}</blockquote>;
    case "table":
      return <MarkdownTable key={index} {...block} />;
    case "list": {
      const items = block.items.map((item, at) => <li key={at}>{renderItem(item)}</li>);
      if (block.start === null) return <ul key={index}>{items}</ul>;
      return (
        <ol key={index} start={block.start}>
          {items}
        </ol>
      );
    }
  }
}

/** The first words of an item stand beside its mark. */
function renderItem(blocks: readonly MarkdownBlock[]): ComponentChildren {
  const [first, ...rest] = blocks;
  if (first?.kind !== "paragraph") return blocks.map(renderBlock);
  return (
    <>
      {renderInline(first.text)}
      {rest.map(renderBlock)}
    </>
  );
}

function MarkdownTable({ head, rows }: Extract<MarkdownBlock, { kind: "table" }>) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at}>{renderInline(cell)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, at) => (
              <td key={at}>{renderInline(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const marks =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|\*([^\s*][^*\n]*)\*|(?<![\p{L}\p{N}_])_([^_\n]+)_(?![\p{L}\p{N}_])|(?<!!)\[([^[\]\n]*)\]\((https?:\/\/[^\s()<>]+)\)/gu;

/** The rest of a block with more marks than this is plain text, because rendering it would be slow. */
const maxMarks = 2000;

/** Links show their address and lead only to the web. */
function renderInline(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    if (parts.length > maxMarks) break;
    const [whole, code, bold, italic, oblique, label = "", address] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (code !== undefined) parts.push(<code>{code}</code>);
    else if (bold !== undefined) parts.push(<b>{renderInline(bold)}</b>);
    else if (address === undefined) parts.push(<i>{renderInline(italic ?? oblique ?? "")}</i>);
    else
      parts.push(
        <a href={address} rel="noopener noreferrer" target="_blank">
          {label === "" || label === address ? address : `${label} (${address})`}
        </a>,
      );
  }
  return [...parts, text.slice(end)];
}
