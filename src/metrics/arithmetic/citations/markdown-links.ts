/** Finds markdown links to the web, `[text](http…)`, in linear time. */
import { whiteSpace } from "../text/white-space.ts";

export interface MarkdownLink {
  /** The whole link, as it stands. */
  readonly text: string;
  readonly kind: "link";
  /** In UTF-16 units. */
  readonly start: number;
  /** In lower case. */
  readonly address: string;
}

/** The words hold no bracket, so that a thousand open ones are not each read to the end. */
const opening = /\[[^[\]]+\]\((?=https?:\/\/)/giu;
const targetEnd = new RegExp(`[${whiteSpace})]`, "g");

/** The links in order. A target runs up to white space or a parenthesis, and only the latter closes a link. */
export function markdownLinks(text: string): MarkdownLink[] {
  const links: MarkdownLink[] = [];
  let free = 0;
  // The end of one target is the end of every target that begins before it: looked for once.
  let end = -1;
  for (const match of text.matchAll(opening)) {
    const target = match.index + match[0].length;
    if (match.index < free) continue;
    if (end < target) end = nextEnd(text, target);
    if (text[end] !== ")") continue;
    const address = text.slice(target, end).toLowerCase();
    if (address === "http://" || address === "https://") continue;
    free = end + 1;
    links.push({ text: text.slice(match.index, free), kind: "link", start: match.index, address });
  }
  return links;
}

function nextEnd(text: string, from: number): number {
  targetEnd.lastIndex = from;
  return targetEnd.exec(text)?.index ?? text.length;
}
