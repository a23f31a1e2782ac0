/** Addresses within the page: every view, run and step has one, and it survives a reload. */
import { useState } from "preact/hooks";
import { useHashChange } from "./parts/use-hash-change.ts";

export type Route =
  | { readonly view: "overview"; readonly query: URLSearchParams }
  | { readonly view: "run"; readonly side: number; readonly runId: string; readonly step: number | null }
  | { readonly view: "compare"; readonly a: RunAddress; readonly b: RunAddress }
  | { readonly view: "item"; readonly id: string }
  | { readonly view: "unknown" };

/** A run of one of the page's reports. */
export interface RunAddress {
  readonly side: number;
  readonly runId: string;
}

/** The address of a run, or of one of its steps, as the page around a view has them. */
export type StepLink = (step?: number) => string;

export function runLink({ side, runId }: RunAddress, step?: number): string {
  return `#/run/${side}/${encodeURIComponent(runId)}${step === undefined ? "" : `/${step}`}`;
}

export function compareLink(a: RunAddress, b: RunAddress): string {
  return `#/compare/${a.side}/${encodeURIComponent(a.runId)}/${b.side}/${encodeURIComponent(b.runId)}`;
}

/** The address of an item of an evaluation. */
export function itemLink(id: string): string {
  return `#/item/${encodeURIComponent(id.toWellFormed())}`;
}

function splitHash(hash: string): { path: string; query: string } {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?", 2);
  return { path, query };
}

/** The view an address means. Addresses come from others: nothing in them is trusted to be there. */
export function parseRoute(hash: string): Route {
  const { path, query } = splitHash(hash);
  const parts = path.split("/").filter((part) => part !== "");
  const [view, ...rest] = parts.map(decoded);
  if (view === undefined) return { view: "overview", query: new URLSearchParams(query) };
  const side = Number(rest[0]);
  const runId = rest[1] ?? "";
  if (view === "run" && runId !== "") return { view: "run", side, runId, step: stepOf(rest[2]) };
  if (view === "compare" && rest.length === 4)
    return { view: "compare", a: { side, runId }, b: { side: Number(rest[2]), runId: rest[3] ?? "" } };
  if (view === "item" && rest.length === 1 && rest[0] !== undefined) return { view: "item", id: rest[0] };
  return { view: "unknown" };
}

function stepOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // An address that was typed by hand: it leads to "not found".
  }
}

/** The present view; changes with the address. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useHashChange(() => setRoute(parseRoute(location.hash)));
  return route;
}

/** Changes the query of the overview without a step in the history. */
export function replaceQuery(query: URLSearchParams): void {
  const text = query.toString();
  history.replaceState(null, "", text === "" ? "#/" : `#/?${text}`);
}
