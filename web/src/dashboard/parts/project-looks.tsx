/** Gives every agent of the project its color and shape, by its first run: filters and views never change them. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { AgentLooks, assignLooks } from "../../parts/agent-look.tsx";
import type { Api } from "../api/api.ts";
import type { Live } from "../live/live.ts";
import { useLoaded } from "./use-loaded.ts";

interface ProjectLooksProps {
  readonly api: Api;
  readonly live: Live;
  /** Null for all workspaces. */
  readonly workspace: string | null;
  readonly children: ComponentChildren;
}

interface FirstSeen {
  readonly agent: string;
  readonly first_run_at: string;
}

export function ProjectLooks({ api, live, workspace, children }: ProjectLooksProps) {
  const [agents, again] = useLoaded((abort) => readAgents(api, workspace, abort), String(workspace));
  const known = agents.value ?? [];
  const looks = useMemo(() => assignLooks(sortByFirstRun(known)), [agents.value]);
  useEffect(
    () =>
      live.subscribe((event) => {
        const agent = "data" in event ? event.data["agent"] : undefined;
        if (typeof agent === "string" && !looks.has(agent)) again();
      }),
    [live, looks],
  );
  return <AgentLooks.Provider value={looks}>{children}</AgentLooks.Provider>;
}

async function readAgents(api: Api, workspace: string | null, abort: AbortSignal): Promise<FirstSeen[]> {
  const agents: FirstSeen[] = [];
  for await (const page of api.pages("/v1/agents", { query: { workspace, limit: 200 }, abort })) agents.push(...page);
  return agents;
}

/** Agents that came with the same report began together: the name decides. */
export function sortByFirstRun(agents: readonly FirstSeen[]): string[] {
  return agents
    .toSorted(
      (one, other) =>
        Date.parse(one.first_run_at) - Date.parse(other.first_run_at) || (one.agent < other.agent ? -1 : 1),
    )
    .map(({ agent }) => agent);
}
