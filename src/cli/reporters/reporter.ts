/** Shows the progress of a run: live rows on a terminal, plain lines elsewhere. */
import type { OnEvent } from "../../core/run/event.ts";
import type { LiveTitle } from "./live-lines.ts";
import type { Terminal } from "../terminal.ts";
import { plainReporter } from "./plain.ts";

export interface Reporter extends Disposable {
  readonly onEvent: OnEvent;
  /** The error message of a failed afterAll. */
  readonly hookFailure: string | undefined;
  /** How many runs are under way. */
  readonly countRuns: () => number;
}

export async function openReporter(
  terminal: Terminal,
  wish: { readonly verbose: boolean; readonly debug: boolean },
  title: LiveTitle,
): Promise<Reporter> {
  if (!terminal.live || wish.verbose) return plainReporter(terminal, wish);
  const { liveReporter } = await import("./live.ts");
  return liveReporter(terminal, title);
}
