/** Reads a stored transcript in any known format, which is recognised by its first lines or given by name. */
import { AxisReader } from "./axis-format.ts";
import { isFields } from "./formats/common/fields.ts";
import type { FormatName } from "./formats/format-name.ts";
import { recogniseFormat } from "./formats/recognise.ts";
import type { ReadTranscript } from "./read-result.ts";
import { VendorTranscript } from "./vendor-transcript.ts";

export interface TranscriptReadOptions {
  /** Used instead of recognising the format. */
  readonly format?: FormatName;
}

/** Reads lines. Without any usable line there are no entries; the caller reports that. */
export function readTranscript(lines: Iterable<string>, options: TranscriptReadOptions = {}): ReadTranscript {
  const reader = new TranscriptReader(options);
  for (const line of lines) reader.line(line);
  return reader.end();
}

/** The same for lines that arrive in batches. */
export async function streamTranscript(
  arriving: AsyncIterable<Iterable<string>>,
  options: TranscriptReadOptions = {},
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

function createFormatReader(format: FormatName): FormatReader {
  return format === "axis" ? new AxisReader() : new VendorTranscript(format);
}

/** How many lines may pass before one identifies the format. */
const maxUnclearLines = 100;

class TranscriptReader {
  readonly #forced: FormatName | undefined;
  #reader: FormatReader | null = null;
  /** Lines from before the format was clear; all lines, if they may form one document. */
  #held: string[] = [];
  #unclear = 0;
  #isDocument = false;
  #isFirst = true;

  constructor({ format }: TranscriptReadOptions) {
    this.#forced = format;
  }

  line(text: string): void {
    const line = this.#isFirst && text.startsWith("\uFEFF") ? text.slice(1) : text;
    this.#isFirst = false;
    if (this.#reader !== null) return this.#reader.line(line);
    this.#held.push(line);
    if (this.#isDocument || line.trim() === "") return;
    const value = tryParseJson(line);
    this.#isDocument = this.#unclear === 0 && (value === undefined ? /^\s*[[{]/.test(line) : Array.isArray(value));
    if (!this.#isDocument) this.#look(value);
  }

  end(): ReadTranscript {
    if (this.#isDocument) this.#readDocument();
    const reader = this.#reader ?? this.#begin(this.#forced ?? "axis");
    return reader.end();
  }

  /** Starts to read as soon as a line identifies the format. If none does, the file counts as AXIS's own format. */
  #look(value: unknown): void {
    this.#unclear += 1;
    const format = this.#forced ?? (isFields(value) ? recogniseFormat(value) : null);
    if (format !== null) this.#begin(format);
    else if (this.#unclear >= maxUnclearLines) this.#begin("axis");
  }

  #begin(format: FormatName): FormatReader {
    const reader = createFormatReader(format);
    this.#reader = reader;
    for (const line of this.#held) reader.line(line);
    this.#held = [];
    return reader;
  }

  /** Reads the held lines as one document, or as separate lines if they are not one. */
  #readDocument(): void {
    const document = tryParseJson(joinLines(this.#held));
    if (document === undefined) return void this.#begin(this.#forced ?? findFirstFormat(this.#held.map(tryParseJson)));
    const format = this.#forced ?? findFirstFormat(Array.isArray(document) ? document : [document]);
    if (format === "axis") this.#reader = AxisReader.fromDocument(document);
    else {
      this.#held = (Array.isArray(document) ? document : [document]).map((event) => JSON.stringify(event));
      this.#begin(format);
    }
  }
}

/** Returns AXIS's own format if no event identifies one. */
function findFirstFormat(events: readonly unknown[]): FormatName {
  for (const event of events) {
    const format = isFields(event) ? recogniseFormat(event) : null;
    if (format !== null) return format;
  }
  return "axis";
}

/** Returns undefined if the text is not JSON. */
function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The reader of the line reports it.
  }
}

/** Empty if the result would be longer than a string can be; then the file is read line by line. */
function joinLines(lines: readonly string[]): string {
  try {
    return lines.join("\n");
  } catch {
    return "";
  }
}
