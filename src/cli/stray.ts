/** What becomes of an error that nobody caught: it ends the run of the adapter that threw it, or everything at once. */
import { messageOf } from "../core/error.ts";
import { axisVersion, packageName } from "../core/version.ts";
import { terminalSafe } from "../report/text/terminal-safe.ts";
import { hearStrayErrors, takeStrayError } from "../runner/stray-errors.ts";
import { endAll, exitAs } from "./signals.ts";
import type { Terminal } from "./terminal.ts";

/** From now on. A promise that was rejected and let go comes here too. */
export function onStrayErrors(terminal: Terminal): void {
  hearStrayErrors();
  process.on("uncaughtException", (error: unknown) => {
    const how = takeStrayError(error);
    if (how === "taken") return;
    const message = terminalSafe(messageOf(error));
    if (how === "late") return terminal.err(`warning   an adapter threw when its run was over: ${message}`);
    endAll();
    terminal.err(terminal.errPaint.bad(`AXIS was ended by an error that nobody caught: ${message}`));
    if (error instanceof Error) terminal.err(terminal.errPaint.dim(terminalSafe(error.stack ?? "")));
    terminal.err(
      `Where a module of this project threw it, catch it there; else it is a defect of ${packageName} ${axisVersion}.`,
    );
    terminal.err("What has finished is kept: see it with: axis reports");
    exitAs(3);
  });
}
