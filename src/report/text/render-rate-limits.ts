/** Shows where a provider's rate limit allowed fewer runs at once than requested. */
import type { Report } from "../../core/report.ts";
import { terminalLine } from "./terminal-safe.ts";

/** One line per provider that refused requests; none otherwise. */
export function renderRateLimits({ pace = [] }: Report): string[] {
  return pace.map(
    ({ agents, atOnce, lowest }) =>
      `Rate limited: ${terminalLine(agents.join(", "))} was reduced to ${lowest} of ${atOnce} runs at once`,
  );
}
