/** Compares two reports, or a report with a baseline: which ones is chosen here and is in the address. */
import { useEffect, useMemo } from "preact/hooks";
import type { ViewData } from "../../app.tsx";
import { ReportsCompared } from "../../compare/reports-compared.tsx";
import { formatDayTime } from "../../parts/moment.ts";
import { safeLine, safeName } from "../../text/safe.ts";
import type { BaselineEntry, ReportEntry } from "../api/answers.ts";
import { NothingYet } from "../parts/nothing-yet.tsx";
import { ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { createRunSource } from "../run/run-source.ts";
import type { ViewProps } from "../views.ts";

export function CompareChoice(props: ViewProps<string>) {
  const { api, workspace } = props;
  const [lists, again] = useLoaded(async (abort) => {
    const query = { workspace, limit: 100 };
    const [reports, baselines] = await Promise.all([
      api.get("/v1/reports", { query, abort }),
      api.get("/v1/baselines", { query, abort }),
    ]);
    return { reports: reports.data.filter(isMeasured), baselines: baselines.data };
  }, workspace);
  return (
    <ShowLoaded loaded={lists} again={again}>
      {({ reports, baselines }) =>
        reports.length === 0 ? (
          <>
            <h1>Compare</h1>
            <NothingYet outline="table" />
          </>
        ) : (
          <Choice {...props} reports={reports} baselines={baselines} />
        )
      }
    </ShowLoaded>
  );
}

/** A rehearsal measures no agent, and a report that runs has no numbers yet. */
function isMeasured({ state, scripted, axis_result }: ReportEntry): boolean {
  return state !== "running" && !scripted && axis_result !== null;
}

interface ChoiceProps extends ViewProps<string> {
  readonly reports: readonly ReportEntry[];
  readonly baselines: readonly BaselineEntry[];
}

/** The last two reports, unless others are chosen. */
function Choice({ reports, baselines, route, ...props }: ChoiceProps) {
  const after = route.query.get("after") ?? reports[0]?.id ?? "";
  const baseline = route.query.get("baseline");
  const before = baseline === null ? (route.query.get("before") ?? findBefore(reports, after)) : null;
  const value = baseline === null ? `report ${before}` : `baseline ${baseline}`;
  const chooseBefore = (chosen: string) => {
    const [kind, ...name] = chosen.split(" ");
    route.change({ before: null, baseline: null, [kind === "baseline" ? "baseline" : "before"]: name.join(" ") });
  };
  return (
    <>
      <form class="filters compare-choice" aria-label="What is compared" onSubmit={(event) => event.preventDefault()}>
        <label>
          <span>Before</span>
          <select value={value} onChange={(event) => chooseBefore(event.currentTarget.value)}>
            <ReportOptions reports={reports} prefix="report " />
            {baselines.length > 0 && (
              <optgroup label="Baselines">
                {baselines.map(({ name }) => (
                  <option key={name} value={`baseline ${name}`}>
                    {safeName(name, 60)}
                  </option>
                ))}
              </optgroup>
            )}
          </select>
        </label>
        <label>
          <span>After</span>
          <select value={after} onChange={(event) => route.change({ after: event.currentTarget.value })}>
            <ReportOptions reports={reports} prefix="" />
          </select>
        </label>
      </form>
      {before === "" ? (
        <p class="notice">There is one report. With a second one, or a baseline, they can be compared.</p>
      ) : (
        <Compared {...props} route={route} after={after} before={before} baseline={baseline} />
      )}
    </>
  );
}

/** The next older report, else any other. */
function findBefore(reports: readonly ReportEntry[], after: string): string {
  const at = reports.findIndex(({ id }) => id === after);
  return (reports[at + 1] ?? reports.find(({ id }) => id !== after))?.id ?? "";
}

function ReportOptions({ reports, prefix }: { readonly reports: readonly ReportEntry[]; readonly prefix: string }) {
  const now = new Date();
  return (
    <optgroup label="Reports">
      {reports.map(({ id, title, created_at }) => (
        <option key={id} value={`${prefix}${id}`}>
          {formatDayTime(created_at, now)} {title === null ? "" : safeLine(title, 40)}
        </option>
      ))}
    </optgroup>
  );
}

interface ComparedProps extends ViewProps<string> {
  readonly after: string;
  readonly before: string | null;
  readonly baseline: string | null;
}

function Compared({ api, workspace, after, before, baseline }: ComparedProps) {
  const query = { workspace, report: before, baseline };
  const [page, again] = useLoaded(
    (abort) => api.get("/v1/reports/{id}/comparison", { path: { id: after }, query, abort }),
    JSON.stringify([after, query]),
  );
  const end = useMemo(() => new AbortController(), []);
  useEffect(() => () => end.abort(), [end]);
  const source = useMemo(() => createRunSource(api, end.signal), [api, end]);
  return (
    <ShowLoaded loaded={page} again={again}>
      {(index) => <ComparisonOf index={index} source={source} />}
    </ShowLoaded>
  );
}

function ComparisonOf({ index, source }: Pick<ViewData, "index" | "source">) {
  const { comparison } = index;
  if (comparison === null) return null;
  if (comparison.entries.length === 0)
    return (
      <>
        <h1>Nothing to compare</h1>
        <p class="notice">Neither of the two has a result.</p>
      </>
    );
  return <ReportsCompared source={source} index={index} />;
}
