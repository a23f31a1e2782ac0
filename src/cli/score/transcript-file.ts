/** Reads a transcript file, and refuses one that contains nothing to score. */
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { StringDecoder } from "node:string_decoder";
import type { Entry } from "../../core/entry.ts";
import { AxisError, errorMessage, systemCode } from "../../core/error.ts";
import { isMissing } from "../../core/outcome.ts";
import { formatNames } from "../../agents/transcript/formats/format-name.ts";
import type { ReadProblem, ReadTranscript } from "../../agents/transcript/read-result.ts";
import { type TranscriptReadOptions, streamTranscript } from "../../agents/transcript/read-transcript.ts";

/** The path as written on the command line, and the content. */
export interface TranscriptFile {
  readonly written: string;
  readonly read: ReadTranscript;
  /** SHA-256 of the file's bytes, or of its entries if secrets were redacted. */
  readonly digest: string;
}

const formatsHint = `AXIS reads the formats ${formatNames.join(", ")}; choose one with --format if it is not detected`;

export async function readTranscriptFile(
  written: string,
  folder: string,
  options: TranscriptReadOptions = {},
): Promise<TranscriptFile> {
  const hash = createHash("sha256");
  const read = await streamTranscript(readTranscriptLines(resolve(folder, written), hash), options).catch(
    (error: unknown) => {
      const why = readErrorReasons[systemCode(error) ?? ""] ?? errorMessage(error);
      throw new AxisError("transcript-unreadable", `${written} cannot be read: ${why}`, { cause: error });
    },
  );
  if (read.refusal !== null)
    throw new AxisError("transcript-unreadable", `${written}: ${read.refusal}`, { hint: formatsHint });
  const speaks = read.entries.some(({ type }) => type !== "system" && type !== "user");
  if (!speaks && !hasFailedAtStart(read)) throw nothingToScoreError(written, read);
  return { written, read, digest: hash.digest("hex") };
}

const readErrorReasons: Readonly<Record<string, string>> = {
  ENOENT: "the file does not exist",
  EISDIR: "it is a folder; give the files in it",
};

/**
 * A run that ended before the agent could act is still a run: it failed, and has no AXIS Result. If no line
 * matches the format, the file may not be a run at all.
 */
function hasFailedAtStart({ outcome, entries }: ReadTranscript): boolean {
  const isSilent = outcome.status === "failed" && outcome.code === "protocol" && entries.length === 0;
  return outcome.status === "failed" && !isSilent && isMissing(outcome, false);
}

/** Formats one problem of a file with its position. */
export function formatProblem(written: string, { line, what, excerpt }: ReadProblem): string {
  return `${written}${line === null ? "" : `:${line}`}: ${what}: ${excerpt}`;
}

function nothingToScoreError(written: string, read: ReadTranscript): AxisError {
  const { entries, problems, problemCount } = read;
  const [first] = problems;
  if (first !== undefined && problemCount >= entries.length)
    return new AxisError(
      "transcript-unreadable",
      `${written} is not in a format that AXIS reads. First problem: ${formatProblem(written, first)}`,
      { hint: formatsHint },
    );
  return new AxisError(
    "transcript-unreadable",
    `${written} contains nothing to score: ${explainNothingToScore(read)}`,
    {
      hint: formatsHint,
    },
  );
}

function explainNothingToScore({ format, entries, outcome }: ReadTranscript): string {
  if (entries.length === 0 && format === "entries") return "it is empty";
  const failure = outcome.status === "failed" ? ` (the run failed: ${outcome.message})` : "";
  return `it has no agent message and no tool call${failure}`;
}

/** Hashes the entries instead of the bytes. */
export function digestEntries(entries: readonly Entry[]): string {
  const hash = createHash("sha256");
  // Hashed one by one: together they may exceed the maximum string length.
  for (const entry of entries) hash.update(`${JSON.stringify(entry)}\n`);
  return hash.digest("hex");
}

/** Bytes read at a time: large chunks, because a file may be long and every chunk costs an event-loop turn. */
const readChunkBytes = 2 ** 20;

/** Only a line feed ends a line: JSON may contain any other line separator. */
async function* readTranscriptLines(file: string, hash: Hash): AsyncGenerator<string[], void, undefined> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of createReadStream(file, { highWaterMark: readChunkBytes }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    const lines = decoder.write(chunk).split("\n");
    lines[0] = rest + (lines[0] ?? "");
    rest = lines.pop() ?? "";
    yield lines.map(stripCarriageReturn);
  }
  rest += decoder.end();
  if (rest !== "") yield [stripCarriageReturn(rest)];
}

function stripCarriageReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
