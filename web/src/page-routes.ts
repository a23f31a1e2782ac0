/** The views of a report or evaluation page, and their addresses. */
import { createContext } from "preact";
import { useState } from "preact/hooks";
import type { CheckPlace } from "./review/use-review.ts";
import { buildHash, matchPath, parseStep, splitHash, useHashChange } from "./router.ts";

export type Route =
  | { readonly view: "overview"; readonly query: URLSearchParams }
  | { readonly view: "run"; readonly side: number; readonly runId: string; readonly step: number | null }
  | { readonly view: "compare"; readonly a: RunAddress; readonly b: RunAddress }
  | { readonly view: "item"; readonly id: string }
  | { readonly view: "review"; readonly place: CheckPlace | null }
  | { readonly view: "unknown" };

/** A run of one of the page's reports. */
export interface RunAddress {
  readonly side: number;
  readonly runId: string;
}

const runPattern = "run/{side}/{runId}";
const stepPattern = `${runPattern}/{step}`;
const comparePattern = "compare/{sideA}/{runA}/{sideB}/{runB}";
const itemPattern = "item/{id}";
const reviewPath = "review";

export function runLink({ side, runId }: RunAddress, step?: number): string {
  const run = { side: String(side), runId };
  return step === undefined ? buildHash(runPattern, run) : buildHash(stepPattern, { ...run, step: String(step) });
}

export function compareLink(a: RunAddress, b: RunAddress): string {
  return buildHash(comparePattern, { sideA: String(a.side), runA: a.runId, sideB: String(b.side), runB: b.runId });
}

export function itemLink(id: string): string {
  return buildHash(itemPattern, { id });
}

/** The review of a report, or of one check in it. */
export function reviewLink(place?: CheckPlace): string {
  if (place === undefined) return buildHash(reviewPath);
  const query = new URLSearchParams({ run: place.runId, check: String(place.checkIndex + 1) });
  return buildHash(reviewPath, {}, query);
}

/** The check that a query names; null if it names none. */
export function readCheckPlace(query: URLSearchParams): CheckPlace | null {
  const [runId, check] = [query.get("run"), parseStep(query.get("check") ?? undefined)];
  return runId === null || check === null ? null : { runId, checkIndex: check - 1 };
}

/** Parses an address. People type and edit addresses, so any part may be missing. */
export function parseRoute(hash: string): Route {
  const { path, query } = splitHash(hash);
  if (path === "") return { view: "overview", query };
  if (path === reviewPath) return { view: "review", place: readCheckPlace(query) };
  const run = matchPath(runPattern, path) ?? matchPath(stepPattern, path);
  if (run !== null)
    return { view: "run", side: Number(run["side"]), runId: run["runId"] ?? "", step: parseStep(run["step"]) };
  const pair = matchPath(comparePattern, path);
  if (pair !== null)
    return {
      view: "compare",
      a: { side: Number(pair["sideA"]), runId: pair["runA"] ?? "" },
      b: { side: Number(pair["sideB"]), runId: pair["runB"] ?? "" },
    };
  const item = matchPath(itemPattern, path);
  return item === null ? { view: "unknown" } : { view: "item", id: item["id"] ?? "" };
}

/** The current view; changes with the address. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useHashChange(() => setRoute(parseRoute(location.hash)));
  return route;
}

/** Changes the query of the current view without adding to the history. A project that the address names stays. */
export function replaceQuery(query: URLSearchParams): void {
  const { path, query: current } = splitHash(location.hash);
  const workspace = current.get("workspace");
  const next = new URLSearchParams(query);
  if (workspace !== null) next.set("workspace", workspace);
  history.replaceState(history.state, "", buildHash(path, {}, next));
}

/** Where an item of an evaluation has its own page; the dashboard has it below the evaluation. */
export const ItemLinks = createContext(itemLink);
