/** A terminal for a job of GitHub Actions: while it is open, nothing that is printed can command the runner. */
import { randomUUID } from "node:crypto";
import { jsonWithoutCommands, withoutCommands } from "../../report/ci/github.ts";
import type { Terminal } from "../terminal.ts";

/** A terminal that has to be closed, so that the rest of the step can command the runner again. */
export interface GithubTerminal extends Terminal, Disposable {
  readonly command: (lines: readonly string[]) => void;
}

/**
 * Commands are stopped behind a random token, and taken up only for our own. The runner reads stdout and stderr apart,
 * in no certain order, so every line is also written in a form that is no command.
 */
export function githubTerminal(terminal: Terminal, data: "text" | "json"): GithubTerminal {
  // Where stdout is a document, it stays one: the token goes to stderr.
  const control = data === "json" ? terminal.err : terminal.out;
  let token: string | undefined;
  const stop = () => {
    if (token !== undefined) return;
    token = randomUUID();
    control(`::stop-commands::${token}`);
  };
  const resume = () => {
    if (token !== undefined) control(`::${token}::`);
    token = undefined;
  };
  const guarded = (write: (text: string) => void, safe: (text: string) => string) => (text: string) => {
    stop();
    write(safe(text));
  };
  return {
    ...terminal,
    out: guarded(terminal.out, data === "json" ? jsonWithoutCommands : withoutCommands),
    err: guarded(terminal.err, withoutCommands),
    command: (lines) => {
      if (lines.length > 0) resume();
      lines.forEach((line) => control(line));
    },
    [Symbol.dispose]: resume,
  };
}
