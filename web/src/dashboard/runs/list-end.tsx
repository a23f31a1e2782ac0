/** What comes after the last run: how many there were, the way on, or why there is none. */
import { formatCount } from "../../../../src/report/text/format-verdict.ts";
import { Empty, Loading } from "../parts/states.tsx";
import type { RunsShown } from "./use-runs.ts";

interface ListEndProps {
  readonly runs: RunsShown;
  readonly isFiltered: boolean;
  readonly clear: () => void;
}

export function ListEnd({ runs, isFiltered, clear }: ListEndProps) {
  const { list, isReading, isReadingOn, readOn } = runs;
  if (list === null) return isReading ? <Loading /> : null;
  if (list.rows.length === 0) return isReading ? <Loading /> : <NoRuns isFiltered={isFiltered} clear={clear} />;
  const count = formatCount(list.rows.length, "run");
  if (list.cursor === null) return <p class="list-end">{count}, all there are.</p>;
  return (
    <p class="list-end">
      {count} so far.{" "}
      <button type="button" onClick={readOn} disabled={isReadingOn}>
        {isReadingOn ? "Reading more" : "Read more"}
      </button>
    </p>
  );
}

function NoRuns({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  if (!isFiltered)
    return (
      <Empty title="No runs yet">
        <p>
          Make some with <code>axis run</code>. They appear here by themselves.
        </p>
      </Empty>
    );
  return (
    <Empty title="No run fits these filters">
      <button type="button" onClick={clear}>
        Clear the filters
      </button>
    </Empty>
  );
}
