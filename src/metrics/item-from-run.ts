/** Turns a run into a dataset item, so that the same metrics can measure both. */
import type { DatasetItem } from "../core/dataset-item.ts";
import { inferToolTags } from "../core/item/derive-item.ts";
import { type Entry, type ToolResult, type ToolUse, findLastMessage } from "../core/entry.ts";
import { isPlainObject } from "../core/keys/key-case.ts";
import { parseItem } from "../core/item/parse-item.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import type { Scenario } from "../core/scenario.ts";

export interface ItemFromRunOptions {
  /** Whose output counts as retrieved: that of retrieval tools (or of all tools, if there are none), of all, or as chosen. */
  readonly retrievedFrom?: "rag" | "all" | ((call: ToolUse) => boolean);
}

/** The values that a scenario gives its metrics. */
export type MetricExpectations = Pick<Scenario, "metrics">;

/** A longer output helps no metric and only costs more. */
const maxOutputLength = 20_000;

/** Returns the item of a run. The scenario's values for metrics go into the fields of the same name. */
export function itemFromRun(
  detail: RunDetail,
  scenario: MetricExpectations = {},
  options: ItemFromRunOptions = {},
): DatasetItem {
  const said = scenario.metrics ?? {};
  const { runId, prompt, outcome, durationMs, judge } = detail;
  const { transcript, result, metadata } = detail.output;
  const calls = pairCalls(transcript);
  return parseItem({
    id: runId,
    traceId: runId,
    query: prompt,
    actualOutput: (outcome.status === "completed" ? result : undefined) ?? findLastMessage(transcript) ?? "",
    conversation: { messages: toMessages(transcript, { calls, prompt }) },
    toolsCalled: calls.map(({ use, id }) => ({ id, name: use.tool, args: toArguments(use) })),
    latency: durationMs === null ? null : durationMs / 1000,
    retrievedContent: collectRetrieved(calls, options.retrievedFrom ?? "rag"),
    acceptanceCriteria: judge === null ? null : typeof judge === "string" ? [judge] : judge.map(({ check }) => check),
    expectedOutput: said.expected_output,
    expectedTools: said.expected_tools,
    expectedReference: said.expected_reference,
    additionalInput: { goal: prompt, ...said.additional_input },
    additionalOutput: { outcome },
    metadata: { scenario: detail.scenarioKey, agent: detail.agentName, trial: detail.trial },
    sourceTimestamp: metadata.startTime,
  });
}

/** A call with its result, under a unique id. */
interface PairedCall {
  readonly id: string;
  readonly use: ToolUse;
  result: ToolResult | undefined;
}

/** Matches results to calls by id; a result without an id belongs to the first open call without one. */
function pairCalls(transcript: readonly Entry[]): PairedCall[] {
  const calls: PairedCall[] = [];
  for (const entry of transcript) {
    if (entry.type === "tool_use")
      calls.push({ id: entry.id ?? `call-${calls.length}`, use: entry, result: undefined });
    if (entry.type !== "tool_result") continue;
    const open = calls.find(({ use, result }) => result === undefined && use.id === entry.id);
    if (open !== undefined) open.result = entry;
  }
  return calls;
}

interface ConversationContext {
  readonly calls: readonly PairedCall[];
  readonly prompt: string;
}

interface Draft {
  readonly role: "user" | "assistant" | "tool";
  content?: string;
  toolCalls?: object[];
  toolCallId?: string;
  isError?: boolean;
}

/** A call joins the assistant message before it; thoughts, system notes and errors are not messages. */
function toMessages(transcript: readonly Entry[], { calls, prompt }: ConversationContext): Draft[] {
  const messages: Draft[] = [];
  for (const entry of transcript) {
    if (entry.type === "user") messages.push({ role: "user", content: entry.text });
    if (entry.type === "assistant" && entry.thought !== true) messages.push({ role: "assistant", content: entry.text });
    if (entry.type === "tool_use") addCall(messages, entry, calls);
    if (entry.type === "tool_result") messages.push(toToolMessage(entry, calls));
  }
  const asked = messages.some(({ role }) => role === "user");
  return asked ? messages : [{ role: "user", content: prompt }, ...messages];
}

function addCall(messages: Draft[], entry: ToolUse, calls: readonly PairedCall[]): void {
  const id = calls.find(({ use }) => use === entry)?.id;
  const call = { id, name: entry.tool, args: toArguments(entry) };
  const last = messages.at(-1);
  if (last?.role === "assistant") last.toolCalls = [...(last.toolCalls ?? []), call];
  else messages.push({ role: "assistant", toolCalls: [call] });
}

function toToolMessage(entry: ToolResult, calls: readonly PairedCall[]): Draft {
  const call = calls.find(({ result }) => result === entry);
  return { role: "tool", toolCallId: call?.id ?? entry.id ?? "unknown", content: entry.output, isError: entry.isError };
}

/** Arguments must be an object; any other value is wrapped in one. */
function toArguments({ input }: ToolUse): Readonly<Record<string, unknown>> {
  return isPlainObject(input) ? input : { input };
}

/** Returns each text once; blank texts are dropped, long ones are truncated with a note. */
function collectRetrieved(
  calls: readonly PairedCall[],
  from: NonNullable<ItemFromRunOptions["retrievedFrom"]>,
): string[] {
  const successful = calls.filter(({ result }) => result !== undefined && !result.isError);
  const wanted =
    typeof from === "function" ? successful.filter(({ use }) => from(use)) : filterByKind(successful, calls, from);
  const texts = wanted.map(({ result }) => result?.output ?? "").filter((text) => text.trim() !== "");
  return [...new Set(texts)].map(truncateOutput);
}

function filterByKind(
  successful: readonly PairedCall[],
  calls: readonly PairedCall[],
  from: "rag" | "all",
): readonly PairedCall[] {
  const retrieves = ({ use }: PairedCall) => inferToolTags(use.tool).includes("RAG");
  return from === "all" || !calls.some(retrieves) ? successful : successful.filter(retrieves);
}

function truncateOutput(text: string): string {
  if (text.length <= maxOutputLength) return text;
  return `${text.slice(0, maxOutputLength).toWellFormed()} [axis: cut, ${text.length - maxOutputLength} more characters]`;
}
