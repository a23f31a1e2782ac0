/** Reads a stored transcript in any format that is known: it is recognised by its first lines, or named. */
import { AxisReader } from "./axis-format.ts";
import { isFields } from "./formats/common/fields.ts";
import type { FormatName } from "./formats/format-name.ts";
import { recognise } from "./formats/recognise.ts";
import type { ReadTranscript } from "./read-result.ts";
import { VendorTranscript } from "./vendor-transcript.ts";

export interface ReadOptions {
  /** Taken for granted instead of looking. */
  readonly format?: FormatName;
}

/** Reads lines. Nothing usable in them means no entries: the caller says so. */
export function readTranscript(lines: Iterable<string>, options: ReadOptions = {}): ReadTranscript {
  const reader = new TranscriptReader(options);
  for (const line of lines) reader.line(line);
  return reader.end();
}

/** The same for lines that arrive some at a time. */
export async function streamTranscript(
  arriving: AsyncIterable<Iterable<string>>,
  options: ReadOptions = {},
): Promise<ReadTranscript> {
  const reader = new TranscriptReader(options);
  for await (const lines of arriving) for (const line of lines) reader.line(line);
  return reader.end();
}

/** Reads lines of one format. */
interface FormatReader {
  line(text: string): void;
  end(): ReadTranscript;
}

function readerOf(format: FormatName): FormatReader {
  return format === "axis" ? new AxisReader() : new VendorTranscript(format);
}

/** So many lines may go by before the first that tells a format. */
const mostUnclear = 100;

class TranscriptReader {
  readonly #forced: FormatName | undefined;
  #reader: FormatReader | null = null;
  /** Lines that came before the format was clear; all of them, where they may be one document. */
  #held: string[] = [];
  #unclear = 0;
  #isDocument = false;
  #isFirst = true;

  constructor({ format }: ReadOptions) {
    this.#forced = format;
  }

  line(text: string): void {
    const line = this.#isFirst && text.startsWith("\uFEFF") ? text.slice(1) : text;
    this.#isFirst = false;
    if (this.#reader !== null) return this.#reader.line(line);
    this.#held.push(line);
    if (this.#isDocument || line.trim() === "") return;
    const value = parsed(line);
    this.#isDocument = this.#unclear === 0 && (value === undefined ? /^\s*[[{]/.test(line) : Array.isArray(value));
    if (!this.#isDocument) this.#look(value);
  }

  end(): ReadTranscript {
    if (this.#isDocument) this.#readDocument();
    const reader = this.#reader ?? this.#begin(this.#forced ?? "axis");
    return reader.end();
  }

  /** Begins to read as soon as a line tells the format. Ours is the one for files in which none does. */
  #look(value: unknown): void {
    this.#unclear += 1;
    const format = this.#forced ?? (isFields(value) ? recognise(value) : null);
    if (format !== null) this.#begin(format);
    else if (this.#unclear >= mostUnclear) this.#begin("axis");
  }

  #begin(format: FormatName): FormatReader {
    const reader = readerOf(format);
    this.#reader = reader;
    for (const line of this.#held) reader.line(line);
    this.#held = [];
    return reader;
  }

  /** What was held back is one document, or else it was lines after all. */
  #readDocument(): void {
    const document = parsed(joined(this.#held));
    if (document === undefined) return void this.#begin(this.#forced ?? firstFormat(this.#held.map(parsed)));
    const format = this.#forced ?? firstFormat(Array.isArray(document) ? document : [document]);
    if (format === "axis") this.#reader = AxisReader.of(document);
    else {
      this.#held = (Array.isArray(document) ? document : [document]).map((event) => JSON.stringify(event));
      this.#begin(format);
    }
  }
}

/** Ours where none of them tells. */
function firstFormat(events: readonly unknown[]): FormatName {
  for (const event of events) {
    const format = isFields(event) ? recognise(event) : null;
    if (format !== null) return format;
  }
  return "axis";
}

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Whoever reads the line names it.
  }
}

/** Empty where the whole is longer than a text can be: then it is read line by line. */
function joined(lines: readonly string[]): string {
  try {
    return lines.join("\n");
  } catch {
    return "";
  }
}
