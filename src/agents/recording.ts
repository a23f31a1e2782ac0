/** A stored transcript as the replay agent reads it: entries line by line, a JSON list of them, or a detail file. */
import { Entry } from "../core/entry.ts";
import type { Outcome } from "../core/outcome.ts";
import { RunDetail } from "../core/report.ts";
import type { TokenUsage } from "../core/token-usage.ts";
import { readProtocolLine } from "./protocol-line.ts";

export interface Recording {
  readonly entries: readonly Entry[];
  readonly outcome: Outcome;
  readonly tokenUsage?: TokenUsage;
  readonly totalCostUsd?: number;
  readonly sessionId?: string;
}

/** Reads a stored transcript; throws, naming the place, for what is none. */
export function readRecording(text: string): Recording {
  const document = wholeDocument(text);
  if (Array.isArray(document)) return told(document.map((value, index) => entryAt(value, `item ${index + 1}`)));
  if (isDetail(document)) return readDetail(document);
  return readLines(text);
}

const StoredRun = RunDetail.pick({ outcome: true, output: true });

function readDetail(document: object): Recording {
  const parsed = StoredRun.safeParse(document);
  if (!parsed.success) throw new Error(`it is a detail file, but ${firstProblem(parsed.error.issues)}`);
  const { outcome, output } = parsed.data;
  const { tokenUsage, totalCostUsd, sessionId } = output.metadata;
  return {
    entries: output.transcript,
    outcome,
    ...(tokenUsage === undefined ? {} : { tokenUsage }),
    ...(totalCostUsd === undefined ? {} : { totalCostUsd }),
    ...(sessionId === undefined ? {} : { sessionId }),
  };
}

/** Lines may also carry usage and a result, as a raw file of the command agent does. */
function readLines(text: string): Recording {
  const entries: Entry[] = [];
  let usage: Pick<Recording, "tokenUsage" | "totalCostUsd"> = {};
  let outcome: Outcome | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const said = readProtocolLine(line);
    if (said.kind === "entry") entries.push(Entry.parse(said.entry));
    else if (said.kind === "usage")
      usage = { tokenUsage: said.tokens, ...(said.costUsd === undefined ? {} : { totalCostUsd: said.costUsd }) };
    else if (said.kind === "result") outcome = resultOutcome(said, entries);
    else throw new Error(`line ${index + 1} is not an entry`);
  }
  return { ...told(entries), ...usage, ...(outcome === undefined ? {} : { outcome }) };
}

function resultOutcome(
  result: { text: string | null | undefined; error: string | null },
  entries: readonly Entry[],
): Outcome {
  if (result.error !== null) return { status: "failed", code: "agent", message: result.error };
  return { status: "completed", result: result.text === undefined ? lastAnswer(entries) : result.text };
}

function told(entries: readonly Entry[]): Recording {
  if (entries.length === 0) throw new Error("it holds no entries");
  return { entries, outcome: { status: "completed", result: lastAnswer(entries) } };
}

function lastAnswer(entries: readonly Entry[]): string | null {
  const said = entries.findLast((entry) => entry.type === "assistant" && entry.thought !== true);
  return said?.type === "assistant" ? said.text : null;
}

function entryAt(value: unknown, place: string): Entry {
  const parsed = Entry.safeParse(value);
  if (!parsed.success) throw new Error(`${place} is not an entry (${firstProblem(parsed.error.issues)})`);
  return parsed.data;
}

function wholeDocument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Several lines of JSON are not one document: they are read line by line.
  }
}

function isDetail(document: unknown): document is object {
  return typeof document === "object" && document !== null && "output" in document && !("type" in document);
}

function firstProblem(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): string {
  const issue = issues[0];
  return issue === undefined ? "it does not fit" : `${issue.path.map(String).join(".") || "it"}: ${issue.message}`;
}
