/** Finds evidence in the result of a call: statuses, exit codes, telltale lines, errors in JSON. */
import type { Call } from "../../agents/transcript/call.ts";

/** What came back from a call. */
type Answer = Pick<Call, "result">;
type AnswerOrError = Pick<Call, "result" | "error">;

const statusHead = 2_000;
/** Most results contain none of these, and testing for each one first is faster than searching for its position. */
const statusSigns = [/HTTP\/\d/i, /status code/i];
const statusForm = /^[\t <]*HTTP\/\d(?:\.\d)? (\d{3})\b|\bstatus code:? (\d{3})\b/gim;

/** The HTTP status: the field, otherwise the last one near the start of the text. 1xx answers do not count. */
export function findHttpStatus({ result }: Answer): number | null {
  if (isStatus(result?.httpStatus)) return result.httpStatus;
  const head = (result?.output ?? "").slice(0, statusHead);
  if (!statusSigns.some((sign) => sign.test(head))) return null;
  const found = Array.from(head.matchAll(statusForm), (match) => Number(match[1] ?? match[2]));
  return found.filter(isStatus).at(-1) ?? null;
}

function isStatus(status: number | undefined): status is number {
  return status !== undefined && status >= 200 && status <= 599;
}

const exitSign = /exit (?:code|status)/i;
const exitForm = /\bexit (?:code|status):? (-?\d+)\b/gi;

/**
 * Exit codes: the field, otherwise those in the first and last line. A command can print `exit code 0` itself, so
 * such a line alone does not outweigh an error flag.
 */
export function findExitCodes(step: AnswerOrError): readonly number[] {
  const field = step.result?.exitCode;
  if (field !== undefined) return [field];
  const said = listEdgeLines(step)
    .filter((line) => exitSign.test(line))
    .flatMap((line) => Array.from(line.matchAll(exitForm), (match) => Number(match[1])));
  return isFlagged(step) && said.every((code) => code === 0) ? [] : said;
}

/** Whether the agent's program marked the call as failed. */
export function isFlagged(step: AnswerOrError): boolean {
  return step.result?.isError === true || step.error !== null;
}

const failurePhrases = [
  "command not found",
  "no such file or directory",
  "permission denied",
  "timed out",
  "connection refused",
  "could not resolve host",
  "segmentation fault",
  "traceback (most recent call last)",
];
const failurePrefixes = ["fatal:", "panic:"];

/** The first phrase in the first or last line that signals a failure in a shell. */
export function findFailurePhrase(step: Answer): string | null {
  for (const line of listEdgeLines(step).map((each) => each.toLowerCase())) {
    const phrase =
      failurePhrases.find((each) => line.includes(each)) ?? failurePrefixes.find((each) => line.startsWith(each));
    if (phrase !== undefined) return phrase;
  }
  return null;
}

/** The first and last non-blank lines of the result. */
function listEdgeLines({ result }: Answer): readonly string[] {
  const text = (result?.output ?? "").trim();
  const firstEnd = text.indexOf("\n");
  if (firstEnd === -1) return text === "" ? [] : [text];
  return [text.slice(0, firstEnd), text.slice(text.lastIndexOf("\n") + 1).trimStart()];
}

/** A longer result is not parsed as JSON. */
const maxParsedCharacters = 2 ** 20;

/** The non-empty field (`error` or `errors`) of a result that is a JSON object. */
export function findErrorField({ result }: Answer): string | null {
  const text = (result?.output ?? "").trim();
  if (!text.startsWith("{") || !text.endsWith("}") || text.length > maxParsedCharacters) return null;
  if (!text.includes('"error')) return null; // Avoids parsing most results.
  const value = parseJsonObject(text);
  return ["error", "errors"].find((name) => Object.hasOwn(value, name) && !isEmpty(value[name])) ?? null;
}

function parseJsonObject(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {}; // Not JSON after all, so it says nothing about errors.
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null ? Object.keys(value).length === 0 : !value;
}
