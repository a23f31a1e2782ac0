/** Finds markdown links to the web, `[text](http…)`, in linear time. */
import { whiteSpace } from "../text/white-space.ts";

export interface MarkdownLink {
  /** The whole link as written. */
  readonly text: string;
  readonly kind: "link";
  /** Offset in UTF-16 units. */
  readonly start: number;
  /** The URL in lower case. */
  readonly address: string;
}

/** The link text may not contain brackets; otherwise a thousand open brackets would each be scanned to the end. */
const opening = /\[[^[\]]+\]\((?=https?:\/\/)/giu;
const targetEnd = new RegExp(`[${whiteSpace})]`, "g");

/** Returns the links in order. A URL ends at white space or a closing parenthesis; only the parenthesis completes a link. */
export function findMarkdownLinks(text: string): MarkdownLink[] {
  const links: MarkdownLink[] = [];
  let free = 0;
  // The end of one URL is also the end of every URL that starts before it, so the search runs once.
  let end = -1;
  for (const match of text.matchAll(opening)) {
    const target = match.index + match[0].length;
    if (match.index < free) continue;
    if (end < target) end = findUrlEnd(text, target);
    if (text[end] !== ")") continue;
    const address = text.slice(target, end).toLowerCase();
    if (address === "http://" || address === "https://") continue;
    free = end + 1;
    links.push({ text: text.slice(match.index, free), kind: "link", start: match.index, address });
  }
  return links;
}

function findUrlEnd(text: string, from: number): number {
  targetEnd.lastIndex = from;
  return targetEnd.exec(text)?.index ?? text.length;
}
