/** Runs one command as this process: signals and stray errors are heard, output is flushed, and then it exits. */
import { Console } from "node:console";
import { AxisError } from "../core/error.ts";
import { type CommandPlace, runCommand } from "./run-command.ts";
import { endOnSignals, exitAs, onSignals, refuseEarlyExit } from "./signals.ts";
import { onStrayErrors } from "./stray.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** Commands that run agents. They ask for an orderly end once their plan is made. */
const plansFirst = new Set(["run", "demo"]);

/** Finds, parses and runs; then exits. */
export async function dispatch(name: string, args: readonly string[]): Promise<void> {
  // What modules of a project print, such as a package that greets, is no data.
  globalThis.console = new Console(process.stderr);
  const terminal = openTerminal(process.env);
  endOnSignals(terminal, plansFirst.has(name) ? "Nothing was run yet." : undefined);
  refuseEarlyExit(terminal);
  onStrayErrors(terminal);
  const code = await runCommand(name, args, processPlace(terminal));
  await drained(process.stdout);
  const failure = terminal.outputFailure();
  if (failure !== undefined) terminal.err(`The output could not be written: ${failure}`);
  await drained(process.stderr);
  exitAs(failure === undefined ? code : 3);
}

function processPlace(terminal: Terminal): CommandPlace {
  return {
    terminal,
    env: process.env,
    get cwd() {
      return currentFolder();
    },
    now: () => new Date(),
    interruptible: onSignals,
  };
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new AxisError("config-missing", "The current folder is no longer there", {
      hint: "Change to another one",
      cause,
    });
  }
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => {
    // A stream says what went wrong with it only after it has called back.
    const resolve = () => setImmediate(done);
    if (stream.destroyed || stream.errored !== null) resolve();
    else stream.write("", () => resolve()); // Also called with an error: then there is nothing left to wait for.
  });
}
