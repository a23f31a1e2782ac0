/** The agents and scenarios to choose from. */
import type { Api } from "../api/api.ts";
import { type Loaded, useLoaded } from "./use-loaded.ts";

export interface Names {
  readonly agents: readonly string[];
  readonly scenarios: readonly string[];
}

/** Reloaded when `again` is called. */
export function useNames(api: Api, workspace: string): readonly [Loaded<Names>, again: () => void] {
  return useLoaded((abort) => readNames(api, workspace, abort), workspace);
}

/** The names of one workspace, or of all. */
export async function readNames(api: Api, workspace: string | null, abort: AbortSignal): Promise<Names> {
  const query = { workspace, limit: 200 };
  const agents: string[] = [];
  const scenarios: string[] = [];
  for await (const page of api.pages("/v1/agents", { query, abort })) agents.push(...page.map(({ agent }) => agent));
  for await (const page of api.pages("/v1/scenarios", { query, abort }))
    scenarios.push(...page.map(({ scenario }) => scenario));
  return { agents, scenarios };
}

/** Adds the chosen value, because an address may name an unknown one. */
export function addChosen(options: readonly string[] | undefined, chosen: string): readonly string[] {
  if (options === undefined) return chosen === "" ? [] : [chosen];
  return chosen === "" || options.includes(chosen) ? options : [...options, chosen];
}
