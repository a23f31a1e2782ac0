/** Combines several judges: scoring asks each of them everything and takes the median of their answers. */
import type { Judge } from "../../core/judge.ts";

/** Use an odd number of judges, so that one is always in the middle. */
export function panelJudge(members: readonly Judge[]): Judge {
  return {
    id: `panel of ${members.map(({ id }) => id).join(", ")}`,
    kind: "panel",
    members,
    ask: async () => ({ status: "declined", why: "a panel is asked through its members" }),
  };
}
