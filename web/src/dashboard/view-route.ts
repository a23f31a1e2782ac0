/** The address as a view of the dashboard sees it: parameters, filters, and links to other views. */
import { useMemo } from "preact/hooks";
import { buildHash, type Parameters, splitHash, type StepLink } from "../router.ts";

/** Changes of filters; null removes one. */
export type QueryChanges = Readonly<Record<string, string | null>>;

export interface ViewRoute {
  /** By the names in the view's pattern, like `{id}`. */
  readonly parameters: Parameters;
  readonly query: URLSearchParams;
  /** Changes the query without adding to the history. */
  change(changes: QueryChanges): void;
  /** The address of another view, in the same workspace. */
  link(pattern: string, parameters?: Parameters, query?: QueryChanges): string;
}

export function changeQuery(query: URLSearchParams, changes: QueryChanges): URLSearchParams {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes))
    if (value === null || value === "") changed.delete(name);
    else changed.set(name, value);
  return changed;
}

/** Links to a run and its steps. */
export function stepLink(route: ViewRoute, id: string): StepLink {
  return (step) =>
    step === undefined
      ? route.link("runs/{id}", { id })
      : route.link("runs/{id}/step/{step}", { id, step: String(step) });
}

export function useViewRoute(parameters: Parameters, hash: string, replace: (hash: string) => void): ViewRoute {
  return useMemo(() => {
    const { path, query } = splitHash(hash);
    return {
      parameters,
      query,
      change(changes) {
        // The address may have changed since this was rendered.
        const current = splitHash(location.hash);
        if (current.path !== path) return;
        replace(buildHash(path, {}, changeQuery(current.query, changes)));
      },
      link(pattern, given = {}, changes = {}) {
        const workspace = query.get("workspace");
        const shared = new URLSearchParams(workspace === null ? {} : { workspace });
        return buildHash(pattern, given, changeQuery(shared, changes));
      },
    };
  }, [hash]);
}
