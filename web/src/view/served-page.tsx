/** A page served by `axis view`: the list of a project, or one of its reports. */
import { App } from "../app.tsx";
import type { ServedSource } from "../source/served.ts";
import { safe } from "../text/safe.ts";
import { ListingApp } from "./listing-app.tsx";
import { useServedIndex } from "./use-served-index.ts";

export function ServedPage({ source }: { source: ServedSource }) {
  const { index, error, connection } = useServedIndex(source);
  if (index === null)
    return error === null ? (
      <p class="waiting">Loading the report.</p>
    ) : (
      <p class="waiting">
        This cannot be shown: {safe(error)}. <a href="/">All reports</a>
      </p>
    );
  const live = { connection, error };
  return "listing" in index ? (
    <ListingApp index={index} live={live} />
  ) : (
    <App source={source} index={index} live={live} />
  );
}
