/**
 * Reads transcripts in AXIS's own formats: entries as NDJSON (with the usage and result lines of the command agent),
 // entries as one JSON array, and detail files. Invalid parts are reported and skipped; the rest is read.
 */
import { Entry } from "../core/entry.ts";
import { type Json, soundText } from "../core/json.ts";
import type { Outcome } from "../core/outcome.ts";
import { believableUsage, type TokenUsage, totalTokens } from "../core/model/token-usage.ts";
import { oneLine } from "./cut.ts";
import { noStatement, type Statement, stateDetail } from "./detail-statement.ts";
import { isPlainEntry } from "./plain-entry.ts";
import { firstUserText, Problems, type ReadTranscript, timesOf } from "./read-result.ts";
import { tame } from "./tame.ts";

/** Takes lines until the end, then returns the transcript. Without usable lines it has no entries; the caller reports that. */
export class AxisReader {
  private readonly entries: Entry[] = [];
  private readonly problems = new Problems();
  private lineNumber = 0;
  private statement: Statement = noStatement;
  private format: "entries" | "detail" = "entries";
  private usage: TokenUsage | null = null;
  private costUsd: number | null = null;
  private mostTokens = 0;
  private result: { readonly text: string | null | undefined; readonly error: string | null } | null = null;

  /** Creates a reader for a file that is one parsed document. */
  static of(document: unknown): AxisReader {
    const reader = new AxisReader();
    reader.take(document, null);
    return reader;
  }

  line(text: string): void {
    this.lineNumber += 1;
    if (text.trim() === "") return;
    const value = parsed(text);
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
      task: statement.task ?? firstUserText(entries),
      outcome: statement.outcome ?? this.statedOutcome(),
      tokenUsage: statement.tokenUsage ?? this.usage,
      totalCostUsd: statement.totalCostUsd ?? this.costUsd,
      ...timesOf(entries, statement),
    };
  }

  private take(value: unknown, line: number | null): void {
    if (Array.isArray(value)) return this.takeEntries(value, line);
    if (!isObject(value)) return this.problems.add(line, "is not an entry", value);
    const { output, type } = value;
    if (isObject(output) && Array.isArray(output.transcript)) return this.takeDetail(value, output, line);
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
    this.statement = stateDetail(detail, output);
    const said = detail.outcome !== undefined && detail.outcome !== null;
    if (said && this.statement.outcome === null)
      this.problems.add(line, "has an outcome that cannot be read", detail.outcome);
    this.takeEntries(output.transcript as readonly unknown[], line);
  }

  private takeEntry(value: unknown, line: number | null, place: string): void {
    if (isObject(value) && isPlainEntry(value)) return void this.entries.push(value as Entry);
    // A time that is not a string counts as an unknown time, not as a broken entry.
    const odd = isObject(value) && value.timestamp !== undefined && typeof value.timestamp !== "string";
    const entry = Entry.safeParse(odd ? { ...value, timestamp: null } : value);
    // One level more than an input may have, because the entry is around it.
    if (entry.success) this.entries.push(tame(entry.data as Json, 101) as Entry);
    else this.problems.add(line, `${place}is not an entry: ${entryProblem(value, entry.error.issues)}`, value);
  }

  private takeUsage(value: JsonObject, line: number | null): void {
    const { input, output, cacheReadInput, cacheWriteInput, costUsd } = value;
    const claimed = Object.entries({ input, output, cacheReadInput, cacheWriteInput });
    const given = Object.fromEntries(claimed.filter(([, count]) => count !== undefined));
    this.usage = believableUsage(given, this.mostTokens);
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
      text: typeof text === "string" ? soundText(text) : text === null ? null : undefined,
      error: none ? null : typeof error === "string" ? soundText(error) : JSON.stringify(tame(error as Json)),
    };
  }

  private statedOutcome(): Outcome {
    const { result } = this;
    if (result !== null && result.error !== null) return { status: "failed", code: "agent", message: result.error };
    return { status: "completed", result: result?.text === undefined ? lastAnswer(this.entries) : result.text };
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The caller reports the line.
  }
}

function entryProblem(value: unknown, issues: readonly { path: PropertyKey[]; message: string }[]): string {
  if (!isObject(value)) return "expected an object";
  const [issue] = issues;
  const place = issue?.path.map(String).join(".") ?? "";
  if (place === "type") return `its type is ${oneLine(JSON.stringify(tame(value.type as Json)) ?? "missing", 40)}`;
  return `${place}: ${issue?.message ?? "it does not fit"}`;
}

function lastAnswer(entries: readonly Entry[]): string | null {
  const entry = entries.findLast((said) => said.type === "assistant" && said.thought !== true);
  return entry?.type === "assistant" ? entry.text : null;
}
