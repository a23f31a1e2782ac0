/** Turns the end of a process into an outcome: from facts, never from what it printed. */
import type { ProcessExit } from "../core/agent.ts";
import type { Outcome } from "../core/outcome.ts";

export { stopOutcome } from "../core/outcome.ts";

/** Maximum length of stderr in a message, in characters. */
const maxStderrLength = 2000;

/** The outcome of a program that could not be started. */
export function toStartFailure(program: string, why: string): Outcome {
  const wayOut = why.includes("E2BIG")
    ? ": the prompt is too long for an argument; let the program read it from stdin"
    : "";
  return { status: "failed", code: "spawn", message: `${program} could not be started (${why})${wayOut}` };
}

/** The outcome of a program that failed without a result: the end of its stderr, else its exit code. */
export function toExitFailure(exit: ProcessExit): Outcome {
  return { status: "failed", code: "exit", message: readStderrEnd(exit) ?? describeExit(exit) };
}

/** Whether the exit of a process means success. */
export function hasExitedCleanly(exit: ProcessExit): boolean {
  return exit.code === 0 && exit.signal === null;
}

/** Describes the exit in words. */
function describeExit(exit: ProcessExit): string {
  return exit.signal === null ? `exit code ${exit.code ?? "unknown"}` : `ended by ${exit.signal}`;
}

function readStderrEnd(exit: ProcessExit): string | null {
  const text = exit.stderr.trim();
  if (text === "") return null;
  return text.length <= maxStderrLength ? text : `… ${text.slice(-maxStderrLength).toWellFormed()}`;
}
