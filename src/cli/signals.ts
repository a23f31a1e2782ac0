/** Ctrl-C: commands with an orderly shutdown stop on the first signal; other commands, and a second signal, end at once. */
import { removePassingFoldersNow } from "../config/remote/passing-folders.ts";
import { Stop } from "../core/outcome.ts";
import { endAllNow } from "../process/emergency.ts";
import { removeWorkspacesNow } from "../workspace/workspace.ts";
import type { LastThings } from "./command.ts";
import type { Terminal } from "./terminal.ts";

const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 143 } as const;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Signal = (typeof signals)[number];
/** On an immediate stop, the shutdown hook gets at most this long. */
const lastMs = 2_000;

/** The active handler; libraries may have their own. */
let handler: ((signal: Signal) => void) | undefined;

/** Until `onSignals` replaces it, the first signal ends every process, deletes temporary files, prints why, and exits. */
export function endOnSignals(terminal: Terminal, holds?: string): void {
  handle((signal) => {
    endAll();
    sayEnd(terminal, signal, holds);
    exitAs(codes[signal]);
  });
}

/** Node's exit code when the top level awaits a promise that nothing can settle any more. */
const nothingLeft = 13;

/** Whether AXIS itself is ending this process. */
let isOurEnd = false;

/** Ends this process; all output has been written. */
export function exitAs(code: number): never {
  isOurEnd = true;
  process.exit(code);
}

/** Only AXIS may end this process: a project module may call process.exit, and its exit code must not pass for ours. */
export function refuseEarlyExit(terminal: Terminal): void {
  process.on("exit", (code) => {
    if (isOurEnd) return;
    endAll();
    const culprit = "a module of this project, or one that it uses,";
    const why = code === nothingLeft ? `a promise of ${culprit} never settled` : `${culprit} called exit`;
    terminal.err(`AXIS was ended before it finished: ${why}`);
    terminal.err("Return or throw instead. Finished runs are saved; see them with: axis reports");
    process.exitCode = 2;
  });
}

/** Returns a signal that aborts on the first signal; a second one exits once the hook is done or its time is up. */
export function onSignals(terminal: Terminal, { begin, wayOn }: LastThings = {}): AbortSignal {
  const stop = new AbortController();
  handle((signal) => {
    if (stop.signal.aborted) return endAfter(begin, () => sayEnd(terminal, signal, wayOn?.()), signal);
    terminal.err(`Stopping (${signal}): finished runs are saved. Repeat the signal to stop at once.`);
    stop.abort(new Stop("user", "run", `stopped by ${signal === "SIGINT" ? "Ctrl-C" : signal}`));
  });
  return stop.signal;
}

function sayEnd(terminal: Terminal, signal: Signal, next: string | undefined): void {
  const killed = `Stopped at once (${signal}): all processes started by AXIS were killed.`;
  terminal.err(next === undefined ? killed : `${killed} ${next}`);
}

function handle(next: (signal: Signal) => void): void {
  const last = handler;
  handler = next;
  for (const signal of signals) {
    // Added before the old handler is removed: without any listener the signal would end AXIS itself.
    process.on(signal, next);
    if (last !== undefined) process.off(signal, last);
  }
}

function endNow(signal: Signal): never {
  endAll();
  exitAs(codes[signal]);
}

/** The hook starts before the processes end, so that their end is not taken for a result. Printing comes after. */
function endAfter(begin: LastThings["begin"], say: () => void, signal: Signal): void {
  handle(() => {}); // A third signal changes nothing.
  const done = begin?.();
  endAll();
  say();
  const exit = () => endNow(signal);
  if (done === undefined) return exit();
  setTimeout(exit, lastMs);
  done.then(exit, exit); // Unfinished work is cleaned up later by others, as after a kill.
}

/** Ends every process that AXIS started and deletes temporary files. */
export function endAll(): void {
  endAllNow();
  removeWorkspacesNow();
  removePassingFoldersNow();
}
