/** The latest runs of the same scenario, each to be set beside this one. */
import { safeLine } from "../../text/safe.ts";
import { tierClass } from "../../scorecard/tier.tsx";
import type { RunDocument, RunSummary } from "../api/answers.ts";
import { shortMoment } from "../parts/moment.ts";
import { useCalmRefresh } from "../parts/use-calm-refresh.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import type { ViewProps } from "../views.ts";

const most = 12;

interface OtherRunsProps extends Pick<ViewProps, "api" | "live" | "route"> {
  readonly run: RunDocument;
}

/** Left out where there are none, or where they cannot be read: the run itself is what one came for. */
export function OtherRuns({ api, live, route, run }: OtherRunsProps) {
  const query = { workspace: run.workspace, scenario: run.scenario, limit: most + 1 };
  const [page, readAgain] = useLoaded((abort) => api.get("/v1/runs", { query, abort }), JSON.stringify(query));
  useCalmRefresh(live, readAgain);
  const others = page.value?.data.filter(({ id }) => id !== run.id).slice(0, most) ?? [];
  if (others.length === 0) return null;
  return (
    <nav class="others" aria-label="Other runs of this scenario">
      <h2 class="label">Other runs of this scenario</h2>
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            <a href={route.link("runs/{id}", { id: other.id })}>{nameOf(other)}</a>
            <OtherScore run={other} />
            <a class="quiet" href={route.link("compare/{a}/{b}", inOrder(other, run))}>
              compare<span class="sr"> with {nameOf(other)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function nameOf({ agent, trial, queued_at }: RunSummary): string {
  const moment = shortMoment(queued_at, new Date());
  return `${safeLine(agent, 60)}${trial > 1 ? `, trial ${trial}` : ""}, ${moment}`;
}

function OtherScore({ run: { score, tier, status } }: { run: RunSummary }) {
  if (score === null || tier === "Unranked") return <span class="none">{status}</span>;
  return <span class={`score ${tierClass(tier)}`}>{score}</span>;
}

/** The older one is the one before. */
function inOrder(one: RunSummary, other: RunDocument): { a: string; b: string } {
  const isOlder = one.queued_at < other.queued_at || (one.queued_at === other.queued_at && one.id < other.id);
  return isOlder ? { a: one.id, b: other.id } : { a: other.id, b: one.id };
}
