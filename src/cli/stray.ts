/** Handles uncaught errors: one from an adapter ends that adapter's run, any other ends everything at once. */
import { messageOf } from "../core/error.ts";
import { axisVersion, packageName } from "../core/version.ts";
import { hearStrayErrors, takeStrayError } from "../runner/stray-errors.ts";
import { withoutSecrets } from "./shown-error.ts";
import { endAll, exitAs } from "./signals.ts";
import type { Terminal } from "./terminal.ts";

/** Also covers unhandled promise rejections. */
export function onStrayErrors({ err, errPaint: { bad, dim } }: Terminal): void {
  hearStrayErrors();
  process.on("uncaughtException", (thrown: unknown) => {
    const how = takeStrayError(thrown);
    if (how === "taken") return;
    const shown = withoutSecrets(process.env);
    if (how === "late") return err(`warning   an adapter threw after its run had ended: ${shown(messageOf(thrown))}`);
    // No await from here to the exit, or the end of an agent would be taken for its result.
    endAll();
    err(bad(`AXIS was ended by an uncaught error: ${shown(messageOf(thrown))}`));
    if (thrown instanceof Error) err(dim(shown(thrown.stack ?? "")));
    err(
      `If a module of this project threw it, catch it there; otherwise it is a bug in ${packageName} ${axisVersion}.`,
    );
    err("Finished runs are saved; see them with: axis reports");
    exitAs(3);
  });
}
