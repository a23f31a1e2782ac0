/** Runs a program to its end and collects its output: for scripts, checks, git and version probes. */
import type { ProcessExit } from "../core/agent.ts";
import { type Child, longestTimerMs, type StartOptions } from "./running-child.ts";
import type { ProcessScope } from "./scope.ts";
import { Tail } from "./lines.ts";

export interface RunOptions extends StartOptions {
  /** If omitted, there is no time limit. */
  readonly timeoutMs?: number;
  /** Default 8 MiB of stdout; the end is kept. */
  readonly outputLimitBytes?: number;
}

export interface FinishedProgram {
  readonly exit: ProcessExit;
  readonly stdout: string;
  /** Whether something was dropped from the front of stdout. */
  readonly stdoutCut: boolean;
  /** Whether its time ran out before it ended. */
  readonly timedOut: boolean;
  /** Whether the abort came before it ended and before its time ran out. */
  readonly aborted: boolean;
}

const outputLimitBytes = 8 * 1024 * 1024;

/** Never rejects: `exit` says how the program ended. Processes it left running end with the scope. */
export async function runProgram(scope: ProcessScope, options: RunOptions): Promise<FinishedProgram> {
  const output = new Tail(options.outputLimitBytes ?? outputLimitBytes);
  const child = scope.start({ ...options, onStdout: (chunk) => output.push(chunk) });
  const { exit, stoppedBy } = await waitForExit(child, options);
  // `lines` stays empty here, so its first answer marks the end of stdout.
  await child.lines[Symbol.asyncIterator]().next();
  return {
    exit,
    stdout: output.text(),
    stdoutCut: output.isCut,
    timedOut: stoppedBy === "time",
    aborted: stoppedBy === "abort",
  };
}

interface Stopped {
  /** The first reason to stop is the one that is reported. */
  stoppedBy: "time" | "abort" | null;
}

/** Waits for the exit; stops the child when its time runs out, and reports which came first. */
export async function waitForExit(
  child: Child,
  { timeoutMs, abort }: { readonly timeoutMs?: number; readonly abort?: AbortSignal },
): Promise<Stopped & { exit: ProcessExit }> {
  const stopped: Stopped = { stoppedBy: abort?.aborted ? "abort" : null };
  const onAbort = (): void => void (stopped.stoppedBy ??= "abort");
  const onTime = (): void => {
    if (child.hasEnded) return;
    stopped.stoppedBy ??= "time";
    void child.stop();
  };
  abort?.addEventListener("abort", onAbort, { once: true });
  // After a busy stretch, timers fire before exits are reported; a program that ended in time still counts as such.
  const soon = () => setImmediate(onTime);
  const timer = timeoutMs === undefined ? undefined : setTimeout(soon, Math.min(timeoutMs, longestTimerMs));
  const exit = await child.exit;
  clearTimeout(timer);
  abort?.removeEventListener("abort", onAbort);
  return { ...stopped, exit };
}
