/** The names one can filter runs by: read after the rows; where they cannot be read, one can still type. */
import type { Api } from "../api/api.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { type Names, readNames } from "../parts/use-names.ts";

const noNames: Names = { agents: [], scenarios: [] };

export function useKnownNames(api: Api, workspace: string | null, areRowsThere: boolean): Names {
  const [names] = useLoaded(
    (abort) => (areRowsThere ? readNames(api, workspace, abort) : Promise.resolve(noNames)),
    String(areRowsThere),
  );
  return names.value ?? noNames;
}
