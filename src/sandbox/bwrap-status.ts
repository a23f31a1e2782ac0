/** Reads how a program in bubblewrap ended: bubblewrap reports a signal as a number, and its own failures as exit code 1. */
import { constants } from "node:os";
import type { ProcessEnd } from "../process/scope.ts";

/** A shell reports these the same way, and programs end with them on purpose: Ctrl-C and a closed pipe. */
const ordinary: readonly string[] = ["SIGINT", "SIGPIPE"];

export class BwrapStatus {
  #text = "";

  /** Takes what bubblewrap wrote to its status descriptor. */
  add(text: string): void {
    this.#text += text;
  }

  readExit(end: ProcessEnd, stderr: string): ProcessEnd {
    if (end.code === null || end.spawnError !== null) return end;
    // It reports an exit code only of a program that was started.
    if (!this.#text.includes('"exit-code"')) return { ...end, spawnError: describeFailure(stderr) };
    const signal = findSignal(end.code - 128);
    return signal === null ? end : { code: null, signal, spawnError: null };
  }
}

function describeFailure(stderr: string): string {
  const said = stderr
    .trim()
    .split("\n")
    .findLast((line) => line.startsWith("bwrap: "));
  return `the sandbox could not be opened${said === undefined ? "" : `: ${said.slice("bwrap: ".length)}`}`;
}

/** Null if the number is none, or one with which programs end on purpose. */
export function findSignal(number: number): string | null {
  const found = Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? null;
  return found === null || ordinary.includes(found) ? null : found;
}
