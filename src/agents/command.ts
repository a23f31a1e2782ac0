/** The command agent: any program that reads a prompt and prints what it does, as plain text or as JSON lines. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentAdapter, AgentIO, AgentProcess, AgentTask, ProcessExit } from "../core/agent.ts";
import { messageOf } from "../core/error.ts";
import type { Outcome } from "../core/outcome.ts";
import { findProgram } from "../process/find-program.ts";
import { type CommandLine, commandLine, commandProblems, neededProgram } from "./command-line.ts";
import { exitedWell, exitFailure, startFailure, stopOutcome } from "./ending.ts";
import { readProtocolLine } from "./protocol-line.ts";
import { TextStretch } from "./text-stretch.ts";

/** Runs the `command` of an agent entry. */
export const commandAgent: AgentAdapter = {
  name: "command",

  async missing(env, { command, configDir }) {
    if (command === undefined) return commandProblems({});
    const needed = neededProgram(command, configDir);
    if (needed === null || (await findProgram(needed.program, env, configDir)) !== null) return [];
    const where = needed.program.includes("/") ? "is not there, or is not executable" : "was not found on PATH";
    return [`The program "${needed.written}" of the command agent ${where}`];
  },

  async run(task, io) {
    if (io.abort.aborted) return stopOutcome(io.abort);
    const { command } = task;
    const [problem] = commandProblems(task);
    if (command === undefined || problem !== undefined)
      return startFailure("The command agent", problem ?? "no command");
    const line = commandLine(command, task, io);
    const written = typeof command === "string" ? command : (command[0] ?? "");
    let child: AgentProcess;
    try {
      child = await start(line, task, io);
    } catch (error) {
      return startFailure(written, messageOf(error));
    }
    return followed(child, written, io);
  },
};

/** Also for programs that prefer a file, the prompt is in one; it lies in the agent's home, outside its workspace. */
async function start(line: CommandLine, task: AgentTask, io: AgentIO): Promise<AgentProcess> {
  const promptFile = join(io.home, "axis-prompt.txt");
  await writeFile(promptFile, task.prompt);
  return io.spawn(line.program, line.args, {
    shell: line.shell,
    env: { AXIS_PROMPT_FILE: promptFile },
    ...(line.holdsPrompt ? {} : { stdin: { text: task.prompt } }),
  });
}

async function followed(child: AgentProcess, program: string, io: AgentIO): Promise<Outcome> {
  if (child.pid !== undefined) io.ready();
  using turn = new CommandTurn(io);
  for await (const line of child.lines) turn.read(line);
  const exit = await child.exit;
  turn.end();
  if (io.abort.aborted) return stopOutcome(io.abort);
  return exit.spawnError === null ? turn.outcome(exit) : startFailure(program, exit.spawnError);
}

/** What the program said so far. */
class CommandTurn implements Disposable {
  readonly #io: AgentIO;
  readonly #stretch: TextStretch;
  #answer: string | null = null;
  #result: { readonly text: string | null | undefined; readonly error: string | null } | null = null;

  constructor(io: AgentIO) {
    this.#io = io;
    this.#stretch = new TextStretch((entry) => io.emit(entry));
  }

  read(line: string): void {
    const said = readProtocolLine(line);
    if (said.kind === "text") return this.#stretch.add(said.text);
    this.end();
    if (said.kind === "result") this.#result = said;
    else if (said.kind === "usage") this.#io.usage(said.tokens, said.costUsd);
    else {
      this.#io.emit({ ...said.entry, turn: undefined }); // Turns are counted by AXIS.
      if (said.entry.type === "assistant" && said.entry.thought !== true) this.#answer = said.entry.text;
    }
  }

  /** The stretch of text is over: something else arrived, or nothing more will. */
  end(): void {
    this.#answer = this.#stretch.end() ?? this.#answer;
  }

  outcome(exit: ProcessExit): Outcome {
    const result = this.#result;
    if (result !== null && result.error !== null) return { status: "failed", code: "agent", message: result.error };
    if (result === null && !exitedWell(exit)) return exitFailure(exit);
    return { status: "completed", result: result?.text === undefined ? this.#answer : result.text };
  }

  [Symbol.dispose](): void {
    this.#stretch[Symbol.dispose]();
  }
}
