/** Turns the end of a process into an outcome: from facts, never from what it printed. */
import type { ProcessExit } from "../core/agent.ts";
import type { EntryInput } from "../core/entry.ts";
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

/** The outcome of a program that failed without a result: the error it reported, else the end of its stderr, else its exit. */
export function toExitFailure(exit: ProcessExit, reported: string | null = null): Outcome {
  const message =
    reported === null ? (readStderrEnd(exit) ?? describeExit(exit)) : `${reported} (${describeExit(exit)})`;
  return { status: "failed", code: "exit", message };
}

/** The message of an error that concerns the whole run; null for other entries. One with an id belongs to a call. */
export function readReportedError(entry: EntryInput): string | null {
  return entry.type === "error" && entry.id === undefined && entry.message.trim() !== "" ? entry.message : null;
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
