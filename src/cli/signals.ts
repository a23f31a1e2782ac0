/** Ctrl-C: commands that stop in order do so with the first one; all others, and the second one, end everything at once. */
import { removePassingFoldersNow } from "../config/remote/passing-folders.ts";
import { Stop } from "../core/outcome.ts";
import { endAllNow } from "../process/emergency.ts";
import { removeWorkspacesNow } from "../workspace/workspace.ts";
import type { LastThings } from "./command.ts";
import type { Terminal } from "./terminal.ts";

const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 143 } as const;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Signal = (typeof signals)[number];
/** Whoever stops everything at once does not wait longer than this for what is still to be done. */
const lastMs = 2_000;

/** The one handler at work; libraries may have others of their own. */
let handler: ((signal: Signal) => void) | undefined;

/** Until `onSignals` replaces it: the first signal ends every process, removes what is temporary, says so with what holds then, and exits. */
export function endOnSignals(terminal: Terminal, holds?: string): void {
  handle((signal) => {
    endAll();
    sayEnd(terminal, signal, holds);
    exitAs(codes[signal]);
  });
}

/** Node's own code where something is waited for and nothing is left that could bring it. */
const nothingLeft = 13;

/** Whether it is us who end this process. */
let isOurEnd = false;

/** Ends this process; what is to be said was said. */
export function exitAs(code: number): never {
  isOurEnd = true;
  process.exit(code);
}

/** Nobody but us ends this process: a module of the project may call process.exit, and what it says by its code is not ours. */
export function refuseEarlyExit(terminal: Terminal): void {
  process.on("exit", (code) => {
    if (isOurEnd) return;
    endAll();
    const culprit = "a module of this project, or one that it uses,";
    const why = code === nothingLeft ? `what ${culprit} promised can no longer come` : `${culprit} called exit`;
    terminal.err(`AXIS was ended before its work was done: ${why}`);
    terminal.err("Let it return or throw instead. What has finished is kept: see it with: axis reports");
    process.exitCode = 2;
  });
}

/** An abort that fires with the first signal; the second one exits, when what is to be done last is done or has taken too long. */
export function onSignals(terminal: Terminal, { begin, wayOn }: LastThings = {}): AbortSignal {
  const stop = new AbortController();
  handle((signal) => {
    if (stop.signal.aborted) return endAfter(begin, () => sayEnd(terminal, signal, wayOn?.()), signal);
    terminal.err(`Stopping (${signal}): what has finished is kept. Once more to stop at once.`);
    stop.abort(new Stop("user", "run", `stopped by ${signal === "SIGINT" ? "Ctrl-C" : signal}`));
  });
  return stop.signal;
}

function sayEnd(terminal: Terminal, signal: Signal, next: string | undefined): void {
  const killed = `Stopped at once (${signal}): every process that AXIS started was killed.`;
  terminal.err(next === undefined ? killed : `${killed} ${next}`);
}

function handle(next: (signal: Signal) => void): void {
  const last = handler;
  handler = next;
  for (const signal of signals) {
    // Added before the other is taken away: a signal nobody listens to would end AXIS itself.
    process.on(signal, next);
    if (last !== undefined) process.off(signal, last);
  }
}

function endNow(signal: Signal): never {
  endAll();
  exitAs(codes[signal]);
}

/** It is begun before processes end, so that nobody takes their end for a result. What is said comes after: it holds nothing up. */
function endAfter(begin: LastThings["begin"], say: () => void, signal: Signal): void {
  handle(() => {}); // A third one changes nothing.
  const done = begin?.();
  endAll();
  say();
  const exit = () => endNow(signal);
  if (done === undefined) return exit();
  setTimeout(exit, lastMs);
  done.then(exit, exit); // What could not be done is found by others later, as after a kill.
}

/** Ends every process that AXIS started and removes what is temporary. */
export function endAll(): void {
  endAllNow();
  removeWorkspacesNow();
  removePassingFoldersNow();
}
