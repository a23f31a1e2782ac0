/** Asks the person at the terminal, one line at a time. */
import { createInterface } from "node:readline";

/** The answer without white space around it; empty where the input has ended. */
export async function askLine(question: string): Promise<string> {
  process.stderr.write(question);
  if (process.stdin.readableEnded) return "";
  // Not as a terminal of its own: so Ctrl-C stays a signal, and what is typed ahead waits for the next question.
  const lines = createInterface({ input: process.stdin, terminal: false });
  try {
    for await (const line of lines) return line.trim();
    return "";
  } finally {
    lines.close();
    process.stdin.pause();
  }
}
