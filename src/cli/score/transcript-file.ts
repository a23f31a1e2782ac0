/** Reads a transcript file, and refuses one with nothing in it that could be scored. */
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { AxisError, messageOf, systemCode } from "../../core/error.ts";
import { type ReadTranscript, streamAxisTranscript } from "../../transcript/axis-format.ts";

/** As written on the command line, and read. */
export interface TranscriptFile {
  readonly written: string;
  readonly read: ReadTranscript;
}

const formats =
  "AXIS reads its own entries, one JSON object per line or as one JSON array, and detail files of its reports";

export async function readTranscript(written: string, folder: string): Promise<TranscriptFile> {
  const read = await streamAxisTranscript(linesOf(resolve(folder, written))).catch((error: unknown) => {
    const why = systemCode(error) === "ENOENT" ? "there is no such file" : messageOf(error);
    throw new AxisError("transcript-unreadable", `${written} cannot be read: ${why}`, { cause: error });
  });
  const speaks = read.entries.some(({ type }) => type !== "system" && type !== "user");
  if (!speaks) throw nothingToScore(written, read);
  return { written, read };
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

/** Only a line feed ends a line: JSON may hold every other separator as it is. */
async function* linesOf(file: string): AsyncGenerator<string, void, undefined> {
  let rest = "";
  for await (const chunk of createReadStream(file, { encoding: "utf8" }) as AsyncIterable<string>) {
    const lines = chunk.split("\n");
    lines[0] = rest + (lines[0] ?? "");
    rest = lines.pop() ?? "";
    for (const line of lines) yield withoutReturn(line);
  }
  if (rest !== "") yield withoutReturn(rest);
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
