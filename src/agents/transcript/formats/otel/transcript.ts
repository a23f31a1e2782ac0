/** Converts the spans of one run into a transcript, ordered by time. */
import type { EntryInput } from "../../../../core/entry.ts";
import type { Json } from "../../../../core/json.ts";
import type { LineSink, StatedRun } from "../../../../core/agent/line-reader.ts";
import type { FailureCode } from "../../../../core/outcome.ts";
import type { TokenUsage } from "../../../../core/model/token-usage.ts";
import { statusFailure } from "../common/failure.ts";
import { toMcpName } from "../common/tool-kinds.ts";
import { addUsage } from "../common/usage.ts";
import { parseJsonValue } from "./attributes.ts";
import { inputMessages, outputMessages, type MessagePart, formatResultText } from "./messages.ts";
import { type Span, readTextAttribute } from "./span.ts";

const modelOperations = new Set("chat text_completion generate_content".split(" "));

/** An entry and its time: the spans of a call are inside those of the agent. */
interface Timed {
  readonly order: number;
  readonly entry: EntryInput;
}

export class OtelTranscript {
  readonly #timed: Timed[] = [];
  /** Calls that have their own span, so that messages about them add nothing. */
  readonly #spanned: ReadonlySet<string>;
  readonly #sentResults = new Set<string>();
  #usage: TokenUsage | null = null;
  #hasUserText = false;

  constructor(readonly spans: readonly Span[]) {
    const tools = spans.filter(({ operation }) => operation === "execute_tool");
    this.#spanned = new Set(tools.flatMap((span) => readTextAttribute(span, "gen_ai.tool.call.id") ?? []));
  }

  send(sink: LineSink): void {
    const ordered = this.spans.toSorted((a, b) => a.start.order - b.start.order);
    for (const span of ordered) {
      if (span.operation === "execute_tool") this.#addTool(span);
      else if (modelOperations.has(span.operation)) this.#addModel(span);
    }
    this.#timed.sort((a, b) => a.order - b.order);
    for (const { entry } of this.#timed) sink.emit(entry);
    const session = ordered
      .map((span) => readTextAttribute(span, "gen_ai.conversation.id"))
      .find((id) => id !== undefined);
    if (session !== undefined) sink.session(session);
    if (this.#usage !== null) sink.usage(this.#usage);
    const root = findRootSpan(ordered);
    sink.stated?.(toStatedRun(root, ordered));
    this.#end(root, { ordered, sink });
  }

  #addTool(span: Span): void {
    const { attributes, start, end, failed, message } = span;
    const id = readTextAttribute(span, "gen_ai.tool.call.id") ?? span.id;
    const named = readTextAttribute(span, "gen_ai.tool.name") ?? (span.name.replace(/^execute_tool /, "") || "unknown");
    const server = readTextAttribute(span, "mcp.server.name");
    const tool = server === undefined ? named : toMcpName(server, named);
    const input = (parseJsonValue(attributes.get("gen_ai.tool.call.arguments")) ?? {}) as Json;
    const output = formatResultText(attributes.get("gen_ai.tool.call.result")) || message;
    this.#add(start.order, { type: "tool_use", id, tool, input, timestamp: start.text });
    this.#add(end.order, { type: "tool_result", id, output, isError: failed, timestamp: end.text });
  }

  #addModel(span: Span): void {
    for (const { role, parts } of inputMessages(span)) for (const part of parts) this.#addInput(part, role, span);
    for (const { parts } of outputMessages(span)) for (const part of parts) this.#addOutput(part, span);
    const usage = readSpanUsage(span);
    if (usage !== null) this.#usage = addUsage(this.#usage, usage);
    if (span.failed) this.#add(span.end.order, { type: "error", message: failureText(span), timestamp: span.end.text });
  }

  /** Adds the task, once, and the results of calls without a span. */
  #addInput({ kind, text, id }: MessagePart, role: string, { start }: Span): void {
    if (kind === "text" && role === "user" && !this.#hasUserText) {
      this.#hasUserText = true;
      this.#add(start.order, { type: "user", text, timestamp: start.text });
    }
    if (kind !== "result" || id === null || this.#spanned.has(id) || this.#sentResults.has(id)) return;
    this.#sentResults.add(id);
    this.#add(start.order, { type: "tool_result", id, output: text, timestamp: start.text });
  }

  #addOutput({ kind, text, id, tool, input }: MessagePart, { end }: Span): void {
    const timestamp = end.text;
    if (kind === "text") this.#add(end.order, { type: "assistant", text, timestamp });
    if (kind === "thought") this.#add(end.order, { type: "assistant", text, thought: true, timestamp });
    if (kind === "call" && (id === null || !this.#spanned.has(id)))
      this.#add(end.order, { type: "tool_use", id, tool, input: input as Json, timestamp });
  }

  /** The outermost span of the agent decides; without one, the last span of a model does. */
  #end(root: Span | undefined, { ordered, sink }: { ordered: readonly Span[]; sink: LineSink }): void {
    const decisive = root ?? ordered.findLast(({ operation }) => modelOperations.has(operation));
    if (decisive === undefined || !decisive.failed) return sink.finish(this.#answer());
    sink.fail(readFailureCode(decisive) ?? (ordered.some(isToolSpan) ? "agent" : "network"), failureText(decisive));
  }

  /** Returns the last answer, even if requests ran in parallel. */
  #answer(): string | null {
    const last = this.#timed.findLast(({ entry }) => entry.type === "assistant" && entry.thought !== true)?.entry;
    return last?.type === "assistant" ? last.text : null;
  }

  #add(order: number, entry: EntryInput): void {
    this.#timed.push({ order, entry });
  }
}

/** Finds the outermost span of an agent. */
function findRootSpan(ordered: readonly Span[]): Span | undefined {
  const ids = new Set(ordered.map(({ id }) => id));
  const agents = ordered.filter(({ operation }) => operation === "invoke_agent");
  return agents.find(({ parentId }) => !ids.has(parentId)) ?? agents[0];
}

/** The agent's own span is the run; without one, the run lasted from the first start to the last end. */
function toStatedRun(root: Span | undefined, ordered: readonly Span[]): StatedRun {
  const named = (root === undefined ? ordered : [root, ...ordered]).map((span) =>
    readTextAttribute(span, "gen_ai.agent.name"),
  );
  const ended = ordered.filter(({ end }) => end.text !== null).toSorted((a, b) => a.end.order - b.end.order);
  return {
    agentName: named.find((name) => name !== undefined) ?? null,
    startTime: (root ?? ordered.find(({ start }) => start.text !== null))?.start.text ?? null,
    endTime: (root ?? ended.at(-1))?.end.text ?? null,
  };
}

function isToolSpan({ operation }: Span): boolean {
  return operation === "execute_tool";
}

function failureText(span: Span): string {
  return span.message || (readTextAttribute(span, "error.type") ?? `${span.name} failed`);
}

/** By convention, the type of a server error is its HTTP status. */
function readFailureCode(span: Span): FailureCode | undefined {
  const status = span.attributes.get("http.response.status_code") ?? span.attributes.get("error.type");
  return statusFailure(Number(status));
}

/** The conventions count cached tokens as part of the input. */
function readSpanUsage({ attributes }: Span): TokenUsage | null {
  const count = (key: string) => {
    const value = attributes.get(`gen_ai.usage.${key}`);
    return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
  };
  const input = count("input_tokens") ?? count("prompt_tokens");
  const output = count("output_tokens") ?? count("completion_tokens");
  if (input === undefined || output === undefined) return null;
  const cacheReadInput = count("cache_read.input_tokens") ?? count("cache_read_input_tokens") ?? 0;
  const cacheWriteInput = count("cache_creation.input_tokens") ?? count("cache_creation_input_tokens") ?? 0;
  return { input: input - cacheReadInput - cacheWriteInput, output, cacheReadInput, cacheWriteInput };
}
