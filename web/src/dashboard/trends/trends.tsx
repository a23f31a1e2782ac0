/** AXIS Results or scorecards over time by agent and scenario, with intervals. */
import { formatCount } from "../../../../src/core/format-count.ts";
import { Choice } from "../../parts/choice.tsx";
import { Switch } from "../../parts/switch.tsx";
import type { TrendPoint } from "../api/answers.ts";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { periods, formatPeriod } from "../parts/period.ts";
import { explainScopes } from "../parts/interval-scope.ts";
import { Empty, Failure, ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { type Names, useNames, addChosen } from "../parts/use-names.ts";
import type { QueryChanges } from "../view-route.ts";
import type { ViewProps } from "../views.ts";
import { TrendCharts } from "./trend-charts.tsx";
import { parseTrendChoice, type TrendChoice, toTrendQuery } from "./trend-choice.ts";

/** The filters above the trends. */
interface TrendFiltersProps {
  readonly choice: TrendChoice;
  readonly names: Names | null;
  readonly change: (changes: QueryChanges) => void;
}

const metricWords = [
  ["axis", "AXIS Result"],
  ["scorecard", "Scorecard"],
] as const;

const bucketWords = [
  ["run", "Run"],
  ["day", "Day"],
  ["week", "Week"],
] as const;

const groupingWords = [
  ["agent", "Agent"],
  ["scenario", "Scenario"],
  ["none", "All"],
] as const;

function TrendFilters({ choice, names, change }: TrendFiltersProps) {
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <Choice
        name="Agent"
        value={choice.agent}
        options={addChosen(names?.agents, choice.agent)}
        onChoose={(agent) => change({ agent })}
      />
      <Choice
        name="Scenario"
        value={choice.scenario}
        options={addChosen(names?.scenarios, choice.scenario)}
        onChoose={(scenario) => change({ scenario })}
      />
      <Choice
        name="Time"
        value={choice.days}
        options={periods}
        words={formatPeriod}
        onChoose={(days) => change({ days })}
      />
      <Switch
        label="Metric"
        value={choice.metric}
        options={metricWords}
        onChoose={(metric) => change({ metric: metric === "axis" ? null : metric })}
      />
      <Switch
        label="A point for each"
        value={choice.bucket}
        options={bucketWords}
        onChoose={(bucket) => change({ bucket: bucket === "day" ? null : bucket })}
      />
      <Switch
        label="A line for each"
        value={choice.by}
        options={groupingWords}
        onChoose={(by) => change({ by: by === "agent" ? null : by })}
      />
    </form>
  );
}

export function TrendsView({ api, workspace, live, route }: ViewProps<string>) {
  const choice = parseTrendChoice(route.query);
  const [names, readNamesAgain] = useNames(api, workspace);
  const query = toTrendQuery(choice, workspace, new Date());
  const [trends, readAgain] = useLoaded((abort) => api.get("/v1/trends", { query, abort }), JSON.stringify(query));
  useLiveRefresh(live, "scores", readAgain, readNamesAgain);
  const runLink = (id: string) => route.link("runs/{id}", { id });
  const seriesLink = (key: string) =>
    route.link(
      "trends",
      {},
      { ...Object.fromEntries(route.query), [choice.by === "scenario" ? "scenario" : "agent"]: key },
    );
  return (
    <>
      <div class="view-head">
        <h1>Trends</h1>
        {trends.value !== null && trends.value.data.length > 0 && <p>{describeRuns(trends.value.data)}</p>}
      </div>
      <TrendFilters choice={choice} names={names.value} change={route.change} />
      {names.state === "failed" && trends.state !== "failed" && <Failure error={names.error} again={readNamesAgain} />}
      <ShowLoaded loaded={trends} again={readAgain}>
        {(value) =>
          value.data.length === 0 ? (
            <NoScores />
          ) : (
            <>
              {value.truncated && <p class="notice">Only the newest {value.data.length} points are shown.</p>}
              <TrendCharts trends={value} choice={choice} runLink={runLink} seriesLink={seriesLink} />
              <Method points={value.data} metric={choice.metric} />
            </>
          )
        }
      </ShowLoaded>
    </>
  );
}

function describeRuns(points: readonly TrendPoint[]): string {
  const runs = points.reduce((sum, point) => sum + point.runs, 0);
  return formatCount(runs, "counted run");
}

function NoScores() {
  return (
    <Empty title="No scored runs">
      <p>No counted run matches these filters. Widen them, or wait for the first run.</p>
    </Empty>
  );
}

/** Explains the shaded areas. */
function Method({
  points,
  metric,
}: {
  readonly points: readonly TrendPoint[];
  readonly metric: TrendChoice["metric"];
}) {
  const scopes = points.flatMap(({ intervals, interval_scope, axis_interval_scope }) => {
    const { axis_result, ...card } = intervals;
    if (metric === "axis") return axis_result === null ? [] : [axis_interval_scope];
    return Object.values(card).some((bounds) => bounds !== null) ? [interval_scope] : [];
  });
  const meaning = metric === "axis" ? "An AXIS Result is the mean of results, each the mean of its trials. " : "";
  return (
    <p class="method prose">
      Counted runs only; times are UTC. {meaning}
      {explainScopes(scopes, intervalsNote)}
    </p>
  );
}

const intervalsNote =
  "Shaded: the 95 % interval of each mean (Student's t). Single runs and runs with equal values have none.";
