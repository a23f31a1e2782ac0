/** Reads a transcript file, and refuses one with nothing in it that could be scored. */
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { StringDecoder } from "node:string_decoder";
import type { Entry } from "../../core/entry.ts";
import { AxisError, messageOf, systemCode } from "../../core/error.ts";
import { isMissing } from "../../core/outcome.ts";
import { formatNames } from "../../transcript/formats/format-name.ts";
import type { ReadProblem, ReadTranscript } from "../../transcript/read-result.ts";
import { type ReadOptions, streamTranscript } from "../../transcript/read-transcript.ts";

/** As written on the command line, and read. */
export interface TranscriptFile {
  readonly written: string;
  readonly read: ReadTranscript;
  /** SHA-256 of its bytes, or of its entries where secrets were taken out of them. */
  readonly digest: string;
}

const formats = `AXIS reads the formats ${formatNames.join(", ")}; name one with --format if it is not recognised`;

export async function readTranscript(
  written: string,
  folder: string,
  options: ReadOptions = {},
): Promise<TranscriptFile> {
  const hash = createHash("sha256");
  const read = await streamTranscript(linesOf(resolve(folder, written), hash), options).catch((error: unknown) => {
    const why = whyUnread[systemCode(error) ?? ""] ?? messageOf(error);
    throw new AxisError("transcript-unreadable", `${written} cannot be read: ${why}`, { cause: error });
  });
  const speaks = read.entries.some(({ type }) => type !== "system" && type !== "user");
  if (!speaks && !failedAtTheStart(read)) throw nothingToScore(written, read);
  return { written, read, digest: hash.digest("hex") };
}

const whyUnread: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder; name the files in it",
};

/**
 * A run that ended before anybody could act is a run all the same: it failed, and has no number. Where no line
 * fitted the format, nobody knows whether the file is a run at all.
 */
function failedAtTheStart({ outcome, entries }: ReadTranscript): boolean {
  const isSilent = outcome.status === "failed" && outcome.code === "protocol" && entries.length === 0;
  return outcome.status === "failed" && !isSilent && isMissing(outcome, false);
}

/** One problem of a file, as people look for it. */
export function problemLine(written: string, { line, what, excerpt }: ReadProblem): string {
  return `${written}${line === null ? "" : `:${line}`}: ${what}: ${excerpt}`;
}

function nothingToScore(written: string, read: ReadTranscript): AxisError {
  const { entries, problems, problemCount } = read;
  const [first] = problems;
  if (first !== undefined && problemCount >= entries.length)
    return new AxisError(
      "transcript-unreadable",
      `${written} is in no format that AXIS reads. The first that did not fit: ${problemLine(written, first)}`,
      { hint: formats },
    );
  return new AxisError("transcript-unreadable", `There is nothing to score in ${written}: ${whyNothing(read)}`, {
    hint: formats,
  });
}

function whyNothing({ format, entries, outcome }: ReadTranscript): string {
  if (entries.length === 0 && format === "entries") return "it is empty";
  const failure = outcome.status === "failed" ? ` (the run failed: ${outcome.message})` : "";
  return `nobody acts in it${failure}`;
}

/** Of entries instead of bytes. */
export function digestOf(entries: readonly Entry[]): string {
  const hash = createHash("sha256");
  // One after the other: together they may be longer than a text can be.
  for (const entry of entries) hash.update(`${JSON.stringify(entry)}\n`);
  return hash.digest("hex");
}

/** Bytes read at a time: a file may be long, and every piece costs a turn of the loop. */
const pieceBytes = 2 ** 20;

/** Only a line feed ends a line: JSON may hold every other separator as it is. */
async function* linesOf(file: string, hash: Hash): AsyncGenerator<string[], void, undefined> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of createReadStream(file, { highWaterMark: pieceBytes }) as AsyncIterable<Buffer>) {
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
