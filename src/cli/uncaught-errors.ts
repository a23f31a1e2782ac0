/** Handles uncaught errors: one from an adapter ends that adapter's run, any other ends everything at once. */
import { errorMessage } from "../core/error.ts";
import { axisVersion, packageName } from "../core/version.ts";
import { listenForStrayErrors, routeStrayError } from "../runner/stray-errors.ts";
import { createErrorRedactor } from "./error-redactor.ts";
import { cleanUpNow, exitWith } from "./signals.ts";
import type { Terminal } from "./terminal.ts";

/** Also covers unhandled promise rejections. */
export function handleUncaughtErrors({ err, errPaint: { bad, dim } }: Terminal): void {
  listenForStrayErrors();
  process.on("uncaughtException", (thrown: unknown) => {
    const how = routeStrayError(thrown);
    if (how === "taken") return;
    const shown = createErrorRedactor(process.env);
    if (how === "late") return err(`warning   an adapter threw after its run had ended: ${shown(errorMessage(thrown))}`);
    // No await from here to the exit, or the end of an agent would be taken for its result.
    cleanUpNow();
    err(bad(`AXIS was ended by an uncaught error: ${shown(errorMessage(thrown))}`));
    if (thrown instanceof Error) err(dim(shown(thrown.stack ?? "")));
    err(
      `If a module of this project threw it, catch it there; otherwise it is a bug in ${packageName} ${axisVersion}.`,
    );
    err("Finished runs are saved; see them with: axis reports");
    exitWith(3);
  });
}
