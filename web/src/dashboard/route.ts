/** Addresses within the dashboard: the view, what it is about, and its filters. They survive a reload. */
import { useMemo, useState } from "preact/hooks";
import { useHashChange } from "../parts/use-hash-change.ts";

/** Changes of filters; null takes one out. */
export type QueryChanges = Readonly<Record<string, string | null>>;

/** The address as a view sees it. */
export interface ViewRoute {
  /** By the names in the view's address: `{id}`. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Changes the query without a step in the history. */
  change(changes: QueryChanges): void;
  /** The address of another view; the workspace goes with it. */
  link(address: string, parameters?: Readonly<Record<string, string>>, query?: QueryChanges): string;
}

/** The path and the query of `#/path?query`. */
export function splitHash(hash: string): { readonly path: string; readonly query: URLSearchParams } {
  const [path = "", ...query] = hash.replace(/^#\/?/, "").split("?");
  return { path, query: new URLSearchParams(query.join("?")) };
}

/** What a path says where an address like `runs/{id}` has names; null where it is another address. */
export function matchAddress(address: string, path: string): Readonly<Record<string, string>> | null {
  const [names, parts] = [address.split("/"), path.split("/")];
  if (names.length !== parts.length) return null;
  const parameters: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const part = parts[at] ?? "";
    const [, parameter] = /^\{(\w+)\}$/.exec(name) ?? [];
    if (parameter === undefined && part !== name) return null;
    if (parameter !== undefined && part === "") return null;
    if (parameter !== undefined) parameters[parameter] = decoded(part);
  }
  return parameters;
}

/** An address of ours with its names filled in. */
export function hashOf(address: string, parameters: Readonly<Record<string, string>>, query: URLSearchParams): string {
  const path = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""));
  const text = query.toString();
  return text === "" ? `#/${path}` : `#/${path}?${text}`;
}

export function changedQuery(query: URLSearchParams, changes: QueryChanges): URLSearchParams {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes))
    if (value === null || value === "") changed.delete(name);
    else changed.set(name, value);
  return changed;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // Typed by hand: the server says that there is no such thing.
  }
}

/** The present hash; `replace` changes it without a step in the history. */
export function useHash(): readonly [string, (hash: string) => void] {
  const [hash, setHash] = useState(location.hash);
  useHashChange(() => setHash(location.hash));
  const replace = (next: string) => {
    history.replaceState(null, "", next);
    setHash(next);
  };
  return [hash, replace];
}

/** The route of the view whose address fits. */
export function useViewRoute(
  parameters: Readonly<Record<string, string>>,
  hash: string,
  replace: (hash: string) => void,
): ViewRoute {
  return useMemo(() => {
    const { path, query } = splitHash(hash);
    return {
      parameters,
      query,
      change(changes) {
        // The address may have moved on since this was rendered.
        const now = splitHash(location.hash);
        if (now.path !== path) return;
        const text = changedQuery(now.query, changes).toString();
        replace(text === "" ? `#/${path}` : `#/${path}?${text}`);
      },
      link(address, given = {}, changes = {}) {
        const workspace = query.get("workspace");
        const own = new URLSearchParams(workspace === null ? {} : { workspace });
        return hashOf(address, given, changedQuery(own, changes));
      },
    };
  }, [hash]);
}
