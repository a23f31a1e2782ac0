/** Helpers for custom adapters: any adapter, and the common kind that reads a program's output line by line. */
import type { AgentAdapter, AgentIO, AgentProcess, AgentTask } from "../core/agent.ts";
import { errorMessage } from "../core/error.ts";
import type { LineReader, LineSink } from "../core/agent/line-reader.ts";
import type { FailureCode, Outcome } from "../core/outcome.ts";
import { toStartFailure, stopOutcome } from "./ending.ts";
import { flagArguments } from "./flags.ts";
import { LineTurn } from "./line-turn.ts";
import { createProgramAdapter } from "./program/program-adapter.ts";
import { resolveProgram, type ProgramOptions } from "./program/program-options.ts";
import { reportRecordedUsage } from "./program/recorded-usage.ts";
import { addRefusalCode } from "./program/refusal.ts";

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

interface StatelessLines {
  /** Interprets one line of stdout. An exception is noted in the transcript, and the run continues. */
  line(line: string, sink: LineSink): void;
}

interface StatefulReader {
  /** The same with state: created for each run, in these folders. */
  reader(paths: { readonly workspace: string; readonly home: string }): LineReader;
}

export type LineAgentOptions = ProgramOptions & {
  /** The program's arguments; `flags` of the agent entry follow them. */
  arguments(task: AgentTask, paths: { readonly workspace: string; readonly home: string }): readonly string[];
  /** Arguments after the flags. */
  lastArguments?(task: AgentTask): readonly string[];
  /** Text for stdin; empty if omitted. */
  stdin?(task: AgentTask): string;
  /** Exit codes that say more about a failure than the output does. */
  readonly exitCodes?: ReadonlyMap<number, FailureCode>;
  /** Notes for the report about how the agent is run. */
  notes?(task: AgentTask): readonly string[];
} & (StatelessLines | StatefulReader);

/**
 * Makes an adapter from a program and a function that interprets its lines.
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
  return {
    ...createProgramAdapter(options),

    async run(task, io) {
      if (io.abort.aborted) return stopOutcome(io.abort);
      const called = resolveProgram(options, task);
      const [program, ...first] = called;
      let child: AgentProcess;
      try {
        const env = await options.prepare?.(task, io);
        child = io.spawn(program, [...first, ...listArguments(options, task, io)], {
          env,
          ...(options.stdin === undefined ? {} : { stdin: { text: options.stdin(task) } }),
        });
      } catch (error) {
        return toStartFailure(program, errorMessage(error));
      }
      for (const note of options.notes?.(task) ?? []) io.note(note);
      return await followProgram(child, options, { io, program: called });
    },
  };
}

function listArguments(options: LineAgentOptions, task: AgentTask, io: AgentIO): string[] {
  return [...options.arguments(task, io), ...flagArguments(task.flags), ...(options.lastArguments?.(task) ?? [])];
}

async function followProgram(
  child: AgentProcess,
  options: LineAgentOptions,
  { io, program }: { readonly io: AgentIO; readonly program: readonly [string, ...string[]] },
): Promise<Outcome> {
  if (child.pid !== undefined) io.ready();
  const turn = new LineTurn(io, options.name, createReader(options, io));
  for await (const line of child.lines) turn.read(line);
  const exit = await child.exit;
  turn.end();
  await reportRecordedUsage(turn, options.recordedUsage, io);
  if (io.abort.aborted) return stopOutcome(io.abort);
  if (exit.spawnError !== null) return toStartFailure(program[0], exit.spawnError);
  const outcome = turn.outcome(exit);
  const code = options.exitCodes?.get(exit.code ?? 0);
  if (outcome.status === "failed" && code !== undefined) return { ...outcome, code };
  const search = { find: options.refusal, sessionId: turn.sessionId, hidesRefusals: options.hidesRefusals };
  return await addRefusalCode(outcome, search, { home: io.home, spawn: io.spawn.bind(io), program });
}

function createReader(options: LineAgentOptions, paths: { workspace: string; home: string }): LineReader {
  if ("reader" in options) return options.reader(paths);
  return { line: (line, sink) => options.line(line, sink), unknown: new Map() };
}
