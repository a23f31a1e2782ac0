/** What becomes of an error that nobody caught: it ends the run of the adapter that threw it, or everything at once. */
import { messageOf } from "../core/error.ts";
import { axisVersion, packageName } from "../core/version.ts";
import { hearStrayErrors, takeStrayError } from "../runner/stray-errors.ts";
import { withoutSecrets } from "./shown-error.ts";
import { endAll, exitAs } from "./signals.ts";
import type { Terminal } from "./terminal.ts";

/** From now on. A promise that was rejected and let go comes here too. */
export function onStrayErrors({ err, errPaint: { bad, dim } }: Terminal): void {
  hearStrayErrors();
  process.on("uncaughtException", (thrown: unknown) => {
    const how = takeStrayError(thrown);
    if (how === "taken") return;
    const shown = withoutSecrets(process.env);
    if (how === "late") return err(`warning   an adapter threw when its run was over: ${shown(messageOf(thrown))}`);
    // Without a pause from here to the exit, or the end of an agent would be taken for its result.
    endAll();
    err(bad(`AXIS was ended by an error that nobody caught: ${shown(messageOf(thrown))}`));
    if (thrown instanceof Error) err(dim(shown(thrown.stack ?? "")));
    err(
      `Where a module of this project threw it, catch it there; else it is a defect of ${packageName} ${axisVersion}.`,
    );
    err("What has finished is kept: see it with: axis reports");
    exitAs(3);
  });
}
