/** The latest runs of the same scenario on the server. */
import { formatShortMoment } from "../../parts/moment.ts";
import { type OtherRun, OtherRuns } from "../../run/other-runs.tsx";
import { tierClass } from "../../scorecard/tier.tsx";
import { safeLine } from "../../text/safe.ts";
import type { RunDocument, RunSummary } from "../api/answers.ts";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import type { ViewProps } from "../views.ts";

const maxRuns = 12;

interface ServerOtherRunsProps extends Pick<ViewProps, "api" | "live" | "route"> {
  readonly run: RunDocument;
}

/** Left out if the list can't be read: the reader came for the run itself. */
export function ServerOtherRuns({ api, live, route, run }: ServerOtherRunsProps) {
  const query = { workspace: run.workspace, scenario: run.scenario, limit: maxRuns + 1 };
  const [page, readAgain] = useLoaded((abort) => api.get("/v1/runs", { query, abort }), JSON.stringify(query));
  useLiveRefresh(live, "scores", readAgain);
  const others = page.value?.data.filter(({ id }) => id !== run.id).slice(0, maxRuns) ?? [];
  return (
    <OtherRuns
      runs={others.map((other): OtherRun => ({
        name: describeRun(other),
        href: route.link("runs/{id}", { id: other.id }),
        score: <OtherScore run={other} />,
        compareHref: route.link("compare/{a}/{b}", olderFirst(other, run)),
      }))}
    />
  );
}

function describeRun({ agent, trial, queued_at }: RunSummary): string {
  const moment = formatShortMoment(queued_at, new Date());
  return `${safeLine(agent, 60)}${trial > 1 ? `, trial ${trial}` : ""}, ${moment}`;
}

function OtherScore({ run: { score, tier, status } }: { run: RunSummary }) {
  if (score === null || tier === "Unranked") return <span class="none">{status}</span>;
  return <span class={`score ${tierClass(tier)}`}>{score}</span>;
}

function olderFirst(one: RunSummary, other: RunDocument): { a: string; b: string } {
  const isOlder = one.queued_at < other.queued_at || (one.queued_at === other.queued_at && one.id < other.id);
  return isOlder ? { a: one.id, b: other.id } : { a: other.id, b: one.id };
}
