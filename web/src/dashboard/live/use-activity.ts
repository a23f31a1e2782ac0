/** What running agents do now: loaded again every few seconds while any runs, because transcripts cause no events. */
import { useEffect } from "preact/hooks";
import type { Activity } from "../api/answers.ts";
import type { Api } from "../api/api.ts";
import { type Loaded, useLoaded } from "../parts/use-loaded.ts";
import type { Live } from "./live.ts";
import { useLiveRefresh } from "./use-live-refresh.ts";

const pauseMs = 3_000;

/** The running runs of a workspace, or of all if it is null. */
export function useActivity(api: Api, live: Live, workspace: string | null): Loaded<readonly Activity[]> {
  const [activity, again] = useLoaded(
    async (abort) => (await api.get("/v1/activity", { query: { workspace }, abort })).data,
    String(workspace),
  );
  useLiveRefresh(live, "workers", again);
  const isRunning = (activity.value?.length ?? 0) > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => document.hidden || again(), pauseMs);
    return () => clearInterval(timer);
  }, [isRunning, again]);
  return activity;
}
