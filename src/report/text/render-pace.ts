/** Where a provider let through fewer runs at once than were asked for. */
import type { Report } from "../../core/report.ts";
import { terminalLine } from "./terminal-safe.ts";

/** A line for each provider that did; none where nothing was refused. */
export function renderPace({ pace = [] }: Pick<Report, "pace">): string[] {
  return pace.map(
    ({ agents, atOnce, lowest }) =>
      `Refused for its rate: ${terminalLine(agents.join(", "))} had at times ${lowest} of ${atOnce} runs at once`,
  );
}
