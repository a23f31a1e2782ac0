/** Runs one command as this process: signals and stray errors are heard, output is flushed, and then it exits. */
import { Console } from "node:console";
import { AxisError, errorMessage } from "../core/error.ts";
import { axisVersion, packageName } from "../core/version.ts";
import { listenForStrayErrors, routeStrayError } from "../runner/stray-errors.ts";
import { createErrorRedactor } from "./error-redactor.ts";
import { findInvocation, toInvokedTerminal } from "./invocation.ts";
import { type CommandPlace, printsJson, runCommand } from "./run-command.ts";
import { abortOnSignals, cleanUpNow, exitOnSignals, exitWith, reportEarlyExit } from "./signals.ts";
import { findSystemLimit } from "./system-limits.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** Commands that run agents. They install their own signal handling once their plan is made. */
const planningCommands = new Set(["run", "demo"]);

/** Finds the command, parses its arguments, runs it, then exits. */
export async function dispatch(name: string, args: readonly string[]): Promise<void> {
  // Output of project modules, such as a package that prints a greeting, must not mix with data on stdout.
  globalThis.console = new Console(process.stderr);
  const terminal = toInvokedTerminal(
    openTerminal(process.env),
    findInvocation(),
    printsJson(name, args) ? "data" : "text",
  );
  exitOnSignals(terminal, planningCommands.has(name) ? "Nothing has been run yet." : undefined);
  reportEarlyExit(terminal);
  handleUncaughtErrors(terminal);
  const code = await runCommand(name, args, processPlace(terminal));
  await flushStream(process.stdout);
  const failure = terminal.outputFailure();
  if (failure !== undefined) terminal.err(`The output could not be written: ${failure}`);
  await flushStream(process.stderr);
  exitWith(failure === undefined ? code : 3);
}

function processPlace(terminal: Terminal): CommandPlace {
  return {
    terminal,
    env: process.env,
    get cwd() {
      return readCurrentFolder();
    },
    now: () => new Date(),
    abortOnInterrupt: abortOnSignals,
  };
}

function readCurrentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new AxisError("config-missing", "The current folder no longer exists", {
      hint: "Change to another folder",
      cause,
    });
  }
}

function flushStream(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => {
    // A stream reports its error only after the callback has been called.
    const resolve = () => setImmediate(done);
    if (stream.destroyed || stream.errored !== null) resolve();
    else stream.write("", () => resolve()); // The callback also runs on an error; then there is nothing left to wait for.
  });
}

/** Also covers unhandled promise rejections. */
function handleUncaughtErrors({ err, errPaint: { bad, dim } }: Terminal): void {
  listenForStrayErrors();
  process.on("uncaughtException", (thrown: unknown) => {
    const how = routeStrayError(thrown);
    if (how === "taken") return;
    const shown = createErrorRedactor(process.env);
    if (how === "late")
      return err(`warning   an adapter threw after its run had ended: ${shown(errorMessage(thrown))}`);
    // No await from here to the exit, or the end of an agent would be taken for its result.
    cleanUpNow();
    const limit = findSystemLimit(thrown);
    if (limit !== undefined) {
      err(bad(limit.message));
      err(limit.hint);
      err("Finished runs are saved; see them with: axis reports");
      exitWith(3);
    }
    err(bad(`AXIS was ended by an uncaught error: ${shown(errorMessage(thrown))}`));
    if (thrown instanceof Error) err(dim(shown(thrown.stack ?? "")));
    err(
      `If a module of this project threw it, catch it there; otherwise it is a bug in ${packageName} ${axisVersion}.`,
    );
    err("Finished runs are saved; see them with: axis reports");
    exitWith(3);
  });
}
