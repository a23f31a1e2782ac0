/** What was seen when a call failed, in words that are the same whenever it fails the same way. */
import { type Call, readCallOutput } from "../../agents/transcript/call.ts";
import { findExitCodes, findHttpStatus } from "../rules/result-evidence.ts";
import { parseAddress } from "./address.ts";
import { cleanLine, listLines, shorten } from "./clean-text.ts";

export interface Symptom {
  readonly text: string;
  readonly status: number | null;
  readonly exitCode: number | null;
}

const longest = 80;
const read = 4_000;

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  411: "Length Required",
  412: "Precondition Failed",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  418: "I'm a teapot",
  421: "Misdirected Request",
  422: "Unprocessable Content",
  423: "Locked",
  425: "Too Early",
  426: "Upgrade Required",
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  451: "Unavailable For Legal Reasons",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  505: "HTTP Version Not Supported",
  507: "Insufficient Storage",
  508: "Loop Detected",
  511: "Network Authentication Required",
};

/** What a failed call says about itself: its status, else its exit code and error line, else its error line. */
export function describeFailedCall(call: Call, owner = ""): Symptom {
  const status = findStatus(call);
  if (status !== null)
    return {
      text: Object.hasOwn(reasons, status) ? `${status} ${reasons[status]}` : `${status}`,
      status,
      exitCode: null,
    };
  const exitCode = findExitCodes(call).find((code) => code !== 0) ?? null;
  const line = findErrorLine(call, owner);
  if (exitCode === null) return { text: line ?? describeSilence(call), status, exitCode };
  return { text: line === null ? `exit code ${exitCode}` : `exit code ${exitCode}: ${line}`, status, exitCode };
}

function describeSilence(call: Call): string {
  if (call.result === null && call.error === null) return "no answer";
  return call.result?.output.trim() === "" ? "no output" : "did not fully succeed";
}

const writtenStatus = [
  /returned error: (\d{3})\b/i,
  /\bHTTP(?: error| status| code)*:? (\d{3})\b/i,
  /\bstatus(?:[ _]?code)?["']?\s*[:=]\s*["']?(\d{3})\b/i,
  /(?:^|[\s:("'])(\d{3}) (?:Bad Request|Unauthorized|Payment Required|Forbidden|Not Found|Method Not Allowed|Conflict|Gone|Unprocessable (?:Entity|Content)|Too Many Requests|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out)\b/i,
];

function findStatus(call: Call): number | null {
  const known = findHttpStatus(call);
  if (known !== null) return known >= 400 ? known : null;
  const head = (readCallOutput(call) ?? "").slice(0, read);
  for (const form of writtenStatus) {
    const status = Number(form.exec(head)?.[1] ?? 0);
    if (status >= 400 && status <= 599) return status;
  }
  return null;
}

/** How some programs wrap what a tool said. */
const wrapping = /<\/?(?:tool_use_error|error)>/g;
const telling = /error|fatal|fail|denied|not found|refused|timed out|exceed|invalid|cannot|unknown/i;
const exitLine = /^(?:process exited with |command failed with )?exit (?:code|status):? -?\d+\.?$/i;

/** The first line that tells of an error; the first line at all if the call was marked as failed; else null. */
function findErrorLine(call: Call, owner: string): string | null {
  const lines = listLines(readCallOutput(call) ?? "").flatMap((line) => {
    const clean = cleanLine(line.replace(wrapping, ""), 400);
    return clean === "" || exitLine.test(clean) ? [] : [clean];
  });
  const isMarked = call.error !== null || call.result?.isError === true || (call.result?.exitCode ?? 0) !== 0;
  const line = lines.find((each) => telling.test(each)) ?? (isMarked ? lines[0] : undefined);
  const text = line === undefined ? "" : normalizeErrorLine(dropLeadIn(line, owner));
  return text === "" ? null : text;
}

/** `error:`, `bash: line 1:` and the like say nothing that the symptom does not say by itself. */
const leadIn =
  /^(?:(?:error|fatal|err|npm (?:err!|error))\s*[:!]?\s+|(?:\/bin\/)?(?:ba|z|da|k)?sh:\s+(?:(?:line )?\d+:\s+)?)+(?=\S)/i;

/** The name of the program itself is in the target already. */
function dropLeadIn(line: string, owner: string): string {
  const said = line.replace(leadIn, "");
  const own = owner === "" || !said.startsWith(`${owner}: `) ? said : said.slice(owner.length + 2);
  return own.replace(leadIn, "");
}

/** Normalising again changes nothing, so that keys of different reports can be compared. */
export function normalizeErrorLine(line: string): string {
  let text = cleanLine(line, 400);
  for (let round = 0; round < 8; round += 1) {
    const next = shorten(replaceDetails(text), longest);
    if (next === text) return next;
    text = next;
  }
  return text;
}

const url = /https?:\/\/[^\s"'<>`)\]},]+/gi;
const time = /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?|\b\d\d:\d\d:\d\d(?:\.\d+)?/g;
const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
const hex = /\b(?:0x)?[0-9a-f]{7,}\b/gi;
const quantity =
  /\b\d[\d,.]*\s?(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|days?|[kmgt]?i?b|bytes?|kilobytes?|megabytes?|%|tokens?|characters?|chars?|lines?|requests?)(?![\w-])/gi;
const path = /(?:[A-Za-z]:)?[\w.@~+-]*(?:[\\/][\w.@~+{}-]+)+[\\/]?/g;
const hostLike = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?[\\/]|^localhost[:/]/i;

function replaceDetails(text: string): string {
  return text
    .replace(url, (found) => parseAddress(found)?.key ?? "…")
    .replace(time, "…")
    .replace(uuid, "…")
    .replace(path, (found) => (hostLike.test(found) ? (parseAddress(found)?.key ?? "…") : readLastPart(found)))
    .replace(hex, "…")
    .replace(quantity, "…")
    .replace(/ +/g, " ")
    .trim();
}

function readLastPart(found: string): string {
  return found.split(/[\\/]/).findLast((part) => part !== "") ?? "…";
}
