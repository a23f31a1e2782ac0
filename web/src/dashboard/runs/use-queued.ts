/** The queued runs by report: a request is one report. */
import type { RunSummary } from "../api/answers.ts";
import type { Api } from "../api/api.ts";
import type { Live } from "../live/live.ts";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { useLoaded } from "../parts/use-loaded.ts";

export interface QueuedGroup {
  /** Null for runs that belong to no report. */
  readonly reportId: string | null;
  readonly ids: readonly string[];
  /** The scenarios and agents of the group. */
  readonly names: string;
}

/** More are counted, but not listed. */
const maxListed = 2_000;

export function useQueued(api: Api, live: Live, workspace: string | null): readonly QueuedGroup[] {
  const [queued, again] = useLoaded((abort) => readQueued(api, workspace, abort), String(workspace));
  useLiveRefresh(live, "workers", again);
  return queued.value ?? [];
}

async function readQueued(api: Api, workspace: string | null, abort: AbortSignal): Promise<QueuedGroup[]> {
  const runs: RunSummary[] = [];
  const query = { workspace, status: "queued", limit: 200 };
  for await (const page of api.pages("/v1/runs", { query, abort })) {
    runs.push(...page);
    if (runs.length >= maxListed) break;
  }
  return groupQueued(runs);
}

/** Oldest report first, as they will run. */
export function groupQueued(
  runs: readonly Pick<RunSummary, "id" | "report_id" | "scenario" | "agent">[],
): QueuedGroup[] {
  const groups = new Map<string | null, typeof runs>();
  for (const run of runs.toReversed()) groups.set(run.report_id, [...(groups.get(run.report_id) ?? []), run]);
  return [...groups].map(([reportId, own]) => ({
    reportId,
    ids: own.map(({ id }) => id),
    names: `${nameSome(own.map(({ scenario }) => scenario))} by ${nameSome(own.map(({ agent }) => agent))}`,
  }));
}

function nameSome(all: readonly string[]): string {
  const [first = "", ...others] = [...new Set(all)];
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
