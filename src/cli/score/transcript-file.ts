/** Reads a transcript file, and refuses one with nothing in it that could be scored. */
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { StringDecoder } from "node:string_decoder";
import type { Entry } from "../../core/entry.ts";
import { AxisError, messageOf, systemCode } from "../../core/error.ts";
import { type ReadTranscript, streamAxisTranscript } from "../../transcript/axis-format.ts";

/** As written on the command line, and read. */
export interface TranscriptFile {
  readonly written: string;
  readonly read: ReadTranscript;
  /** SHA-256 of its bytes, or of its entries where secrets were taken out of them. */
  readonly digest: string;
}

const formats =
  "AXIS reads its own entries, one JSON object per line or as one JSON array, and detail files of its reports";

export async function readTranscript(written: string, folder: string): Promise<TranscriptFile> {
  const hash = createHash("sha256");
  const read = await streamAxisTranscript(linesOf(resolve(folder, written), hash)).catch((error: unknown) => {
    const why = systemCode(error) === "ENOENT" ? "there is no such file" : messageOf(error);
    throw new AxisError("transcript-unreadable", `${written} cannot be read: ${why}`, { cause: error });
  });
  const speaks = read.entries.some(({ type }) => type !== "system" && type !== "user");
  if (!speaks) throw nothingToScore(written, read);
  return { written, read, digest: hash.digest("hex") };
}

type ReadProblem = ReadTranscript["problems"][number];

/** One problem of a file, as people look for it. */
export function problemLine(written: string, { line, what, excerpt }: ReadProblem): string {
  return `${written}${line === null ? "" : `:${line}`}: ${what}: ${excerpt}`;
}

function nothingToScore(written: string, { entries, problems, problemCount }: ReadTranscript): AxisError {
  const [first] = problems;
  if (first !== undefined && problemCount >= entries.length)
    return new AxisError(
      "transcript-unreadable",
      `${written} is in no format that AXIS reads. The first that did not fit: ${problemLine(written, first)}`,
      { hint: formats },
    );
  const why = entries.length === 0 ? "it is empty" : "nobody acts in it: it holds only system and user entries";
  return new AxisError("transcript-unreadable", `There is nothing to score in ${written}: ${why}`, { hint: formats });
}

/** Of entries instead of bytes. */
export function digestOf(entries: readonly Entry[]): string {
  const hash = createHash("sha256");
  // One after the other: together they may be longer than a text can be.
  for (const entry of entries) hash.update(`${JSON.stringify(entry)}\n`);
  return hash.digest("hex");
}

/** Only a line feed ends a line: JSON may hold every other separator as it is. */
async function* linesOf(file: string, hash: Hash): AsyncGenerator<string[], void, undefined> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    const lines = decoder.write(chunk).split("\n");
    lines[0] = rest + (lines[0] ?? "");
    rest = lines.pop() ?? "";
    yield lines.map(withoutReturn);
  }
  rest += decoder.end();
  if (rest !== "") yield [withoutReturn(rest)];
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
