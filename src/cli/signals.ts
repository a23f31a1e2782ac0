/** Ctrl-C once: stop cleanly. Twice: end everything at once. */
import { Stop } from "../core/outcome.ts";
import { endAllNow } from "../process/emergency.ts";
import { removeWorkspacesNow } from "../workspace/workspace.ts";
import type { Terminal } from "./terminal.ts";

const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 143 } as const;

/** An abort that fires with the first signal; the second one exits. */
export function onSignals(terminal: Terminal): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (!stop.signal.aborted) {
        terminal.err(`Stopping (${signal}): what has finished is kept. Once more to stop at once.`);
        stop.abort(new Stop("user", "run", `stopped by ${signal === "SIGINT" ? "Ctrl-C" : signal}`));
        return;
      }
      endAllNow();
      removeWorkspacesNow();
      process.exit(codes[signal]);
    });
  }
  return stop.signal;
}
