/** Ctrl-C: commands with an orderly shutdown stop on the first signal; other commands, and a second signal, end at once. */
import { removeTemporaryFoldersSync } from "../config/libraries/temporary-folders.ts";
import { formatCount } from "../core/format-count.ts";
import { Stop } from "../core/outcome.ts";
import { killAllNow } from "../process/emergency.ts";
import { teardownGraceMs } from "../runner/interruption.ts";
import { removeWorkspacesNow } from "../runner/workspace/workspace.ts";
import type { ShutdownHooks } from "./command.ts";
import type { Terminal } from "./terminal.ts";

const signalExitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 143 } as const;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Signal = (typeof signals)[number];
/** On an immediate stop, the shutdown hook gets at most this long. */
const shutdownMs = 2_000;

/** The active handler; libraries may have their own. */
let handler: ((signal: Signal) => void) | undefined;

/** Until `abortOnSignals` replaces it, the first signal ends every process, deletes temporary files, prints why, and exits. */
export function exitOnSignals(terminal: Terminal, holds?: string): void {
  replaceHandler((signal) => {
    cleanUpNow();
    printEnd(terminal, signal, holds);
    exitWith(signalExitCodes[signal]);
  });
}

/** Node's exit code when the top level awaits a promise that nothing can settle any more. */
const unsettledExitCode = 13;

/** Whether AXIS itself is ending this process. */
let isOwnExit = false;

/** Ends this process; all output has been written. */
export function exitWith(code: number): never {
  isOwnExit = true;
  process.exit(code);
}

/** Only AXIS may end this process: a project module may call process.exit, and its exit code must not pass for ours. */
export function reportEarlyExit(terminal: Terminal): void {
  process.on("exit", (code) => {
    if (isOwnExit) return;
    cleanUpNow();
    const culprit = "a module of this project, or one that it uses,";
    const why = code === unsettledExitCode ? `a promise of ${culprit} never settled` : `${culprit} called exit`;
    terminal.err(`AXIS was ended before it finished: ${why}`);
    terminal.err("Return or throw instead. Finished runs are saved; see them with: axis reports");
    process.exitCode = 2;
  });
}

/** Returns a signal that aborts on the first signal; a second one exits once the hook is done or its time is up. */
export function abortOnSignals(terminal: Terminal, hooks: ShutdownHooks = {}): AbortSignal {
  const { beforeKill, resumeHint } = hooks;
  const stop = new AbortController();
  replaceHandler((signal) => {
    if (stop.signal.aborted) return exitAfterHook(beforeKill, () => printEnd(terminal, signal, resumeHint?.()), signal);
    terminal.err(announceStop(signal, hooks));
    stop.abort(new Stop("user", "run", `stopped by ${signal === "SIGINT" ? "Ctrl-C" : signal}`));
  });
  return stop.signal;
}

function announceStop(signal: Signal, { countRuns }: ShutdownHooks): string {
  const runs = countRuns?.() ?? 0;
  const what = runs === 0 ? "stopping" : `stopping ${formatCount(runs, "run")} (up to ${teardownGraceMs / 1000} s)`;
  return signal === "SIGINT"
    ? `^C  ${what}. Press again to stop now.`
    : `${signal}  ${what}. Repeat the signal to stop now.`;
}

function printEnd(terminal: Terminal, signal: Signal, next: string | undefined): void {
  const killed = `Stopped at once (${signal}): all processes started by AXIS were killed.`;
  terminal.err(next === undefined ? killed : `${killed} ${next}`);
}

function replaceHandler(next: (signal: Signal) => void): void {
  const last = handler;
  handler = next;
  for (const signal of signals) {
    // Added before the old handler is removed: without any listener the signal would end AXIS itself.
    process.on(signal, next);
    if (last !== undefined) process.off(signal, last);
  }
}

function exitNow(signal: Signal): never {
  cleanUpNow();
  exitWith(signalExitCodes[signal]);
}

/** The hook starts before the processes end, so that their end is not taken for a result. Printing comes after. */
function exitAfterHook(begin: ShutdownHooks["beforeKill"], say: () => void, signal: Signal): void {
  replaceHandler(() => {}); // A third signal changes nothing.
  const done = begin?.();
  cleanUpNow();
  say();
  const exit = () => exitNow(signal);
  if (done === undefined) return exit();
  setTimeout(exit, shutdownMs);
  done.then(exit, exit); // Unfinished work is cleaned up later by others, as after a kill.
}

/** Ends every process that AXIS started and deletes temporary files. */
export function cleanUpNow(): void {
  killAllNow();
  removeWorkspacesNow();
  removeTemporaryFoldersSync();
}
