/** How many of the listed runs have each status; each count filters the list. */
import type { StatusTally } from "../api/answers.ts";
import type { Api, Query } from "../api/api.ts";
import type { Live } from "../live/live.ts";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import { StatusMark, statusMarks } from "./status-word.tsx";

interface StatusCountsProps {
  readonly api: Api;
  readonly live: Live;
  /** The filters of the list. */
  readonly query: Query;
  readonly chosen: string | null;
  readonly choose: (status: string | null) => void;
}

/** Left out if the counts can't be read: the reader came for the list. */
export function StatusCounts({ api, live, query, chosen, choose }: StatusCountsProps) {
  const { sort: _sort, run_status: _status, ...filters } = query;
  const [counts, readAgain] = useLoaded(
    (abort) => api.get("/v1/statuses", { query: filters, abort }),
    JSON.stringify(filters),
  );
  useLiveRefresh(live, "workers", readAgain);
  const shown = counts.value === null ? [] : listCounts(counts.value);
  // Its line is there from the start, so that nothing moves when the counts come.
  return (
    <ul class="status-filters" aria-label="Runs by status">
      {shown.map(([status, count]) => (
        <li key={status}>
          {status === "unknown" ? (
            <span>
              {count.toLocaleString("en")} <StatusMark status={status} />
            </span>
          ) : (
            <button
              type="button"
              aria-pressed={chosen === status}
              onClick={() => choose(chosen === status ? null : status)}
            >
              {count.toLocaleString("en")} <StatusMark status={status} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** In a fixed order, without zeros. */
function listCounts(counts: StatusTally): (readonly [keyof StatusTally, number])[] {
  const words = Object.keys(statusMarks) as (keyof StatusTally)[];
  return words.flatMap((word) => (counts[word] === 0 ? [] : [[word, counts[word]] as const]));
}
