/** Run ids: `run_` and a ULID. Its 80 random bits also mark every process of the run. */
import { ulid } from "ulid";

export function newRunId(now: Date): string {
  return `run_${ulid(now.getTime())}`;
}
