/** Asks the person at the terminal, one line at a time. */
import { createInterface } from "node:readline";

/** Returns the answer without surrounding white space, or an empty string if the input has ended. */
export async function askLine(question: string): Promise<string> {
  process.stderr.write(question);
  if (process.stdin.readableEnded) return "";
  // readline does not run in terminal mode: Ctrl-C stays a signal, and lines typed ahead wait for the next question.
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    for await (const line of lines) return line.trim();
    return "";
  } finally {
    lines.close();
    process.stdin.pause();
  }
}
