/** Addresses in the hash of the report page and the dashboard: every view, run and step has one, and it survives a reload. */
import { useLayoutEffect, useState } from "preact/hooks";

export type Parameters = Readonly<Record<string, string>>;

/** The address of a run, or of one of its steps. */
export type StepLink = (step?: number) => string;

/** Splits `#/path?query`. */
export function splitHash(hash: string): { readonly path: string; readonly query: URLSearchParams } {
  const [path = "", ...query] = hash.replace(/^#\/?/, "").split("?");
  return { path, query: new URLSearchParams(query.join("?")) };
}

/** The parameters of a path that matches a pattern like `runs/{id}`, or null. */
export function matchPath(pattern: string, path: string): Parameters | null {
  const [names, parts] = [pattern.split("/"), path.split("/")];
  if (names.length !== parts.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? "";
    const [, parameter] = /^\{(\w+)\}$/.exec(name) ?? [];
    if (parameter === undefined ? part !== name : part === "") return null;
    if (parameter !== undefined) parameters[parameter] = decode(part);
  }
  return parameters;
}

/** The hash of a pattern with its parameters filled in. */
export function buildHash(pattern: string, parameters: Parameters = {}, query = new URLSearchParams()): string {
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((parameters[name] ?? "").toWellFormed()),
  );
  const text = query.toString();
  return text === "" ? `#/${path}` : `#/${path}?${text}`;
}

/** The step an address names, or null if it is not a valid step number. */
export function parseStep(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // Typed by hand: it leads to "not found".
  }
}

/** The current hash, and a function that replaces it without adding to the history. */
export function useHash(): readonly [string, (hash: string) => void] {
  const [hash, setHash] = useState(location.hash);
  useHashChange(() => setHash(location.hash));
  const replace = (next: string) => {
    history.replaceState(history.state, "", next);
    setHash(next);
  };
  return [hash, replace];
}

/** A layout effect, because an effect in the next frame would miss a change before it and show the old address for good. */
export function useHashChange(changed: () => void): void {
  useLayoutEffect(() => {
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
}
