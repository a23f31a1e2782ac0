/** Several judges as one: scoring asks each of them everything, and takes the middle of what they say. */
import type { Judge } from "../../core/judge.ts";

/** An odd number of judges, so that there is always one in the middle. */
export function panelJudge(members: readonly Judge[]): Judge {
  return {
    id: `panel of ${members.map(({ id }) => id).join(", ")}`,
    kind: "panel",
    members,
    ask: async () => ({ status: "declined", why: "a panel is asked through its members" }),
  };
}
