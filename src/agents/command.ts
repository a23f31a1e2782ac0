/** The command agent: any program that reads a prompt and prints what it does, as plain text or as JSON lines. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentAdapter, AgentIO, AgentProcess, AgentTask, Env, ProcessExit } from "../core/agent.ts";
import { errorMessage } from "../core/error.ts";
import type { Outcome } from "../core/outcome.ts";
import { findProgram } from "../process/find-program.ts";
import { type CommandLine, buildCommandLine, listCommandProblems, findNeededProgram } from "./command-line.ts";
import { hasExitedCleanly, toExitFailure, toStartFailure, stopOutcome } from "./ending.ts";
import { readProtocolLine } from "./protocol-line.ts";
import { TextStretch } from "./text-stretch.ts";

/** Runs the `command` of an agent entry. */
export const commandAgent: AgentAdapter = {
  name: "command",
  acceptsEndpoint: true,

  async missing(env, { command, configDir }) {
    if (command === undefined) return listCommandProblems({});
    const needed = findNeededProgram(command, configDir);
    if (needed === null || (await findProgram(needed.program, env, configDir)) !== null) return [];
    const where = needed.program.includes("/") ? "does not exist or is not executable" : "was not found on PATH";
    return [`The program "${needed.written}" of the command agent ${where}`];
  },

  async run(task, io) {
    if (io.abort.aborted) return stopOutcome(io.abort);
    const { command } = task;
    const [problem] = listCommandProblems(task);
    if (command === undefined || problem !== undefined)
      return toStartFailure("The command agent", problem ?? "no command");
    const line = buildCommandLine(command, task, io);
    const written = typeof command === "string" ? command : (command[0] ?? "");
    let child: AgentProcess;
    try {
      child = await startCommand(line, task, io);
    } catch (error) {
      return toStartFailure(written, errorMessage(error));
    }
    return followProcess(child, written, io);
  },
};

/** The prompt and the MCP servers are also written to one file each in the agent's home, for programs that prefer files. */
async function startCommand(line: CommandLine, task: AgentTask, io: AgentIO): Promise<AgentProcess> {
  return io.spawn(line.program, line.args, {
    shell: line.shell,
    env: { ...(await writePromptFile(task, io)), ...(await writeServersFile(task, io)) },
    ...(line.holdsPrompt ? {} : { stdin: { text: task.prompt } }),
  });
}

async function writePromptFile(task: AgentTask, io: AgentIO): Promise<Env> {
  const file = join(io.home, "axis-prompt.txt");
  await writeFile(file, task.prompt);
  return { AXIS_PROMPT_FILE: file };
}

/** In the format that most programs read: one object `mcpServers`, by name. */
async function writeServersFile({ mcpServers }: AgentTask, io: AgentIO): Promise<Env> {
  if (Object.keys(mcpServers).length === 0) return {};
  const file = join(io.home, "axis-mcp.json");
  await writeFile(file, JSON.stringify({ mcpServers }), { mode: 0o600 });
  return { AXIS_MCP_FILE: file };
}

async function followProcess(child: AgentProcess, program: string, io: AgentIO): Promise<Outcome> {
  if (child.pid !== undefined) io.ready();
  using turn = new CommandTurn(io);
  for await (const line of child.lines) turn.read(line);
  const exit = await child.exit;
  turn.end();
  if (io.abort.aborted) return stopOutcome(io.abort);
  return exit.spawnError === null ? turn.outcome(exit) : toStartFailure(program, exit.spawnError);
}

/** What the program has reported so far. */
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
      this.#io.emit({ ...said.entry, turn: undefined }); // AXIS counts the turns itself.
      if (said.entry.type === "assistant" && said.entry.thought !== true) this.#answer = said.entry.text;
    }
  }

  /** Ends the current stretch of text: another kind of line arrived, or the output is over. */
  end(): void {
    this.#answer = this.#stretch.end() ?? this.#answer;
  }

  outcome(exit: ProcessExit): Outcome {
    const result = this.#result;
    if (result !== null && result.error !== null) return { status: "failed", code: "agent", message: result.error };
    if (result === null && !hasExitedCleanly(exit)) return toExitFailure(exit);
    return { status: "completed", result: result?.text === undefined ? this.#answer : result.text };
  }

  [Symbol.dispose](): void {
    this.#stretch[Symbol.dispose]();
  }
}
