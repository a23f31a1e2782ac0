/** The command agent: any program that reads a prompt and prints what it does, as plain text or as JSON lines. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentAdapter, AgentIO, AgentProcess, AgentTask, Env, ProcessExit } from "../core/agent.ts";
import { Entry, type EntryInput } from "../core/entry.ts";
import { errorMessage } from "../core/error.ts";
import { omitUndefined } from "../core/json.ts";
import type { TokenUsage } from "../core/model/token-usage.ts";
import type { Outcome } from "../core/outcome.ts";
import { findProgram } from "../process/find-program.ts";
import { buildCommandLine, type CommandLine, findNeededProgram, listCommandProblems } from "./command-line.ts";
import { hasExitedCleanly, readReportedError, stopOutcome, toExitFailure, toStartFailure } from "./ending.ts";

/** A pause this long ends an entry, so that a live display keeps up. */
const entryPauseMs = 50;
/** In characters, so that an entry stays below the storage limit of 1 MiB. */
const maxEntryLength = 256 * 1024;
/** In characters: how much of the last stretch is kept as the final answer. */
const maxAnswerLength = 1024 * 1024;

export class TextStretch implements Disposable {
  readonly #emit: (entry: EntryInput) => void;
  readonly #now: () => Date;
  readonly #quiet: NodeJS.Timeout;
  #lines: string[] = [];
  #length = 0;
  #since = "";
  #answer = "";

  constructor(emit: (entry: EntryInput) => void, now: () => Date = () => new Date()) {
    this.#emit = emit;
    this.#now = now;
    this.#quiet = setTimeout(() => this.flush(), entryPauseMs).unref();
  }

  /** Adds a line; the entry it becomes part of carries the time of its first line. */
  add(line: string): void {
    if (this.#lines.length === 0) {
      if (line.trim() === "") return this.#remember(line);
      this.#since = this.#now().toISOString();
    }
    this.#lines.push(line);
    this.#length += line.length + 1;
    this.#remember(line);
    if (this.#length > maxEntryLength) this.flush();
    else this.#quiet.refresh();
  }

  /** Emits the collected lines. */
  flush(): void {
    if (this.#lines.length === 0) return;
    const text = this.#lines.join("\n").trimEnd();
    this.#lines = [];
    this.#length = 0;
    this.#emit({ type: "assistant", text, timestamp: this.#since });
  }

  /** Ends the stretch and returns its whole text, even if pauses split it into several entries; null if it was empty. */
  end(): string | null {
    this.flush();
    const text = this.#answer.replace(/^\s*\n/, "").trimEnd();
    this.#answer = "";
    return text === "" ? null : text;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#quiet);
  }

  #remember(line: string): void {
    this.#answer = this.#answer === "" ? line : `${this.#answer}\n${line}`;
    if (this.#answer.length > 2 * maxAnswerLength) this.#answer = this.#answer.slice(-maxAnswerLength).toWellFormed();
  }
}

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
  #error: string | null = null;
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
      this.#error = readReportedError(said.entry) ?? this.#error;
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
    if (result === null && !hasExitedCleanly(exit)) return toExitFailure(exit, this.#error);
    return { status: "completed", result: result?.text === undefined ? this.#answer : result.text };
  }

  [Symbol.dispose](): void {
    this.#stretch[Symbol.dispose]();
  }
}

/** One line of the simple protocol for any program: an entry, usage, or a result; everything else is text. */
type ProtocolLine =
  | { readonly kind: "entry"; readonly entry: EntryInput }
  /** As the program claims it; the recorder decides whether to believe it. */
  | { readonly kind: "usage"; readonly tokens: TokenUsage; readonly costUsd?: number }
  /** `text` is undefined if the line has none. */
  | { readonly kind: "result"; readonly text: string | null | undefined; readonly error: string | null }
  | { readonly kind: "text"; readonly text: string };

/** Reads one line. A known object with an invalid shape is kept as text. */
export function readProtocolLine(line: string): ProtocolLine {
  const object = parseJsonObject(line);
  if (object === null) return { kind: "text", text: line };
  switch (object.type) {
    case "usage":
      return readUsage(object);
    case "result":
      return readResult(object) ?? { kind: "text", text: line };
    default:
      return readEntry(object) ?? { kind: "text", text: line };
  }
}

type JsonObject = Readonly<Record<string, unknown>>;

function parseJsonObject(line: string): JsonObject | null {
  if (!line.trimStart().startsWith("{")) return null;
  try {
    return JSON.parse(line) as JsonObject;
  } catch {
    return null; // Not JSON, so it is text, which the caller keeps unchanged.
  }
}

function readUsage({ input, output, cacheReadInput, cacheWriteInput, costUsd }: JsonObject): ProtocolLine {
  const claimed = { input, output, cacheReadInput, cacheWriteInput };
  const given = omitUndefined(claimed);
  return { kind: "usage", tokens: given as TokenUsage, ...(typeof costUsd === "number" ? { costUsd } : {}) };
}

function readResult({ text, error }: JsonObject): ProtocolLine | null {
  if (text !== undefined && text !== null && typeof text !== "string") return null;
  const none = error === undefined || error === null || error === "" || error === false;
  return { kind: "result", text, error: none ? null : typeof error === "string" ? error : JSON.stringify(error) };
}

/** An entry without a time stays without, so that it gets its arrival time; a time that is not text counts as unknown. */
function readEntry(object: JsonObject): ProtocolLine | null {
  const { timestamp } = object;
  const known = timestamp === undefined || timestamp === null || typeof timestamp === "string";
  const parsed = Entry.safeParse(known ? object : { ...object, timestamp: null });
  if (!parsed.success) return null;
  return { kind: "entry", entry: timestamp === undefined ? { ...parsed.data, timestamp: undefined } : parsed.data };
}
