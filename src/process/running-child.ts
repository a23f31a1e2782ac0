/** Starts one process in its own session and group, feeds it, reads it, and waits for its end. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { Readable } from "node:stream";
import type { ProcessExit } from "../core/agent.ts";
import { systemCode } from "../core/error.ts";
import { type Child, type StartOptions, createAbsentChild } from "./child.ts";
import type { Command } from "./command.ts";
import { defaultGraceMs } from "./end-processes.ts";
import { LineQueue } from "./line-queue.ts";
import { LineSplitter } from "./lines.ts";
import { closeWhenQuiet } from "./quiet-pipe.ts";
import { hasGroupSurvivors, sendSignal } from "./signal.ts";
import { Tail } from "./tail.ts";

const lineLimitBytes = 8 * 1024 * 1024;
const stdoutLimitBytes = 1024 * 1024 * 1024;
const stderrLimitBytes = 100_000;
/** The longest time a timer accepts; a longer one would fire at once. */
export const longestTimerMs = 2 ** 31 - 1;
const hasGroups = process.platform !== "win32";

/** Is notified when a process starts, is killed or exits. */
export interface Watcher {
  started(pid: number, joined: boolean): void;
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
    this.#process = spawn(command.file, command.args, spawnOptions(command, options));
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
    this.#signal("SIGTERM");
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
      const finish = (end: Pick<ProcessExit, "code" | "signal" | "spawnError">): void =>
        resolve({ ...end, stderr: this.#stderr.text(), durationMs: performance.now() - this.#startedAt });
      this.#process.once("error", (error) => {
        if (this.pid !== undefined) return;
        this.#leave();
        finish({ code: null, signal: null, spawnError: systemCode(error) ?? error.message });
      });
      this.#process.once("exit", (code, signal) => {
        this.#leave();
        if (this.pid !== undefined) this.#watcher.exited(this.pid);
        this.#whenRead(() => finish({ code, signal, spawnError: null }));
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
    const { stdout, stderr } = this.#process;
    this.lines.programExited();
    if (stdout) closeWhenQuiet(stdout);
    if (!stderr || stderr.destroyed) return then();
    closeWhenQuiet(stderr);
    stderr.once("close", then);
  }
}

function spawnOptions(command: Command, options: StartOptions): SpawnOptions {
  return {
    cwd: options.cwd,
    // Node passes this one on to every child unless it is set here.
    env: { NODE_V8_COVERAGE: undefined, ...command.env },
    detached: hasGroups,
    windowsHide: true,
    windowsVerbatimArguments: command.verbatim ?? false,
    stdio: [options.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  };
}
