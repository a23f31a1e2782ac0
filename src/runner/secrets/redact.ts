/** Removes secrets from everything that leaves the process: exact values in every usual encoding, and well-known shapes. */
import type { RunDetail } from "../../core/report/run-detail.ts";
import { CutSecrets } from "./cut-secrets.ts";
import { EncodedPieces } from "./encoded-pieces.ts";
import { listByteEncodings, listEncodings } from "./encodings.ts";
import { replaceRanges } from "./text-range.ts";

/** Each pattern matches in linear time. */
const shapes = [
  /\b[Bb]earer [A-Za-z0-9._~+/-]{16,}=*/,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  /\bgithub_pat_[A-Za-z0-9_]{30,}/,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,}/,
  /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/,
  /\bAIza[A-Za-z0-9_-]{35}/,
  /\bsk-[A-Za-z0-9_-]{20,}/,
];

/** All shapes as one pattern. */
export const knownShapes = shapes.map(({ source }) => source).join("|");

/**
 * Every shape is a run of these characters, or ends in one; the shortest run, `xoxb-` plus ten characters, has fifteen.
 * Few words are that long, so a search can skip most of them.
 */
const tokenCharacters = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9._~+/-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
const shortestRun = 15;
/** What may precede a run and belong to it: `Bearer `, and the character before that. */
const lead = 8;

const anyShape = new RegExp(knownShapes);

/** Whether a text contains one of the shapes. Most texts do not, and this finds out twice as fast as the pattern. */
export function hasKnownShape(text: string): boolean {
  // No run reaches across `start`; all characters from there to `known` are token characters.
  let start = 0;
  let known = 0;
  while (start + shortestRun <= text.length) {
    const reach = start + shortestRun;
    let place = reach;
    while (place > known && isTokenCharacter(text, place - 1)) place -= 1;
    if (place > known) start = place;
    else {
      const end = findRunEnd(text, reach);
      if (anyShape.test(text.slice(Math.max(0, start - lead), end))) return true;
      start = end + 1;
    }
    known = Math.max(start, reach);
  }
  return false;
}

function isTokenCharacter(text: string, place: number): boolean {
  const code = text.charCodeAt(place);
  return code < 128 && tokenCharacters[code] === 1;
}

function findRunEnd(text: string, from: number): number {
  let end = from;
  while (end < text.length && isTokenCharacter(text, end)) end += 1;
  return end;
}

/** At most this many characters of each word decide how far to skip. */
const longestWindow = 64;
const pairSlots = 4096;

export class WordSearch {
  /** The length of the shortest word: the search compares this many first characters of every word. */
  readonly #window: number;
  /** For a pair of characters at the end of the window, how far the window can move without missing a word. */
  readonly #leaps: Uint8Array;
  /** The words by their first characters. */
  readonly #words = new Map<string, string[]>();

  /** Every word must have at least two characters. */
  constructor(words: readonly string[]) {
    this.#window = Math.min(longestWindow, ...words.map(({ length }) => length));
    this.#leaps = new Uint8Array(pairSlots).fill(this.#window - 1);
    for (const word of words) this.#add(word);
  }

  #add(word: string): void {
    const front = word.slice(0, this.#window);
    this.#words.set(front, [...(this.#words.get(front) ?? []), word]);
    for (let second = 1; second < this.#window; second += 1) {
      const pair = hashPair(word, second);
      this.#leaps[pair] = Math.min(this.#leaps[pair]!, this.#window - 1 - second);
    }
  }

  /** Whether a text contains one of the words. */
  hasMatch(text: string): boolean {
    const leaps = this.#leaps;
    for (let last = this.#window - 1; last < text.length;) {
      const leap = leaps[hashPair(text, last)]!;
      if (leap === 0 && this.#beginsAt(text, last + 1 - this.#window)) return true;
      last += leap === 0 ? 1 : leap;
    }
    return false;
  }

  #beginsAt(text: string, place: number): boolean {
    const words = this.#words.get(text.slice(place, place + this.#window));
    return words !== undefined && words.some((word) => text.startsWith(word, place));
  }
}

/** The table index of the pair that ends there. Several pairs share an index; then the smaller skip applies. */
function hashPair(text: string, second: number): number {
  return (37 * text.charCodeAt(second - 1) + text.charCodeAt(second)) & (pairSlots - 1);
}

const mark = "[redacted]";
const minSecretLength = 8;
const secretName = /KEY|TOKEN|SECRET|PASS|CRED|AUTH|COOKIE|PRIVATE/i;
/**
 * Words and plain flags are not secrets, whatever the variable is called: replacing them would garble every text. Few
 * words are longer than 15 letters, and real passwords may have 16 letters or several words.
 */
const ordinaryValue = /^(?=.{1,15}$)(?:[A-Za-z]?[a-z]+|[A-Z]+|[a-z]+(?:[-_.][a-z]+)*|\d{1,12})$/;

const privateKey = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,20000}?-----END [A-Z ]{0,40}PRIVATE KEY-----/;
/** Every private key contains it, and searching for it is cheaper than matching the whole shape. */
const privateKeySign = "PRIVATE KEY-----";
/** The password in a URL. A lookbehind at every character is slow, so it is used only where there may be a password. */
const urlPassword = /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,100}:)[^\s/@]{3,200}(?=@)/;
const urlWithPassword = /:\/\/[^\s/:@]{1,100}:[^\s/@]{3,200}@/;

/** A named value that must never be written. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

export interface Redactor {
  /** Returns the text without its secrets. */
  text(text: string): string;
  /** Returns a plain value in which no string or key contains a secret: the value itself, or a copy. */
  value<T>(value: T): T;
  /** Whether the bytes contain one of the exact values. */
  holdsSecret(content: Uint8Array): boolean;
  /** Variables whose value is too short or too ordinary to be replaced. */
  readonly unprotected: readonly string[];
}

/** Collects the secrets in an environment: variables whose name suggests one, and those passed on by name. */
export function collectSecrets(env: NodeJS.ProcessEnv, passedOn: readonly string[]): Secret[] {
  const named = new Set(passedOn);
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value !== "" && (named.has(name) || secretName.test(name)) ? [{ name, value }] : [],
  );
}

/** The most recent redactors. Equal secrets share one, so that no text needs to pass two redactors with the same secrets. */
const recentRedactors = new Map<string, Redactor>();
const maxRedactors = 8;

/** Returns the redactor for these secrets. */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const key = JSON.stringify(secrets.map(({ name, value }) => [name, value]));
  const redactor = recentRedactors.get(key) ?? newRedactor(secrets);
  recentRedactors.delete(key);
  recentRedactors.set(key, redactor);
  const [oldest = key] = recentRedactors.keys();
  if (recentRedactors.size > maxRedactors) recentRedactors.delete(oldest);
  return redactor;
}

function newRedactor(secrets: readonly Secret[]): Redactor {
  const protectable = secrets.filter(({ value }) => value.length >= minSecretLength && !ordinaryValue.test(value));
  const forms = [...new Set(protectable.flatMap(({ value }) => listEncodings(value)))].sort(
    (a, b) => b.length - a.length,
  );
  const values = forms.map(escapeRegExp);
  const pattern = new RegExp([...values, privateKey.source, knownShapes, urlPassword.source].join("|"), "g");
  // Most texts contain no secret, and searching for each kind separately finds that out several times as fast.
  const search = forms.length === 0 ? null : new WordSearch(forms);
  const mayHold = (input: string) =>
    input.length >= minSecretLength &&
    (hasKnownShape(input) ||
      search?.hasMatch(input) ||
      (input.includes("@") && urlWithPassword.test(input)) ||
      input.includes(privateKeySign));
  const pieces = new EncodedPieces(protectable.flatMap(({ value }) => listByteEncodings(value)));
  const cuts = new CutSecrets(forms);
  const text = (input: string) => {
    const rest = replaceRanges(input, pieces.find(input), mark);
    const whole = mayHold(rest) ? rest.replace(pattern, mark) : rest;
    return replaceRanges(whole, cuts.find(whole), mark);
  };
  const bytes = forms.map((form) => Buffer.from(form));
  return {
    text,
    value: (value) => redactDeep(value, text),
    holdsSecret(content) {
      const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
      return bytes.some((form) => buffer.includes(form)) || pieces.find(buffer.toString("latin1")).length > 0;
    },
    unprotected: secrets.filter((secret) => !protectable.includes(secret)).map(({ name }) => name),
  };
}

/** Returns a run's detail without secrets. Entries and everything derived from them were redacted as they arrived. */
export function redactRunDetail(detail: RunDetail, redactor: Redactor): RunDetail {
  const { output, interactions, ...rest } = detail;
  const { transcript, ...ending } = output;
  return { ...redactor.value(rest), output: { transcript, ...redactor.value(ending) }, interactions };
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Returns the value itself if nothing in it changes: most of a report is numbers and our own sentences. */
function redactDeep<T>(value: T, text: (input: string) => string): T {
  if (typeof value === "string") return text(value) as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return redactList(value, text) as T;
  return redactFields(value, text);
}

function redactFields<T extends object>(fields: T, text: (input: string) => string): T {
  let changed: Map<string, readonly [string, unknown]> | null = null;
  for (const key of Object.keys(fields)) {
    const part: unknown = fields[key as keyof T];
    const [name, redacted] = [text(key), redactDeep(part, text)];
    if (name !== key || redacted !== part) (changed ??= new Map()).set(key, [name, redacted]);
  }
  if (changed === null) return fields;
  return Object.fromEntries(Object.entries(fields).map((entry) => changed.get(entry[0]) ?? entry)) as T;
}

function redactList(list: readonly unknown[], text: (input: string) => string): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (let place = 0; place < list.length; place += 1) {
    const redacted = redactDeep(list[place], text);
    if (redacted !== list[place]) (copy ??= [...list])[place] = redacted;
  }
  return copy ?? list;
}
