/** Finds citations in a text: links, URLs, DOIs, and author with year. */
import { whiteSpace } from "../text/white-space.ts";

/** Finds markdown links to the web, `[text](http…)`, in linear time. */
interface MarkdownLink {
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
function findMarkdownLinks(text: string): MarkdownLink[] {
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

export interface Citation {
  readonly text: string;
  readonly kind: CitationKind;
  /** Offset in UTF-16 units. */
  readonly start: number;
}

type CitationKind = "link" | "url" | "host" | "doi" | "author-year";

export interface CitationOptions {
  /** Keeps markdown links whole and compares URLs case-insensitively; default true. */
  readonly markdown?: boolean;
}

const notWord = String.raw`(?<![\p{L}\p{N}_])`;
const addressRun = `[^${whiteSpace}<>"{}|\\\\^\`\\[\\]]+`;

/** If two families match the same span, the earlier one wins. */
const families: readonly { readonly kind: CitationKind; readonly pattern: RegExp }[] = [
  { kind: "url", pattern: new RegExp(`https?://${addressRun}`, "giu") },
  { kind: "host", pattern: new RegExp(`${notWord}www\\.${addressRun}`, "giu") },
  { kind: "doi", pattern: new RegExp(`${notWord}doi:[${whiteSpace}]*10\\.\\d+/[^${whiteSpace}]+`, "giu") },
  {
    kind: "author-year",
    pattern: new RegExp(`\\(\\p{L}+(?:[${whiteSpace}]+et[${whiteSpace}]+al\\.?)?,?[${whiteSpace}]+\\d{4}\\)`, "giu"),
  },
];

const trailing = new Set(".,;:!?'\")]}");

/** Returns the citations of a text as written, in order and without duplicates. */
export function extractCitations(text: string, options: CitationOptions = {}): string[] {
  return findCitations(text, options).map((citation) => citation.text);
}

/** Returns the citations with their kinds and positions. */
export function findCitations(text: string, { markdown = true }: CitationOptions = {}): Citation[] {
  const links = markdown ? findMarkdownLinks(text) : [];
  const rest = blankOut(
    text,
    links.map(({ start, text: link }) => ({ start, end: start + link.length })),
  );
  const found: (Citation & { readonly address?: string })[] = [...links, ...findFamilyMatches(rest)];
  found.sort((one, other) => one.start - other.start);
  return found
    .filter(createFirstFilter((citation) => toCitationKey(citation, markdown)))
    .map(({ text: words, kind, start }) => ({ text: words, kind, start }));
}

/** Replaces spans with spaces, so that offsets stay valid. */
function blankOut(text: string, spans: readonly { readonly start: number; readonly end: number }[]): string {
  let done = 0;
  const parts: string[] = [];
  for (const { start, end } of spans) {
    parts.push(text.slice(done, start), " ".repeat(end - start));
    done = end;
  }
  return parts.join("") + text.slice(done);
}

function findFamilyMatches(text: string): Citation[] {
  const taken = new Uint8Array(text.length);
  return families.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const end = match.index + match[0].length;
      if (taken.subarray(match.index, end).includes(1)) return [];
      taken.fill(1, match.index, end);
      const words = kind === "author-year" ? match[0] : trimTrailing(match[0]);
      return [{ text: words, kind, start: match.index }];
    }),
  );
}

function trimTrailing(text: string): string {
  let end = text.length;
  while (end > 0 && trailing.has(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}

/** A link and its bare URL are the same citation. */
function toCitationKey({ kind, text, address }: Citation & { readonly address?: string }, markdown: boolean): string {
  if (address !== undefined) return trimTrailing(address);
  const ignoresCase = markdown && (kind === "url" || kind === "host");
  return ignoresCase ? text.toLowerCase() : text;
}

/** Creates a filter that accepts the first value of each key. */
function createFirstFilter<T>(key: (value: T) => string): (value: T) => boolean {
  const seen = new Set<string>();
  return (value) => seen.size < seen.add(key(value)).size;
}
