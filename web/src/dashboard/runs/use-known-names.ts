/** The names one can filter by. */
import type { Api } from "../api/api.ts";
import { useLoaded } from "../parts/use-loaded.ts";

type KnownNames = Readonly<Record<"agent" | "scenario", readonly string[]>>;
const noNames: KnownNames = { agent: [], scenario: [] };

/** What there is to choose from, read after the rows; where it cannot be read, one can still type. */
export function useKnownNames(api: Api, workspace: string | null, areRowsThere: boolean): KnownNames {
  const [names] = useLoaded(
    (abort) => (areRowsThere ? readNames(api, workspace, abort) : Promise.resolve(noNames)),
    String(areRowsThere),
  );
  return names.value ?? noNames;
}

async function readNames(api: Api, workspace: string | null, abort: AbortSignal): Promise<KnownNames> {
  const asked = { query: { workspace, limit: 200 }, abort };
  const [agents, scenarios] = await Promise.all([api.get("/v1/agents", asked), api.get("/v1/scenarios", asked)]);
  return { agent: agents.data.map(({ agent }) => agent), scenario: scenarios.data.map(({ scenario }) => scenario) };
}
