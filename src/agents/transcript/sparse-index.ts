/** Writes the sparse index: a run at one line per interaction, always the same, for judges and people. */
import { byteLength } from "../../core/byte-length.ts";
import type { Category } from "../../core/score/category.ts";
import type { Entry } from "../../core/entry.ts";
import type { Interaction } from "../../core/interaction.ts";
import type { Json } from "../../core/json.ts";
import { roundHalfUp } from "../../core/score/rounding.ts";
import { type Call, toCall, readCallOutput } from "./call.ts";
import { toOneLine } from "./cut.ts";
import { shortenToolName } from "./text.ts";

const textLength = 80;
const inputLength = 60;
const nameLength = 200;
const kilobyte = 1024;

const shortNames: Record<Category, string> = { environment: "env", service: "service", agent: "agent" };

/** What is known about an interaction before it is put into words. */
export type InteractionFacts = Omit<Interaction, "sparseLine" | "content">;

/** The call of an interaction and the size of its output, if they have already been computed. */
export interface KnownCall {
  readonly call: Call;
  readonly answerBytes: number;
}

/** Formats one interaction as exactly one line. */
export function sparseLine(interaction: InteractionFacts, entries: readonly Entry[], known?: KnownCall): string {
  const first = entries[interaction.entryIndices[0] ?? -1];
  // Joined in one go, because a string built piece by piece would keep every piece in memory.
  return [
    padColumn(`#${interaction.id}`, 6),
    padColumn(interaction.kind === "error" ? "error" : categoryNames(interaction.categories), 13),
    padColumn(first?.type ?? "", 12),
    formatDetail(interaction, entries, known ?? toKnownCall(interaction, entries)),
  ].join("");
}

function toKnownCall(interaction: InteractionFacts, entries: readonly Entry[]): KnownCall | null {
  const call = toCall(interaction, entries);
  return call === null ? null : { call, answerBytes: byteLength(readCallOutput(call) ?? "") };
}

function categoryNames(categories: readonly Category[]): string {
  const [only] = categories;
  if (only !== undefined && categories.length === 1) return shortNames[only];
  return categories.map((category) => shortNames[category]).join(",");
}

/** Formats the whole index: two header lines, then the interactions in order. Ends with a line break. */
export function sparseIndex(
  interactions: readonly Interaction[],
  names: { readonly scenarioKey: string; readonly agentName: string },
): string {
  const within = (category: Category) => interactions.filter(({ categories }) => categories.includes(category)).length;
  const counts = [
    `${interactions.length} interactions`,
    `env: ${within("environment")}`,
    `svc: ${within("service")}`,
    `agent: ${within("agent")}`,
    `errors: ${interactions.filter(({ hasError }) => hasError).length}`,
  ];
  const title = `${toOneLine(names.scenarioKey, nameLength)} / ${toOneLine(names.agentName, nameLength)}`;
  const lines = [`# Sparse Index: ${title}`, `# ${counts.join(" | ")}`];
  for (const interaction of interactions) lines.push(interaction.sparseLine);
  return `${lines.join("\n")}\n`;
}

/** Pads the text; it always ends with a space. */
function padColumn(text: string, width: number): string {
  return `${text.padEnd(width - 1)} `;
}

function formatDetail(interaction: InteractionFacts, entries: readonly Entry[], known: KnownCall | null): string {
  if (known !== null) {
    const { tool, input } = known.call;
    return `${shortenToolName(tool)}(${formatInput(input)}) -> ${formatEnding(known, interaction)}`;
  }
  // A stretch of thinking can have very many entries; a few are enough to fill a line.
  const texts = interaction.entryIndices.slice(0, textLength).map((index) => readEntryText(entries[index]));
  return toOneLine(texts.join(" "), textLength);
}

function readEntryText(entry: Entry | undefined): string {
  if (entry === undefined || entry.type === "tool_use" || entry.type === "tool_result") return "";
  return entry.type === "error" ? entry.message : entry.text;
}

/** How the call ended, how much came back, and how long it took if that is known. */
function formatEnding({ call, answerBytes }: KnownCall, { hasError, durationMs }: InteractionFacts): string {
  if (readCallOutput(call) === null) return "no result";
  const facts = `${hasError ? "error" : "ok"}, ${formatBytes(answerBytes)}`;
  return durationMs === null ? facts : `${facts}, ${formatDuration(durationMs)}`;
}

/** Formats scalar values as `key: value`; an input that is itself a scalar stays as it is. */
function formatInput(input: Json): string {
  if (typeof input !== "object" || input === null) return input === null ? "" : toOneLine(String(input), inputLength);
  if (Array.isArray(input)) return "";
  const fields = input as { readonly [key: string]: Json | undefined };
  let line = "";
  let length = 0;
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (value === undefined || (typeof value === "object" && value !== null)) continue;
    const part = `${toOneLine(key, inputLength + 1)}: ${toOneLine(String(value), inputLength + 1)}`;
    line += line === "" ? part : `, ${part}`;
    length += part.length;
    if (length > inputLength) break;
  }
  return toOneLine(line, inputLength);
}

function formatBytes(bytes: number): string {
  if (bytes < kilobyte) return `${bytes}B`;
  if (bytes < kilobyte * kilobyte) return `${oneDecimal(bytes / kilobyte)}KB`;
  return `${oneDecimal(bytes / (kilobyte * kilobyte))}MB`;
}

function formatDuration(durationMs: number): string {
  const whole = roundHalfUp(durationMs);
  return whole < 1000 ? `${whole}ms` : `${oneDecimal(whole / 1000)}s`;
}

function oneDecimal(value: number): string {
  return (roundHalfUp(value * 10) / 10).toFixed(1);
}
