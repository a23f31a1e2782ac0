/** Reads a stored transcript in any known format, which is recognised by its events or given by name. */
import { AxisReader } from "./axis-format.ts";
import { refuseAnswerOnly } from "./formats/answer-only.ts";
import { type Fields, isFields } from "./formats/common/fields.ts";
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

/** How many lines are looked at to recognise the format. */
const maxRecognisedLines = 200;

class TranscriptReader {
  readonly #forced: FormatName | undefined;
  #reader: FormatReader | null = null;
  /** Lines from before the format was chosen; all lines, if they may form one document. */
  #held: string[] = [];
  /** The events in the held lines. */
  #events: Fields[] = [];
  #lineCount = 0;
  /** Where in the held lines a document may begin. */
  #documentStart: number | null = null;
  #isFirst = true;
  #refusal: string | null = null;

  constructor({ format }: TranscriptReadOptions) {
    this.#forced = format;
  }

  line(text: string): void {
    const line = this.#isFirst && text.startsWith("\uFEFF") ? text.slice(1) : text;
    this.#isFirst = false;
    if (this.#reader !== null) return this.#reader.line(line);
    this.#held.push(line);
    if (this.#documentStart !== null || line.trim() === "") return;
    const value = tryParseJson(line);
    const mayBeDocument = value === undefined ? /^\s*[[{]/.test(line) : Array.isArray(value);
    if (mayBeDocument && this.#events.length === 0) this.#documentStart = this.#held.length - 1;
    else this.#look(value);
  }

  end(): ReadTranscript {
    if (this.#documentStart !== null) this.#readDocument(this.#documentStart);
    if (this.#reader === null) this.#begin();
    const read = this.#reader!.end();
    return this.#refusal === null ? read : { ...read, refusal: this.#refusal };
  }

  /** Chooses the format when enough lines were seen. */
  #look(value: unknown): void {
    this.#lineCount += 1;
    if (isFields(value)) this.#events.push(value);
    if (this.#lineCount >= maxRecognisedLines) this.#begin();
  }

  #begin(): void {
    const reader = createFormatReader(this.#chooseFormat(this.#events));
    this.#reader = reader;
    for (const line of this.#held) reader.line(line);
    this.#held = [];
    this.#events = [];
  }

  /** A file that fits no format is read as AXIS's own, whose reader says what is wrong with each line. */
  #chooseFormat(events: readonly Fields[]): FormatName {
    this.#refusal = refuseAnswerOnly(events);
    if (this.#forced !== undefined) return this.#forced;
    const found = recogniseFormat(events);
    if (!("candidates" in found)) return found.format ?? "axis";
    this.#refusal = `looks like both ${found.candidates.join(" and ")}; name one with --format`;
    return found.candidates[0];
  }

  /** Reads the held lines as one document, or as separate lines if they are not one. */
  #readDocument(start: number): void {
    const document = tryParseJson(joinLines(this.#held.slice(start)));
    if (document === undefined) {
      this.#events = this.#held.slice(0, maxRecognisedLines).map(tryParseJson).filter(isFields);
      return this.#begin();
    }
    const events: readonly unknown[] = Array.isArray(document) ? document : [document];
    const format = this.#chooseFormat(events.filter(isFields));
    if (format === "axis") this.#reader = AxisReader.fromDocument(document);
    else {
      const reader = createFormatReader(format);
      this.#reader = reader;
      for (const line of this.#held.slice(0, start)) reader.line(line);
      for (const event of events) reader.line(JSON.stringify(event));
    }
  }
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
