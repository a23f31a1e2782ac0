/** Starts a page of `axis view`: reads its data from the server, and again after every change. */
import { type ComponentChild, render } from "preact";
import { createServedSource, type ServedIndex, type ServedSource } from "../source/served.ts";
import { safe } from "../text/safe.ts";
import type { LiveState } from "./live-mark.tsx";
import { useServedIndex } from "./use-served-index.ts";

export interface ServedPageProps<Index> {
  readonly source: ServedSource;
  readonly index: Index;
  readonly live: LiveState;
}

type Show<Index> = (page: ServedPageProps<Index>) => ComponentChild;

export function startServedPage<Index extends ServedIndex>(show: Show<Index>): void {
  const root = document.getElementById("app");
  if (root === null) return;
  root.replaceChildren();
  render(<ServedPage source={createServedSource()} show={show as Show<ServedIndex>} />, root);
}

function ServedPage({ source, show }: { readonly source: ServedSource; readonly show: Show<ServedIndex> }) {
  const { index, error, connection } = useServedIndex(source);
  if (index !== null) return <>{show({ source, index, live: { connection, error } })}</>;
  if (error === null) return <p class="waiting">Loading the report.</p>;
  return (
    <p class="waiting">
      This cannot be shown: {safe(error)}. <a href="/">All reports</a>
    </p>
  );
}
