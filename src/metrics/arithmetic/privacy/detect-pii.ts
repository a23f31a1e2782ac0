/** Detects personal data by patterns. */
import { type CodePointPositions, createCodePointPositions } from "../text/code-points.ts";
import { splitTokens, whiteSpace } from "../text/white-space.ts";
import { piiKinds, type PiiType, piiTypes } from "./pii-type.ts";

/** Finds e-mail addresses in linear time. A regular expression would rescan a long run of letters and dots from each dot. */
const wordCharacter = /[\p{L}\p{N}_]/u;
const local = /[a-z0-9._%+-]/i;
const domain = /[a-z0-9.-]/i;
const letter = /[a-z]/i;

/** Matches a local part, `@`, and a domain that ends in a dot and letters, with no word character directly before or after. */
function* findEmailSpans(text: string): Generator<Span> {
  let free = 0;
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", Math.max(at + 1, free))) {
    const start = findLocalStart(text, at, free);
    const end = start === null ? null : findDomainEnd(text, at + 1);
    if (start === null || end === null) continue;
    yield { start, end };
    free = end;
  }
}

/** Returns the earliest start of a local part that ends before `at`; null if a word character precedes every candidate. */
function findLocalStart(text: string, at: number, free: number): number | null {
  let start = at;
  while (start > free && local.test(text[start - 1] as string)) start -= 1;
  while (start < at && isWordBefore(text, start)) start += 1;
  return start < at ? start : null;
}

/** Returns the end of the longest domain that starts here. */
function findDomainEnd(text: string, start: number): number | null {
  let runEnd = start;
  while (runEnd < text.length && domain.test(text[runEnd] as string)) runEnd += 1;
  let labelEnd = runEnd;
  for (let dot = runEnd - 1; dot > start; dot -= 1) {
    if (text[dot] !== ".") continue;
    const end = findLettersEnd(text, dot + 1, labelEnd);
    if (end - dot > 2 && !isWordAt(text, end)) return end;
    labelEnd = dot;
  }
  return null;
}

function findLettersEnd(text: string, start: number, limit: number): number {
  let end = start;
  while (end < limit && letter.test(text[end] as string)) end += 1;
  return end;
}

function isWordAt(text: string, at: number): boolean {
  const point = text.codePointAt(at);
  return point !== undefined && wordCharacter.test(String.fromCodePoint(point));
}

function isWordBefore(text: string, at: number): boolean {
  if (at === 0) return false;
  const isLow = /[\udc00-\udfff]/.test(text[at - 1] as string);
  const pair = isLow ? text.slice(Math.max(0, at - 2), at) : (text[at - 1] as string);
  return wordCharacter.test(pair);
}

/** Patterns of personal data. Each does a bounded amount of work per position, so that no text makes them slow. */
const streetWords =
  "street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|place|pl|way|circle|cir|parkway|pkwy|terrace|ter|highway|hwy";

const card = String.raw`4\d{12}(?:\d{3})?|5[1-5]\d{14}|3[47]\d{13}|3\d{13}|6(?:011|5\d\d)\d{12}`;

/** The same patterns, with a single space or dash allowed between any two digits. */
const separatedCard = String.raw`4(?:[ -]?\d){12}(?:(?:[ -]?\d){3})?|5[ -]?[1-5](?:[ -]?\d){14}|3[ -]?[47](?:[ -]?\d){13}|3(?:[ -]?\d){13}|6[ -]?(?:0[ -]?1[ -]?1|5[ -]?\d[ -]?\d)(?:[ -]?\d){12}`;

/** Patterns by type; e-mail addresses have their own finder. */
const piiPatterns: Readonly<Record<Exclude<PiiType, "email">, RegExp>> = {
  phone_us: toBoundedPattern(String.raw`(?:1[-. ]?)?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}`),
  ssn: toBoundedPattern(String.raw`(?!000|666|9\d\d)\d{3}[- ]?(?!00)\d{2}[- ]?(?!0000)\d{4}`),
  credit_card: toBoundedPattern(card),
  ip_address: toBoundedPattern(String.raw`\d{1,3}(?:\.\d{1,3}){3}`),
  street_address: toBoundedPattern(
    String.raw`\d{1,6}[${whiteSpace}]+(?:[\p{L}\p{N}.'-]+[${whiteSpace}]+){1,4}(?:${streetWords})`,
  ),
  zip_code: toBoundedPattern(String.raw`\d{5}(?:-\d{4})?`),
  date_of_birth: toBoundedPattern(String.raw`(?:0?[1-9]|1[0-2])[/-](?:0?[1-9]|[12]\d|3[01])[/-](?:19|20)\d{2}`),
  passport: toBoundedPattern(String.raw`[a-z]{1,2}\d{6,9}`),
  drivers_license: toBoundedPattern(String.raw`[a-z]\d{7,8}`),
  person_name: toBoundedPattern(String.raw`[A-Z][a-z]+[${whiteSpace}]+[A-Z][a-z]+`, "gu"),
};

const separatedCardPattern = toBoundedPattern(separatedCard);

/** Requires that no letter, digit or underscore is adjacent to the match. */
function toBoundedPattern(source: string, flags = "giu"): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${source})(?![\p{L}\p{N}_])`, flags);
}

/** The factor applied to the confidence if a check fails. */
const plausibilityChecks: Partial<
  Record<PiiType, { readonly holds: (value: string) => boolean; readonly factor: number }>
> = {
  credit_card: { holds: isCardNumber, factor: 0.3 },
  ssn: { holds: (value) => new Set(listDigits(value)).size > 1, factor: 0.2 },
  ip_address: { holds: (value) => value.split(".").every((octet) => Number(octet) <= 255), factor: 0.1 },
};

/** Returns 1 if the value passes the check of its type, or the type has no check. */
function plausibilityFactor(type: PiiType, value: string): number {
  const doubt = plausibilityChecks[type];
  return doubt === undefined || doubt.holds(value) ? 1 : doubt.factor;
}

/** Checks the Luhn digit of a number with 13 to 19 digits. */
function isCardNumber(value: string): boolean {
  const digits = listDigits(value);
  if (digits.length < 13 || digits.length > 19) return false;
  const total = digits.toReversed().reduce((running, digit, index) => {
    const doubled = index % 2 === 0 ? digit : digit * 2;
    return running + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return total % 10 === 0;
}

function listDigits(value: string): number[] {
  return (value.match(/\d/g) ?? []).map(Number);
}

/** Weekdays, months, large cities, countries and companies: capitalised, but not names of people. */
const stopWords: ReadonlySet<string> = new Set(
  [
    "monday,tuesday,wednesday,thursday,friday,saturday,sunday",
    "january,february,march,april,may,june,july,august,september,october,november,december",
    "london,paris,berlin,madrid,rome,tokyo,beijing,shanghai,moscow,sydney,toronto,mumbai,delhi,dubai,singapore",
    "chicago,boston,seattle,houston,dallas,miami,new york,los angeles,san francisco,san diego,las vegas,hong kong",
    "america,england,france,germany,spain,italy,china,japan,india,russia,brazil,canada,australia,mexico,korea",
    "united states,united kingdom,new zealand,south africa,south korea,saudi arabia,new delhi,sao paulo",
    "google,microsoft,apple,amazon,facebook,meta,netflix,oracle,intel,ibm,tesla",
  ].flatMap((names) => names.split(",")),
);

const cue = /my name is|called|named|mr\.|mrs\.|ms\.|dr\.|contact|meet/i;
const cueDistance = 100;

/** True if neither word nor their combination is a stop word, and a cue occurs within 100 characters. */
function isPersonName(text: string, { start, end }: Span, positions: CodePointPositions): boolean {
  const words = splitTokens(text.slice(start, end).toLowerCase());
  if (stopWords.has(words.join(" ")) || words.some((word) => stopWords.has(word))) return false;
  const from = positions.toUnits(positions.toPoints(start) - cueDistance);
  const to = positions.toUnits(positions.toPoints(end) + cueDistance);
  return cue.test(text.slice(from, to));
}

export interface PiiDetection {
  readonly type: PiiType;
  readonly value: string;
  readonly confidence: number;
  /** Offsets in code points. */
  readonly start: number;
  readonly end: number;
}

export interface PiiOptions {
  /** Also finds card numbers whose digits are separated by single spaces or dashes; default false. */
  readonly cardSeparators?: boolean;
}

const minConfidence = 0.3;

/** Returns all sufficiently confident detections, in order. Of two that overlap, the more confident one stays; on a tie, the earlier one. */
export function detectPii(text: string, options: PiiOptions = {}): PiiDetection[] {
  const positions = createCodePointPositions(text);
  const found = piiTypes.flatMap((type) => findDetections(type, text, { positions, options }));
  found.sort((one, other) => one.start - other.start);
  const kept: PiiDetection[] = [];
  for (const detection of found) {
    const last = kept.at(-1);
    // Kept detections do not overlap and are sorted by start, so only the last one can overlap this one.
    const overlaps = last !== undefined && last.end > detection.start;
    if (overlaps && last.confidence >= detection.confidence) continue;
    if (overlaps) kept.pop();
    kept.push(detection);
  }
  return kept;
}

interface Search {
  readonly positions: CodePointPositions;
  readonly options: PiiOptions;
}

function findDetections(type: PiiType, text: string, { positions, options }: Search): PiiDetection[] {
  const detections: PiiDetection[] = [];
  for (const span of findSpans(type, text, options)) {
    if (type === "person_name" && !isPersonName(text, span, positions)) continue;
    const value = text.slice(span.start, span.end);
    const confidence = piiKinds[type].confidence * plausibilityFactor(type, value);
    if (confidence <= minConfidence) continue;
    const [start, end] = [positions.toPoints(span.start), positions.toPoints(span.end)];
    detections.push({ type, value, confidence, start, end });
  }
  return detections;
}

function* findSpans(type: PiiType, text: string, { cardSeparators = false }: PiiOptions): Generator<Span> {
  if (type === "email") {
    yield* findEmailSpans(text);
    return;
  }
  const pattern = type === "credit_card" && cardSeparators ? separatedCardPattern : piiPatterns[type];
  for (const match of text.matchAll(pattern)) yield { start: match.index, end: match.index + match[0].length };
}

/** A range of a text, in UTF-16 units. */
interface Span {
  readonly start: number;
  readonly end: number;
}
