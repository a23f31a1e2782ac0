/** Reads a file in the format of another program, with the same reader that understands the program live. */
import type { LineReader, LineSink, StatedRun } from "../../core/agent/line-reader.ts";
import { Entry, type EntryInput } from "../../core/entry.ts";
import { errorMessage } from "../../core/error.ts";
import { type Json, toStorableText } from "../../core/json.ts";
import { parsePlausibleUsage, type TokenUsage, totalTokens } from "../../core/model/token-usage.ts";
import { agentNameProblem } from "../../core/names/names.ts";
import type { FailureCode, ModelOutage, Outcome } from "../../core/outcome.ts";
import { noStatement } from "./detail-statement.ts";
import { acpReader } from "./formats/acp.ts";
import { anthropicReader } from "./formats/anthropic.ts";
import { claudeCodeReader } from "./formats/claude-code.ts";
import { clineReader } from "./formats/cline.ts";
import { codexReader } from "./formats/codex.ts";
import { createEventReader } from "./formats/common/event-reader.ts";
import { copilotReader } from "./formats/copilot.ts";
import { cursorReader } from "./formats/cursor.ts";
import type { VendorFormat } from "./formats/format-name.ts";
import { geminiReader } from "./formats/gemini.ts";
import { openaiReader } from "./formats/openai.ts";
import { opencodeReader } from "./formats/opencode.ts";
import { listSpans, type Span } from "./formats/otel/span.ts";
import { OtelTranscript } from "./formats/otel/transcript.ts";
import { qwenCodeReader } from "./formats/qwen-code.ts";
import { findFirstUserText, Problems, type ReadTranscript, refuseUnknownCalls, resolveTimes } from "./read-result.ts";
import { sanitizeJson } from "./sanitize-json.ts";
import { parseTime } from "./timestamps.ts";

/**
 * Reads OpenTelemetry spans of the GenAI conventions, exported as OTLP JSON: one document, or one export per line.
 * Spans arrive when they end, in any order, so all of them are needed before the first entry is known.
 */
const knownOperations = new Set(
  "chat text_completion generate_content execute_tool invoke_agent invoke_workflow create_agent embeddings retrieval".split(
    " ",
  ),
);

function otelReader(): LineReader {
  const spans: Span[] = [];
  return createEventReader(
    {
      export: (event, _sink, unknown) => {
        for (const span of listSpans(event)) {
          if (span.operation !== "" && !knownOperations.has(span.operation)) unknown(span.operation);
          if (span.operation !== "") spans.push(span);
        }
      },
    },
    {
      nameOf: (event) => ("resourceSpans" in event || "resource_spans" in event ? "export" : undefined),
      end: (sink) => {
        if (spans.length > 0) new OtelTranscript(spans).send(sink);
      },
    },
  );
}

/** A reader for each format of another program. */
const vendorReaders: Readonly<Record<VendorFormat, () => LineReader>> = {
  "claude-code": claudeCodeReader,
  codex: codexReader,
  gemini: geminiReader,
  "qwen-code": qwenCodeReader,
  opencode: opencodeReader,
  copilot: copilotReader,
  cline: clineReader,
  cursor: cursorReader,
  openai: openaiReader,
  anthropic: anthropicReader,
  acp: acpReader,
  otel: otelReader,
};

/** Runs get cut off, and programs get killed. */
const noFinalEvent: Outcome = {
  status: "failed",
  code: "protocol",
  message: "The file ends without the final event of its format",
};

export class VendorTranscript implements LineSink {
  readonly #format: VendorFormat;
  readonly #reader: LineReader;
  readonly #entries: Entry[] = [];
  readonly #problems = new Problems();
  #lineNumber = 0;
  #usage: TokenUsage | null = null;
  #mostTokens = 0;
  #costUsd: number | null = null;
  #sessionId: string | null = null;
  #outcome: Outcome | null = null;
  /** Why the model did not answer when the file ended. */
  #outage: ModelOutage | null = null;
  #stated: StatedRun = noStatement;
  #refusal: string | null = null;

  constructor(format: VendorFormat) {
    this.#format = format;
    this.#reader = vendorReaders[format]();
  }

  line(text: string): void {
    this.#lineNumber += 1;
    try {
      this.#reader.line(text, this);
    } catch (error) {
      this.#problems.add(this.#lineNumber, errorMessage(error), text);
    }
  }

  end(): ReadTranscript {
    this.#reader.end?.(this);
    const entries = this.#entries;
    const unknownEvents = Array.from(this.#reader.unknown, ([event, count]) => ({ event, count }));
    return {
      ...noStatement,
      format: this.#format,
      agentName: toAgentName(this.#stated.agentName) ?? this.#format,
      entries,
      problems: this.#problems.kept,
      problemCount: this.#problems.count,
      unknownEvents,
      refusal: this.#refusal ?? refuseUnknownCalls(unknownEvents),
      task: findFirstUserText(entries),
      outcome: this.#outcome ?? (this.#outage === null ? noFinalEvent : { status: "failed", ...this.#outage }),
      tokenUsage: this.#usage,
      totalCostUsd: this.#usage === null ? null : this.#costUsd,
      sessionId: this.#sessionId,
      ...resolveTimes(entries, { ...noStatement, ...keepValidTimes(this.#stated) }),
    };
  }

  outage(failure: ModelOutage): void {
    this.#outage = failure;
  }

  emit(input: EntryInput): void {
    if (input.type === "assistant" || input.type === "tool_use") this.#outage = null;
    const entry = Entry.parse(input);
    // One level more than an input may have, because the entry is around it.
    this.#entries.push(sanitizeJson(entry as Json, 101) as Entry);
  }

  /** Impossible numbers leave the usage unknown, as in a live run. */
  usage(tokens: TokenUsage, costUsd?: number): void {
    this.#usage = parsePlausibleUsage(tokens, this.#mostTokens);
    if (this.#usage === null) return this.#problems.add(this.#lineNumber, "claims impossible token usage", tokens);
    this.#mostTokens = totalTokens(this.#usage);
    this.#costUsd = costUsd !== undefined && Number.isFinite(costUsd) && costUsd >= 0 ? costUsd : null;
  }

  session(id: string): void {
    this.#sessionId = toStorableText(id);
  }

  stated(run: StatedRun): void {
    this.#stated = run;
  }

  refuse(reason: string): void {
    this.#refusal = reason;
  }

  finish(result: string | null): void {
    this.#outcome = { status: "completed", result: result === null ? null : toStorableText(result) };
  }

  fail(code: FailureCode, message: string): void {
    this.#outcome = { status: "failed", code, message: toStorableText(message) };
  }
}

/** Converts a name to AXIS's form for agents: other characters become hyphens. Null if nothing usable is left. */
function toAgentName(stated: string | null): string | null {
  const name = (stated ?? "").replaceAll(/[^A-Za-z0-9._-]+/g, "-").replaceAll(/^[-.]+|[-.]+$/g, "");
  return name !== "" && agentNameProblem(name) === null ? name : null;
}

/** Drops times that are not valid. */
function keepValidTimes({ startTime, endTime }: StatedRun): Pick<StatedRun, "startTime" | "endTime"> {
  const known = (text: string | null) => (parseTime(text) === null ? null : text);
  return { startTime: known(startTime), endTime: known(endTime) };
}
