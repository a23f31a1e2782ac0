/**
 * Finds parts of a secret inside longer base64 or hexadecimal text, in any column and across line breaks. `env | base64`
 * prints a secret in the middle of other values and breaks its lines wherever they end, so no list of whole forms has it.
 */
import { mergeRanges, type TextRange } from "./text-range.ts";

/** A piece of this many characters is hidden anywhere. Fewer would hide `https://` in every text if a secret is a URL. */
const shortestPiece = 12;
/** At a break of lines, and at the ends of a text, a gram is enough: the rest of the secret is on the other side. */
const gramLength = 8;
/** Every piece of the shortest length contains a whole gram that begins at a multiple of this. */
const stride = shortestPiece - gramLength + 1;

const encodedCharacters = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * A line break, also one that is escaped in JSON, with the quotes, blanks, quote marks and line numbers around it. All
 * repetitions are bounded, so that the search stays linear whatever a text repeats.
 */
const lineBreak = String.raw`(?:[ \t\r"',]|\\{1,8}[rt"']){0,8}(?:\n|\\{1,8}n)(?:[\s"'>|#*]|\\{1,8}[nrt"']){0,40}(?:\d{1,7}(?:[:|\t→]|\\{1,8}t) ?)?`;
/** Between two strings of a list, and the backslash that some writers of JSON put before a slash. */
const otherBreak = String.raw`\\{0,8}["'],\s{0,40}\\{0,8}["']|\\{1,8}(?=/)`;
const between = (pattern: string) => new RegExp(`(?<=[A-Za-z0-9+/_-])(?:${pattern})(?=[A-Za-z0-9+/_-])`, "g");
/** What may follow the sign of a break. */
const breakEnd = new RegExp(String.raw`(?:[\s"'>|#*]|\\{1,8}[nrt"']){0,40}(?:\d{1,7}(?:[:|\t→]|\\{1,8}t) ?)?`, "y");
/** In a diff every line begins with a mark, which is also a character of base64: both readings are tried. */
const breaks = [between(`${lineBreak}|${otherBreak}`), between(String.raw`(?:\r?\n|\\{1,8}n)[+-]`)];

/** What every break contains. Looking for these is many times as fast as looking for the patterns. */
const breakSigns = ["\n", "\\n", '",', "',", "\\/"];
/** How far around a break the lines are joined: further pieces are found at other breaks, or within their line. */
const reach = 256;
/** A table of this many slots says of most places that no gram can be there. */
const slots = 2 ** 18;

export class EncodedPieces {
  /** Every run of eight characters in the encoded forms of the secrets. */
  readonly #grams = new Set<string>();
  /** Whether four characters may be a part of a gram. */
  readonly #quads = new Uint8Array(slots);

  /** `forms` are the encoded secrets, without the characters at their ends that depend on the text around them. */
  constructor(forms: readonly string[]) {
    for (const form of forms) {
      for (let at = 0; at + gramLength <= form.length; at += 1) this.#grams.add(form.slice(at, at + gramLength));
      for (let at = 0; at + 4 <= form.length; at += 1) this.#quads[hashQuad(form, at, at + 2)] = 1;
    }
  }

  /** Returns the places of all pieces, in order and without overlap. */
  find(text: string): readonly TextRange[] {
    if (this.#grams.size === 0 || text.length < gramLength) return [];
    const ranges = [...this.#findWithinLines(text), ...this.#findAtEnds(text)];
    for (const sign of breakSigns)
      for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + sign.length))
        if (this.#mayReachAcross(text, at, at + sign.length)) ranges.push(...this.#findAround(text, at));
    return mergeRanges(ranges);
  }

  #findWithinLines(text: string): TextRange[] {
    const ranges: TextRange[] = [];
    for (let at = 0; at + gramLength <= text.length; at += stride) {
      if (this.#quads[hashQuad(text, at, at + 2)] === 0 || !this.#hasGram(text, at)) continue;
      const range = this.#extend(text, at);
      if (range.end - range.start >= shortestPiece) ranges.push(range);
      at = range.end - gramLength;
    }
    return ranges;
  }

  /** The text itself may be one line of a longer block, as output is recorded: its other lines are not here to join. */
  #findAtEnds(text: string): TextRange[] {
    let end = text.length;
    while (end > Math.max(gramLength, text.length - 4) && "=\r\n".includes(text.charAt(end - 1))) end -= 1;
    return [0, end - gramLength].filter((at) => this.#hasGram(text, at)).map((at) => this.#extend(text, at));
  }

  /** Whether the two characters on either side of a break may follow each other in a gram. */
  #mayReachAcross(text: string, start: number, end: number): boolean {
    const before = skipBack(text, start);
    if (before < 2 || !isEncoded(text, before - 1) || !isEncoded(text, before - 2)) return false;
    breakEnd.lastIndex = text.charAt(start) === "\\" && text.charAt(start + 1) === "/" ? start + 1 : end;
    const after = breakEnd.lastIndex + (breakEnd.exec(text)?.[0].length ?? 0);
    // The mark of a diff is a character of base64 too.
    return [after, after + 1].some((at) => this.#quads[hashQuad(text, before - 2, at)] === 1);
  }

  #findAround(text: string, at: number): TextRange[] {
    const from = Math.max(0, at - reach);
    const window = text.slice(from, at + reach);
    return breaks
      .flatMap((pattern) => [...listBlocks(window, pattern)].flatMap((block) => this.#findAcrossBreaks(block)))
      .map(({ start, end }) => ({ start: from + start, end: from + end }));
  }

  #findAcrossBreaks({ parts }: BrokenBlock): TextRange[] {
    const text = parts.map((part) => part.text).join("");
    const ranges: TextRange[] = [];
    for (const { offset } of parts.slice(1)) {
      for (let at = Math.max(0, offset - gramLength + 1); at < offset; at += 1) {
        if (!this.#hasGram(text, at)) continue;
        const { start, end } = this.#extend(text, at);
        ranges.push({ start: locate(parts, start), end: locate(parts, end - 1) + 1 });
        break;
      }
    }
    return ranges;
  }

  #extend(text: string, at: number): TextRange {
    let [start, last] = [at, at];
    while (start > 0 && this.#hasGram(text, start - 1)) start -= 1;
    while (this.#hasGram(text, last + 1)) last += 1;
    return { start, end: last + gramLength };
  }

  #hasGram(text: string, at: number): boolean {
    return this.#grams.has(text.slice(at, at + gramLength));
  }
}

/** The slot of two characters and of two others, which may be on the other side of a break. */
function hashQuad(text: string, first: number, second: number): number {
  const left = text.charCodeAt(first) * 31 + text.charCodeAt(first + 1);
  return (left * 1021 + text.charCodeAt(second) * 31 + text.charCodeAt(second + 1)) & (slots - 1);
}

/** Where the characters begin that belong to a break and are before its sign. */
function skipBack(text: string, from: number): number {
  let at = from;
  for (let count = 0; count < 16 && at > 0; count += 1) {
    if (" \t\r\"',\\".includes(text.charAt(at - 1))) at -= 1;
    else if ("rt".includes(text.charAt(at - 1)) && text.charAt(at - 2) === "\\") at -= 2;
    else break;
  }
  return at;
}

/** One line of a block. */
interface BlockPart {
  readonly text: string;
  /** Where it begins in the whole text, and where in the joined lines. */
  readonly at: number;
  readonly offset: number;
}

/** Lines of base64 that belong together. */
interface BrokenBlock {
  readonly parts: readonly BlockPart[];
}

function* listBlocks(text: string, pattern: RegExp): Generator<BrokenBlock> {
  let links: RegExpExecArray[] = [];
  for (const link of text.matchAll(pattern)) {
    const last = links.at(-1);
    if (last !== undefined && !isAllEncoded(text, link.index, last.index + last[0].length)) {
      yield toBlock(text, links);
      links = [];
    }
    links.push(link);
  }
  if (links.length > 0) yield toBlock(text, links);
}

function toBlock(text: string, links: readonly RegExpExecArray[]): BrokenBlock {
  const first = links[0]?.index ?? 0;
  let start = first;
  while (start > 0 && isEncoded(text, start - 1)) start -= 1;
  let offset = 0;
  const parts = [...links, undefined].map((link) => {
    let end = link?.index ?? start;
    if (link === undefined) while (end < text.length && isEncoded(text, end)) end += 1;
    const part = { text: text.slice(start, end), at: start, offset };
    offset += part.text.length;
    start = end + (link?.[0].length ?? 0);
    return part;
  });
  return { parts };
}

/** The place in the whole text of a character of the joined parts. */
function locate(parts: readonly BlockPart[], offset: number): number {
  let [low, high] = [0, parts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((parts[middle]?.offset ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const { at = 0, offset: first = 0 } = parts[low] ?? {};
  return at + offset - first;
}

function isEncoded(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && encodedCharacters[code] === 1;
}

function isAllEncoded(text: string, end: number, start = 0): boolean {
  for (let at = start; at < end; at += 1) if (!isEncoded(text, at)) return false;
  return true;
}
