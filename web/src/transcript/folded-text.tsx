/** A text of which only the first lines are shown until its step is opened. */
import { formatCount } from "../../../src/core/format-count.ts";
import { Highlighted } from "../text/marked.tsx";
import { LongText } from "../text/long-text.tsx";
import { Markdown, MarkdownText } from "../text/markdown.tsx";
import { formatBytes, safe } from "../text/safe.ts";

/** Texts of more lines are folded. */
const foldedFrom = 12;
/** Lines of a folded text that stay. */
const linesLeft = 6;
/** Characters of a folded text that stay. */
const charactersLeft = 1200;

interface FoldedTextProps {
  readonly text: string;
  readonly name: string;
  readonly query: string;
  readonly isOpen: boolean;
  /** Nothing of it is shown until it is opened. */
  readonly isHidden?: boolean;
  readonly isMarkdown?: boolean;
  /** After the number of lines: an exit code. */
  readonly note?: string;
  readonly onOpen: () => void;
}

export function FoldedText(props: FoldedTextProps) {
  const { text, name, query, isOpen, isHidden = false, isMarkdown = false } = props;
  const isShort = countLines(text) <= foldedFrom && text.length <= charactersLeft;
  const isProse = isMarkdown && query === "";
  if (isOpen || (isShort && !isHidden)) {
    return isProse ? <MarkdownText text={text} name={name} /> : <LongText text={text} name={name} query={query} />;
  }
  const start = isHidden ? "" : cutStart(text);
  return (
    <>
      {start !== "" && (isProse ? <Markdown text={start} /> : <Preview text={start} query={query} />)}
      <Unfold {...props} start={start} />
    </>
  );
}

function Unfold({ text, note = "", onOpen, start }: FoldedTextProps & { readonly start: string }) {
  const rest = countLines(text) - countLines(start);
  const words = [
    rest > 0 ? formatCount(rest, start === "" ? "line" : "more line") : "the rest",
    ...(note === "" ? [] : [note]),
    ...(text.length > 1000 ? [formatBytes(text.length)] : []),
  ];
  return (
    <button type="button" class="unfold" onClick={onOpen}>
      <span aria-hidden="true">▸ </span>
      {words.join(", ")}
    </button>
  );
}

function Preview({ text, query }: { readonly text: string; readonly query: string }) {
  return (
    <div class="long-text">
      <pre dir="auto">
        <Highlighted text={safe(text)} query={query} />
      </pre>
    </div>
  );
}

function cutStart(text: string): string {
  return text.slice(0, charactersLeft).split("\n").slice(0, linesLeft).join("\n").toWellFormed();
}

/** The line break at the end starts no further line. */
function countLines(text: string): number {
  if (text === "") return 0;
  let count = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
