/** Helpers for adapters of one's own: any adapter, and the usual kind that reads a program's lines. */
import type { AgentAdapter, AgentIO, AgentProcess, AgentTask, ProcessExit } from "../core/agent.ts";
import type { EntryInput } from "../core/entry.ts";
import { messageOf } from "../core/error.ts";
import type { LineSink } from "../core/line-reader.ts";
import type { FailureCode, Outcome } from "../core/outcome.ts";
import type { TokenUsage } from "../core/token-usage.ts";
import { findProgram } from "../process/find-program.ts";
import { programPath } from "./command-line.ts";
import { exitedWell, exitFailure, startFailure, stopOutcome } from "./ending.ts";
import { flagArguments } from "./flags.ts";

/**
 * Gives an adapter its type.
 * @example
 * export default defineAgent({
 *   name: "echo",
 *   async run(task, io) {
 *     io.emit({ type: "assistant", text: task.prompt });
 *     return { status: "completed", result: task.prompt };
 *   },
 * });
 */
export function defineAgent(adapter: AgentAdapter): AgentAdapter {
  return adapter;
}

export interface LineAgentOptions extends Pick<AgentAdapter, "name" | "keys" | "acceptsModel" | "isolation"> {
  /** Looked up on PATH, or beside the config if it starts with ./ or ../; `command` of the agent entry replaces it. */
  readonly program: string;
  /** Its arguments; `flags` of the agent entry are added after them. */
  arguments(task: AgentTask, paths: { readonly workspace: string; readonly home: string }): readonly string[];
  /** Text for stdin; left out, stdin is empty. */
  stdin?(task: AgentTask): string;
  /** Understands one line of stdout. What it throws is noted in the transcript, and the run goes on. */
  line(line: string, sink: LineSink): void;
}

/**
 * An adapter from a program and a function that understands its lines.
 * @example
 * export default defineLineAgent({
 *   name: "mine",
 *   program: "mine",
 *   arguments: (task) => ["--json", task.prompt],
 *   line(line, sink) {
 *     const event = JSON.parse(line);
 *     if (event.say) sink.emit({ type: "assistant", text: event.say });
 *     if (event.done) sink.finish(event.done);
 *   },
 * });
 */
export function defineLineAgent(options: LineAgentOptions): AgentAdapter {
  const { name, keys, acceptsModel, isolation } = options;
  return {
    name,
    ...(keys === undefined ? {} : { keys }),
    ...(acceptsModel === undefined ? {} : { acceptsModel }),
    ...(isolation === undefined ? {} : { isolation }),

    async missing(env, task) {
      const [program] = programOf(options, task);
      const found = await findProgram(program, env, task.configDir);
      return found === null ? [`The program "${program}" of the agent ${name} was not found`] : [];
    },

    async run(task, io) {
      if (io.abort.aborted) return stopOutcome(io.abort);
      const [program, ...first] = programOf(options, task);
      const args = [...first, ...options.arguments(task, io), ...flagArguments(task.flags)];
      let child: AgentProcess;
      try {
        child = io.spawn(program, args, options.stdin === undefined ? {} : { stdin: { text: options.stdin(task) } });
      } catch (error) {
        return startFailure(program, messageOf(error));
      }
      if (child.pid !== undefined) io.ready();
      const turn = new LineTurn(io);
      for await (const line of child.lines) turn.read(line, options);
      const exit = await child.exit;
      if (io.abort.aborted) return stopOutcome(io.abort);
      return exit.spawnError === null ? turn.outcome(exit) : startFailure(program, exit.spawnError);
    },
  };
}

function programOf(options: LineAgentOptions, task: Pick<AgentTask, "command" | "configDir">): [string, ...string[]] {
  const command = task.command ?? options.program;
  const [program = options.program, ...first] = typeof command === "string" ? [command] : command;
  return [programPath(program, task.configDir), ...first];
}

/** One run of a line agent: passes on what was understood, and remembers how it ended. */
class LineTurn implements LineSink {
  readonly #io: AgentIO;
  #silent = true;
  #final: Outcome | null = null;

  constructor(io: AgentIO) {
    this.#io = io;
  }

  emit = (entry: EntryInput): void => this.#io.emit(entry);
  usage = (tokens: TokenUsage, costUsd?: number): void => this.#io.usage(tokens, costUsd);
  session = (id: string): void => this.#io.session(id);

  finish = (result: string | null): void => {
    this.#final = { status: "completed", result };
  };

  fail = (code: FailureCode, message: string): void => {
    this.#final = { status: "failed", code, message };
  };

  read(line: string, options: LineAgentOptions): void {
    if (line.trim() === "") return;
    this.#silent = false;
    try {
      options.line(line, this);
    } catch (error) {
      // The line itself is in the raw file, so nothing is lost.
      this.emit({ type: "system", text: `axis: a line of ${options.name} could not be read (${messageOf(error)})` });
    }
  }

  /** A final event decides; without one the exit does. A program that said nothing at all had the prompt and did nothing with it. */
  outcome(exit: ProcessExit): Outcome {
    if (this.#final !== null) return this.#final;
    if (!exitedWell(exit)) return exitFailure(exit);
    if (this.#silent) return { status: "failed", code: "agent", message: "no output" };
    return { status: "failed", code: "protocol", message: "The program ended without the final event of its protocol" };
  }
}
