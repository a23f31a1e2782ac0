/** What this page's token may do. */
import { useMemo } from "preact/hooks";
import type { SessionFacts } from "../api/answers.ts";
import type { Api } from "../api/api.ts";
import { useLoaded } from "./use-loaded.ts";

export interface Permissions {
  readonly mayWrite: boolean;
  /** Whether the server takes runs by name. */
  readonly takesRuns: boolean;
}

const none: Permissions = { mayWrite: false, takesRuns: false };

/** Nothing is offered until the server has answered. */
export function usePermissions(api: Api): Permissions {
  const [session] = useLoaded<SessionFacts>((abort) => api.get("/v1/session", { abort }), "");
  const facts = session.value;
  return useMemo(
    () => (facts === null ? none : { mayWrite: facts.scopes.includes("write"), takesRuns: facts.takes_runs }),
    [facts],
  );
}
