/** The names to filter by, loaded after the rows; if that fails, names can still be typed. */
import { useMemo } from "preact/hooks";
import type { Api } from "../api/api.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { type Names, readNames } from "../parts/use-names.ts";

const noNames: Names = { agents: [], scenarios: [] };

interface Named {
  readonly agent: string;
  readonly scenario: string;
}

/** `rows` is null until they are loaded. */
export function useKnownNames(api: Api, workspace: string | null, rows: readonly Named[] | null): Names {
  const [names] = useLoaded(
    (abort) => (rows === null ? Promise.resolve(noNames) : readNames(api, workspace, abort)),
    JSON.stringify([workspace, rows !== null]),
  );
  return useMemo(() => addNamesOfRuns(rows ?? [], names.value ?? noNames), [rows, names.value]);
}

/** Adds agents and scenarios of runs that arrived in the meantime. */
export function addNamesOfRuns(rows: readonly Named[], { agents, scenarios }: Names): Names {
  return {
    agents: sortUnique([...agents, ...rows.map(({ agent }) => agent)]),
    scenarios: sortUnique([...scenarios, ...rows.map(({ scenario }) => scenario)]),
  };
}

function sortUnique(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}
