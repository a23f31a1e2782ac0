/** A terminal for GitHub Actions jobs: while it is open, the runner never takes printed text for a workflow command. */
import { randomUUID } from "node:crypto";
import { escapeCommandsInJson, escapeCommands } from "../../report/ci/github.ts";
import type { Terminal } from "../terminal.ts";

/** Must be closed, so that the rest of the step can send workflow commands again. */
export interface GithubTerminal extends Terminal, Disposable {
  readonly command: (lines: readonly string[]) => void;
}

/**
 * Workflow commands are stopped with a random token and resumed only for our own. The runner reads stdout and stderr
 * separately, in no fixed order, so every line is also written in a form that is not a command.
 */
export function toGithubTerminal(terminal: Terminal, data: "text" | "json"): GithubTerminal {
  // If stdout is a JSON document, the token goes to stderr so that stdout stays one document.
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
    out: guarded(terminal.out, data === "json" ? escapeCommandsInJson : escapeCommands),
    err: guarded(terminal.err, escapeCommands),
    command: (lines) => {
      if (lines.length > 0) resume();
      lines.forEach((line) => control(line));
    },
    [Symbol.dispose]: resume,
  };
}
