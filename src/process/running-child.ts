/** Starts one process in its own session and group, feeds it, reads it, and waits for its end. */
import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { Duplex, Readable } from "node:stream";
import type { ProcessExit } from "../core/agent.ts";
import { systemCode } from "../core/error.ts";
import type { Command } from "./command.ts";
import { defaultGraceMs, hasGroupSurvivors, sendSignal } from "./end-processes.ts";
import { LineQueue } from "./line-queue.ts";
import { LineSplitter, Tail } from "./lines.ts";

/** Closes a pipe of a process that has exited while something else still holds its other end. */
const quietMs = 100;
/** How often to look at a pipe that never becomes quiet. */
const maxLooks = 10;
/** More than any pipe holds: everything beyond it was written by another process. */
const maxBytes = 4 * 1024 * 1024;

/**
 * The process's own output is in the pipe by now, so silence means that all of it has been read. A background process
 * that holds the pipe open, or keeps writing to it, must not keep us waiting.
 */
function closeWhenQuiet(pipe: Readable): void {
  if (pipe.destroyed) return;
  let bytes = 0;
  let bytesBefore = 0;
  let looks = 0;
  let timer = setTimeout(look, quietMs).unref();
  pipe.once("close", () => clearTimeout(timer));
  pipe.on("data", (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (bytes > maxBytes) pipe.destroy();
  });

  function look(): void {
    // After a busy stretch, timers fire before pipes are read; data that is already waiting is read before the decision.
    setImmediate(() => {
      if (pipe.destroyed) return;
      if (bytes === bytesBefore || ++looks >= maxLooks) return void pipe.destroy();
      bytesBefore = bytes;
      timer = setTimeout(look, quietMs).unref();
    });
  }
}

const lineLimitBytes = 8 * 1024 * 1024;
const stdoutLimitBytes = 1024 * 1024 * 1024;
const stderrLimitBytes = 100_000;
/** The longest time a timer accepts; a longer one would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;
const hasGroups = process.platform !== "win32";

/** Is notified when a process starts, is killed or exits. */
export interface Watcher {
  started(pid: number, joined: boolean): void;
  /** These processes were asked to end, not by a signal to their group. */
  told(pids: readonly number[]): void;
  /** The process's group is sent SIGKILL while it runs. */
  killed(pid: number): void;
  exited(pid: number): void;
}

/** Starts the command; if that fails, the child's exit contains the error. */
export function startChild(command: Command, options: StartOptions, watcher: Watcher): Child {
  try {
    return new RunningChild(command, options, watcher);
  } catch (error) {
    // Some errors of the system (such as E2BIG) are thrown instead of reported.
    return createAbsentChild({ spawnError: systemCode(error) ?? "EINVAL" });
  }
}

class RunningChild implements Child {
  readonly pid: number | undefined;
  readonly lines: LineQueue;
  readonly exit: Promise<ProcessExit>;
  readonly #process: ChildProcess;
  readonly #options: StartOptions;
  readonly #watcher: Watcher;
  readonly #startedAt = performance.now();
  readonly #stderr: Tail;
  readonly #abort = (): void => void this.stop();
  #exited = false;
  #killTimer: NodeJS.Timeout | undefined;

  constructor(command: Command, options: StartOptions, watcher: Watcher) {
    this.#options = options;
    this.#watcher = watcher;
    this.#process = spawnWithFiles(command, options);
    this.pid = this.#process.pid;
    if (this.pid !== undefined) watcher.started(this.pid, command.joins);
    this.#stderr = new Tail(options.stderrLimitBytes ?? stderrLimitBytes);
    this.lines = this.#readStdout(this.#process.stdout ?? Readable.from([]));
    this.#readStderr(this.#process.stderr ?? Readable.from([]));
    this.#feed();
    this.exit = this.#watch();
    options.abort?.addEventListener("abort", this.#abort, { once: true });
  }

  get hasEnded(): boolean {
    return this.#exited;
  }

  write(text: string): void {
    if (this.#options.stdin === "open" && this.#process.stdin?.writable) this.#process.stdin.write(text);
  }

  endInput(): void {
    this.#process.stdin?.end();
  }

  stop(): Promise<ProcessExit> {
    if (this.#exited || this.#killTimer !== undefined) return this.exit;
    if (this.#options.tellEnd === undefined) this.#signal("SIGTERM");
    else if (this.pid !== undefined) this.#watcher.told(this.#options.tellEnd(this.pid));
    const graceMs = Math.min(this.#options.graceMs ?? defaultGraceMs, longestTimerMs);
    this.#killTimer = setTimeout(() => this.#signal("SIGKILL"), graceMs).unref();
    return this.exit;
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.pid === undefined) return;
    if (signal === "SIGKILL" && !this.#exited) this.#watcher.killed(this.pid);
    if (!hasGroups) this.#process.kill(signal);
    else if (!this.#exited || hasGroupSurvivors(this.pid)) sendSignal(-this.pid, signal);
  }

  #readStdout(pipe: Readable): LineQueue {
    const lines = new LineQueue(
      pipe,
      new LineSplitter({
        lineBytes: this.#options.lineLimitBytes ?? lineLimitBytes,
        totalBytes: this.#options.stdoutLimitBytes ?? stdoutLimitBytes,
      }),
    );
    if (this.#options.onStdout === undefined) return lines;
    pipe.on("data", this.#options.onStdout);
    lines.discard();
    return lines;
  }

  #readStderr(pipe: Readable): void {
    const { onStderr } = this.#options;
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    pipe.on("data", (chunk: Uint8Array) => {
      this.#stderr.push(chunk);
      onStderr?.(decoder.decode(chunk, { stream: true }));
    });
    // A broken pipe ends the reading, just like the end of the stream.
    pipe.on("error", () => {});
  }

  #feed(): void {
    const { stdin } = this.#options;
    // A program that does not read its input breaks this pipe, which is allowed.
    this.#process.stdin?.on("error", () => {});
    if (stdin !== "open") this.#process.stdin?.end(typeof stdin === "object" ? stdin.text : stdin);
  }

  #watch(): Promise<ProcessExit> {
    return new Promise((resolve) => {
      const finish = (end: ProcessEnd): void =>
        resolve({ ...end, stderr: this.#stderr.text(), durationMs: performance.now() - this.#startedAt });
      this.#process.once("error", (error) => {
        if (this.pid !== undefined) return;
        this.#leave();
        finish({ code: null, signal: null, spawnError: systemCode(error) ?? error.message });
      });
      this.#process.once("exit", (code, signal) => {
        this.#leave();
        if (this.pid !== undefined) this.#watcher.exited(this.pid);
        const end = { code, signal, spawnError: null };
        this.#whenRead(() => finish(this.#options.readExit?.(end, this.#stderr.text()) ?? end));
      });
    });
  }

  #leave(): void {
    this.#exited = true;
    this.#options.abort?.removeEventListener("abort", this.#abort);
    this.#process.stdin?.destroy();
    // Otherwise the rest of the group keeps its grace period, and the timer ends it.
    if (this.pid === undefined || !hasGroups || !hasGroupSurvivors(this.pid)) clearTimeout(this.#killTimer);
  }

  #whenRead(then: () => void): void {
    const [, stdout, ...others] = this.#process.stdio;
    this.lines.programExited();
    if (stdout instanceof Readable) closeWhenQuiet(stdout);
    const open = others.filter((pipe) => pipe instanceof Readable).filter((pipe) => !pipe.destroyed);
    let left = open.length;
    if (left === 0) return then();
    for (const pipe of open) {
      closeWhenQuiet(pipe);
      pipe.once("close", () => --left === 0 && then());
    }
  }
}

/** Opens the files only now and closes our copies at once, so that a start that never happens leaves nothing open. */
function spawnWithFiles(command: Command, options: StartOptions): ChildProcess {
  const files = options.files ?? [];
  const opened: number[] = [];
  try {
    const stdio = files.map((file) => {
      if (!("path" in file)) return "pipe" as const;
      const descriptor = openSync(file.path, "r");
      opened.push(descriptor);
      return descriptor;
    });
    const child = spawn(command.file, command.args, spawnOptions(command, options, stdio));
    for (const [index, file] of files.entries()) if (!("path" in file)) followPipe(child.stdio[index + 3], file);
    return child;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

function followPipe(pipe: ChildProcess["stdio"][number] | undefined, { onData }: PipeFile): void {
  if (!(pipe instanceof Duplex)) return;
  pipe.on("data", (chunk: Uint8Array) => onData(Buffer.from(chunk).toString("latin1")));
  // The other end is gone; the exit says why.
  pipe.on("error", () => {});
}

function spawnOptions(command: Command, options: StartOptions, files: readonly (number | "pipe")[]): SpawnOptions {
  return {
    cwd: options.cwd,
    // Node passes this one on to every child unless it is set here.
    env: { NODE_V8_COVERAGE: undefined, ...command.env },
    detached: hasGroups,
    windowsHide: true,
    windowsVerbatimArguments: command.verbatim ?? false,
    stdio: [options.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe", ...files],
  };
}

/** How a process ended. */
export type ProcessEnd = Pick<ProcessExit, "code" | "signal" | "spawnError">;

/** A pipe that the process holds as a descriptor; what it writes there arrives here. It closes when AXIS ends. */
interface PipeFile {
  readonly onData: (text: string) => void;
}

/** One child process: how to start it, and what it returns. */
export interface StartOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** If true, `program` is one line for the system's shell, and `args` is empty. */
  readonly shell?: boolean;
  readonly cwd: string;
  /** Puts a shell in between, because the program may belong to an agent, or run its code, and try to kill its parent. */
  readonly kept?: boolean;
  /** The complete environment; the scope adds AXIS_RUN_ID. */
  readonly env: Readonly<Record<string, string>>;
  /** Its descriptors from 3 on: a file that is opened for reading, or a pipe. */
  readonly files?: readonly ({ readonly path: string } | PipeFile)[];
  /** Asks the process with this id to end, where SIGTERM to its group is not the way; returns the processes that it asked. */
  readonly tellEnd?: (pid: number) => readonly number[];
  /** Says how the program itself ended, if the process only reports it. Called when all pipes are read. */
  readonly readExit?: (end: ProcessEnd, stderr: string) => ProcessEnd;
  /** Text followed by the end of input; "open" for a protocol; if omitted, no input at all. */
  readonly stdin?: string | { readonly text: string };
  /** Ends the process and its group: SIGTERM, then SIGKILL after `graceMs`. */
  readonly abort?: AbortSignal;
  /** Default 5000. */
  readonly graceMs?: number;
  /** Default 8 MiB; a longer line is cut and marked. */
  readonly lineLimitBytes?: number;
  /** Default 1 GiB in total; beyond it, lines are dropped after one line that says so, and the process continues. */
  readonly stdoutLimitBytes?: number;
  /** Default 100,000; the end is kept. */
  readonly stderrLimitBytes?: number;
  readonly onStderr?: (chunk: string) => void;
  /** Receives stdout byte for byte as it arrives; `lines` is then empty and ends when stdout does. */
  readonly onStdout?: (chunk: Uint8Array) => void;
}

export interface Child {
  /** Undefined if nothing was started. */
  readonly pid: number | undefined;
  /** Lines of stdout, for one reader; a slow reader pauses the program. If the reader stops early, the rest is dropped. */
  readonly lines: AsyncIterable<string>;
  /** Does nothing without open input or after its end. */
  write(text: string): void;
  endInput(): void;
  /** Whether the process is known to have ended; its output may still be arriving. */
  readonly hasEnded: boolean;
  /** Never rejects. */
  readonly exit: Promise<ProcessExit>;
  /** Ends the process and its group. */
  stop(): Promise<ProcessExit>;
}

/** A child that never ran: its program cannot start, or it was stopped before it could. */
export function createAbsentChild(why: { spawnError: string } | { signal: string }): Child {
  const none = { code: null, signal: null, spawnError: null, stderr: "", durationMs: 0 };
  const exit = Promise.resolve({ ...none, ...why });
  return { pid: undefined, lines: noLines(), write() {}, endInput() {}, hasEnded: true, exit, stop: () => exit };
}

async function* noLines(): AsyncGenerator<string, void, undefined> {}
