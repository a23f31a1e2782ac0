/** The first time a cause was seen, shortened for people: the call, and what came back. */
import { byteLength } from "../../core/byte-length.ts";
import { type Call, readCallOutput } from "../../agents/transcript/call.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { isRecord, type Json } from "../../core/json.ts";
import { findExitCodes, findHttpStatus } from "../rules/result-evidence.ts";
import { cleanLine, cleanLines } from "./clean-text.ts";
import type { Occurrence } from "./occurrences.ts";
import { readShellLine } from "./target.ts";

const longestCall = 240;
const longestOutput = 500;
const mostLines = 8;

/** Such as `GET https://docs.acme.dev/api → 404, 33 bytes, 0.9 s` or `$ acme deploy --preview → exit code 2`. */
export function describeCall({ call, interaction, target }: Occurrence, { output }: RunDetail): string {
  if (call === null) {
    const entry = output.transcript[interaction.entryIndices[0] ?? -1];
    return cleanLine(entry?.type === "assistant" ? entry.text : "thinking", longestCall);
  }
  const facts = listFacts(call, interaction.durationMs);
  const asked = cleanLine(nameCall(call, target.name), longestCall);
  return facts.length === 0 ? asked : `${asked} → ${facts.join(", ")}`;
}

function nameCall(call: Call, target: string): string {
  const line = readShellLine(call);
  if (line !== null) return `$ ${line}`;
  const url = isRecord(call.input) ? call.input["url"] : undefined;
  if (typeof url === "string") return `GET ${url}`;
  return `${target}(${call.tool.startsWith("mcp__") || isRecord(call.input) ? describeInput(call.input) : ""})`;
}

/** The fields of an input as `name: value`, without what is inside them. */
function describeInput(input: Json): string {
  if (!isRecord(input)) return input === null ? "" : cleanLine(String(input), longestCall);
  const parts = Object.entries(input).slice(0, 8);
  return parts.map(([name, value]) => `${cleanLine(name, 40)}: ${describeValue(value)}`).join(", ");
}

function describeValue(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[…]" : "{…}";
  return cleanLine(typeof value === "string" ? JSON.stringify(value.slice(0, 200)) : String(value), 100);
}

function listFacts(call: Call, durationMs: number | null): string[] {
  const facts: string[] = [];
  const status = findHttpStatus(call);
  const exitCode = findExitCodes(call)[0] ?? null;
  if (status !== null) facts.push(`${status}`);
  else if (exitCode !== null && exitCode !== 0) facts.push(`exit code ${exitCode}`);
  const text = readCallOutput(call);
  if (text === null) facts.push("no answer");
  else facts.push(formatBytes(byteLength(text)));
  if (durationMs !== null) facts.push(`${(durationMs / 1000).toFixed(1)} s`);
  return facts;
}

function formatBytes(bytes: number): string {
  if (bytes < 10_000) return `${bytes} byte${bytes === 1 ? "" : "s"}`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function describeOutput({ call }: Occurrence): string {
  return call === null ? "" : cleanLines(readCallOutput(call) ?? "", mostLines, longestOutput);
}
