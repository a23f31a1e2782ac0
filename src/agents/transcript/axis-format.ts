/**
 * Reads transcripts in AXIS's own formats: entries as NDJSON (with the usage and result lines of the command agent),
 * entries as one JSON array, and detail files. Invalid parts are reported and skipped; the rest is read.
 */
import { Entry, findLastMessage } from "../../core/entry.ts";
import { isStorableText, type Json, toStorableText, isRecord } from "../../core/json.ts";
import { parsePlausibleUsage, type TokenUsage, totalTokens } from "../../core/model/token-usage.ts";
import type { Outcome } from "../../core/outcome.ts";
import { toOneLine } from "./cut.ts";
import { noStatement, readDetailStatement, type Statement } from "./detail-statement.ts";
import { findFirstUserText, Problems, type ReadTranscript, refuseUnknownCalls, resolveTimes } from "./read-result.ts";
import { isSanitized, sanitizeJson } from "./sanitize-json.ts";

/**
 * Recognises entries that need no conversion: complete, in the order of the schema, and already sanitized. Nearly all
 * lines of a file that AXIS wrote are like that, and checking one costs less than copying it.
 */
interface Field {
  readonly name: string;
  readonly fits: (value: unknown) => boolean;
  /** The field may be missing and then stays missing; the schema fills in fields that have a default. */
  readonly optional?: true;
}

const isText = (value: unknown) => typeof value === "string" && isStorableText(value);
const isTextOrNull = (value: unknown) => value === null || isText(value);
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const isWhole = (value: unknown) => Number.isSafeInteger(value);
const isCount = (value: unknown) => isWhole(value) && (value as number) >= 0;
const isInput = (value: unknown) => isSanitized(value as Json);

const common: readonly Field[] = [
  { name: "type", fits: isText },
  { name: "timestamp", fits: isTextOrNull },
  { name: "turn", fits: isCount, optional: true },
];

/** In the order of the schema, which is also the order of stored documents. */
const fieldsByType: Readonly<Record<Entry["type"], readonly Field[]>> = {
  assistant: [
    ...common,
    { name: "text", fits: isText },
    { name: "thought", fits: (value) => value === true, optional: true },
  ],
  user: [...common, { name: "text", fits: isText }],
  system: [...common, { name: "text", fits: isText }],
  tool_use: [
    ...common,
    { name: "id", fits: isTextOrNull },
    { name: "tool", fits: isText },
    { name: "input", fits: isInput },
    { name: "kind", fits: isText, optional: true },
    { name: "locations", fits: isTexts, optional: true },
    { name: "parentId", fits: isText, optional: true },
  ],
  tool_result: [
    ...common,
    { name: "id", fits: isTextOrNull },
    { name: "output", fits: isText },
    { name: "isError", fits: (value) => typeof value === "boolean" },
    { name: "exitCode", fits: isWhole, optional: true },
    { name: "httpStatus", fits: isWhole, optional: true },
    { name: "input", fits: isInput, optional: true },
  ],
  error: [...common, { name: "message", fits: isText }, { name: "id", fits: isText, optional: true }],
};

/** Skips optional fields up to the named one; with null, all that are left. */
function skipOptional(fields: readonly Field[], place: number, name: string | null): number {
  let next = place;
  while (fields[next]?.optional === true && fields[next]?.name !== name) next += 1;
  return next;
}

/** Whether parsed JSON already is an entry, so that the schema would return an equal one. False proves nothing. */
export function isPlainEntry(value: Readonly<Record<string, unknown>>): boolean {
  const { type } = value;
  if (typeof type !== "string" || !Object.hasOwn(fieldsByType, type)) return false;
  const fields = fieldsByType[type as Entry["type"]];
  let place = 0;
  for (const name of Object.keys(value)) {
    place = skipOptional(fields, place, name);
    const field = fields[place];
    if (field === undefined || field.name !== name || !field.fits(value[name])) return false;
    place += 1;
  }
  return skipOptional(fields, place, null) === fields.length;
}

/** Takes lines until the end, then returns the transcript. Without usable lines it has no entries; the caller reports that. */
export class AxisReader {
  private readonly entries: Entry[] = [];
  private readonly problems = new Problems();
  /** How often each type occurred that is not one of ours. */
  private readonly skippedTypes = new Map<string, number>();
  private lineNumber = 0;
  private statement: Statement = noStatement;
  private format: "entries" | "detail" = "entries";
  private usage: TokenUsage | null = null;
  private costUsd: number | null = null;
  private mostTokens = 0;
  private result: { readonly text: string | null | undefined; readonly error: string | null } | null = null;

  /** Creates a reader for a file that is one parsed document. */
  static fromDocument(document: unknown): AxisReader {
    const reader = new AxisReader();
    reader.take(document, null);
    return reader;
  }

  line(text: string): void {
    this.lineNumber += 1;
    if (text.trim() === "") return;
    const value = parseJsonLine(text);
    if (value === undefined) this.problems.add(this.lineNumber, "is not JSON", text);
    else this.take(value, this.lineNumber);
  }

  end(): ReadTranscript {
    const { entries, statement } = this;
    return {
      ...statement,
      format: this.format,
      entries,
      problems: this.problems.kept,
      problemCount: this.problems.count,
      unknownEvents: [],
      refusal: entries.length === 0 ? null : refuseUnknownCalls(this.listSkippedTypes()),
      task: statement.task ?? findFirstUserText(entries),
      outcome: statement.outcome ?? this.statedOutcome(),
      tokenUsage: statement.tokenUsage ?? this.usage,
      totalCostUsd: statement.totalCostUsd ?? this.costUsd,
      ...resolveTimes(entries, statement),
    };
  }

  private take(value: unknown, line: number | null): void {
    if (Array.isArray(value)) return this.takeEntries(value, line);
    if (!isRecord(value)) return this.problems.add(line, "is not an entry", value);
    const { output, type } = value;
    if (isRecord(output) && Array.isArray(output.transcript)) return this.takeDetail(value, output, line);
    if (type === "usage") return this.takeUsage(value, line);
    if (type === "result") return this.takeResult(value);
    this.takeEntry(value, line, "");
  }

  private takeEntries(values: readonly unknown[], line: number | null): void {
    for (const [index, value] of values.entries()) this.takeEntry(value, line, `entry ${index + 1} `);
  }

  private takeDetail(detail: JsonObject, output: JsonObject, line: number | null): void {
    if (this.format === "detail") return this.problems.add(line, "is a second run in the same file", detail);
    this.format = "detail";
    this.statement = readDetailStatement(detail, output);
    const said = detail.outcome !== undefined && detail.outcome !== null;
    if (said && this.statement.outcome === null)
      this.problems.add(line, "has an outcome that cannot be read", detail.outcome);
    this.takeEntries(output.transcript as readonly unknown[], line);
  }

  private takeEntry(value: unknown, line: number | null, place: string): void {
    if (isRecord(value) && isPlainEntry(value)) return void this.entries.push(value as Entry);
    // A time that is not a string counts as an unknown time, not as a broken entry.
    const odd = isRecord(value) && value.timestamp !== undefined && typeof value.timestamp !== "string";
    const entry = Entry.safeParse(odd ? { ...value, timestamp: null } : value);
    // One level more than an input may have, because the entry is around it.
    if (entry.success) return void this.entries.push(sanitizeJson(entry.data as Json, 101) as Entry);
    if (isRecord(value)) this.noteType(value.type);
    this.problems.add(line, `${place}is not an entry: ${describeEntryProblem(value, entry.error.issues)}`, value);
  }

  /** Bounded, because a foreign program chooses the names. */
  private noteType(type: unknown): void {
    if (typeof type !== "string" || Object.hasOwn(fieldsByType, type) || this.skippedTypes.size >= 200) return;
    const name = toOneLine(type, 80);
    this.skippedTypes.set(name, (this.skippedTypes.get(name) ?? 0) + 1);
  }

  private listSkippedTypes() {
    return Array.from(this.skippedTypes, ([event, count]) => ({ event, count }));
  }

  private takeUsage(value: JsonObject, line: number | null): void {
    const { input, output, cacheReadInput, cacheWriteInput, costUsd } = value;
    const claimed = Object.entries({ input, output, cacheReadInput, cacheWriteInput });
    const given = Object.fromEntries(claimed.filter(([, count]) => count !== undefined));
    this.usage = parsePlausibleUsage(given, this.mostTokens);
    if (this.usage === null) {
      this.costUsd = null;
      return this.problems.add(line, "claims impossible token usage", value);
    }
    this.mostTokens = totalTokens(this.usage);
    if (typeof costUsd === "number" && Number.isFinite(costUsd) && costUsd >= 0) this.costUsd = costUsd;
  }

  private takeResult({ text, error }: JsonObject): void {
    const none = error === undefined || error === null || error === "" || error === false;
    this.result = {
      text: typeof text === "string" ? toStorableText(text) : text === null ? null : undefined,
      error: none
        ? null
        : typeof error === "string"
          ? toStorableText(error)
          : JSON.stringify(sanitizeJson(error as Json)),
    };
  }

  private statedOutcome(): Outcome {
    const { result } = this;
    if (result !== null && result.error !== null) return { status: "failed", code: "agent", message: result.error };
    return { status: "completed", result: result?.text === undefined ? findLastMessage(this.entries) : result.text };
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Returns undefined if the text is not JSON. */
function parseJsonLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The caller reports the line.
  }
}

function describeEntryProblem(value: unknown, issues: readonly { path: PropertyKey[]; message: string }[]): string {
  if (!isRecord(value)) return "expected an object";
  const [issue] = issues;
  const place = issue?.path.map(String).join(".") ?? "";
  if (place === "type")
    return `its type is ${toOneLine(JSON.stringify(sanitizeJson(value.type as Json)) ?? "missing", 40)}`;
  return `${place}: ${issue?.message ?? "it does not fit"}`;
}
