/** The agents and scenarios one can choose from. */
import type { Api } from "../api/api.ts";
import { type Loaded, useLoaded } from "./use-loaded.ts";

export interface Names {
  readonly agents: readonly string[];
  readonly scenarios: readonly string[];
}

/** Read anew when `again` is called. */
export function useNames(api: Api, workspace: string): readonly [Loaded<Names>, again: () => void] {
  return useLoaded((abort) => readNames(api, workspace, abort), workspace);
}

/** All of them, of one workspace or of all. */
export async function readNames(api: Api, workspace: string | null, abort: AbortSignal): Promise<Names> {
  const query = { workspace, limit: 200 };
  const agents: string[] = [];
  const scenarios: string[] = [];
  for await (const page of api.pages("/v1/agents", { query, abort })) agents.push(...page.map(({ agent }) => agent));
  for await (const page of api.pages("/v1/scenarios", { query, abort }))
    scenarios.push(...page.map(({ scenario }) => scenario));
  return { agents, scenarios };
}

/** What can be chosen, with what is chosen: an address may name what is not there. */
export function withChosen(options: readonly string[] | undefined, chosen: string): readonly string[] {
  if (options === undefined) return chosen === "" ? [] : [chosen];
  return chosen === "" || options.includes(chosen) ? options : [...options, chosen];
}
