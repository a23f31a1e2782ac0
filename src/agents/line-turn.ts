/** One run of an agent whose output is read line by line: passes on its entries, and remembers how it ended. */
import type { AgentIO, ProcessExit } from "../core/agent.ts";
import type { EntryInput } from "../core/entry.ts";
import { errorMessage } from "../core/error.ts";
import type { LineReader, LineSink } from "../core/agent/line-reader.ts";
import type { FailureCode, ModelOutage, Outcome } from "../core/outcome.ts";
import type { TokenUsage } from "../core/model/token-usage.ts";
import { hasExitedCleanly, readReportedError, toExitFailure } from "./ending.ts";

export class LineTurn implements LineSink {
  readonly #io: AgentIO;
  readonly #name: string;
  readonly #reader: LineReader;
  #silent = true;
  #final: Outcome | null = null;
  #error: string | null = null;
  #sessionId: string | undefined;
  #hasUsage = false;

  constructor(io: AgentIO, name: string, reader: LineReader) {
    this.#io = io;
    this.#name = name;
    this.#reader = reader;
  }

  /** The outcome from the protocol's final event, if there was one. */
  get final(): Outcome | null {
    return this.#final;
  }

  /** The last error that the program reported, apart from those of its calls. */
  get error(): string | null {
    return this.#error;
  }

  /** The session id, once the program has reported it. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** Whether the program has reported its usage. */
  get hasUsage(): boolean {
    return this.#hasUsage;
  }

  emit = (entry: EntryInput): void => {
    if (entry.type === "assistant" || entry.type === "tool_use") this.#io.outage(null);
    this.#error = readReportedError(entry) ?? this.#error;
    this.#io.emit(entry);
  };

  usage = (tokens: TokenUsage, costUsd?: number): void => {
    this.#hasUsage = true;
    this.#io.usage(tokens, costUsd);
  };

  session = (id: string): void => {
    this.#sessionId = id;
    this.#io.session(id);
  };

  outage = (failure: ModelOutage): void => this.#io.outage(failure);

  finish = (result: string | null): void => {
    this.#final = { status: "completed", result };
  };

  fail = (code: FailureCode, message: string): void => {
    this.#final = { status: "failed", code, message };
  };

  read(line: string): void {
    if (line.trim() === "") return;
    this.#silent = false;
    try {
      this.#reader.line(line, this);
    } catch (error) {
      // The line itself is in the raw file, so nothing is lost.
      this.emit({ type: "system", text: `axis: a line of ${this.#name} could not be parsed (${errorMessage(error)})` });
    }
  }

  /** After the last line: emits what was still being collected, and notes each unknown event type once. */
  end(): void {
    this.#reader.end?.(this);
    // In ACP, names that start with an underscore are vendor extensions, so they are not reported as unknown.
    const unknown = [...this.#reader.unknown].filter(([type]) => !type.startsWith("_"));
    if (unknown.length === 0) return;
    const types = unknown.map(([type, count]) => (count === 1 ? type : `${type} (${count} times)`));
    this.#io.note(`${this.#name} sent events unknown to AXIS: ${types.slice(0, 10).join(", ")}`);
  }

  /** A final event decides; without one the exit does. A program without any output got the prompt and did nothing with it. */
  outcome(exit: ProcessExit): Outcome {
    if (this.#final !== null) return this.#final;
    if (!hasExitedCleanly(exit)) return toExitFailure(exit, this.#error);
    if (this.#silent) return { status: "failed", code: "agent", message: "no output" };
    return { status: "failed", code: "protocol", message: "The program ended without the final event of its protocol" };
  }
}
