/** AXIS Results, costs, times and scorecards over time by agent or scenario, and what has changed since a week ago. */
import { useMemo } from "preact/hooks";
import { Choice } from "../../parts/choice.tsx";
import { Select } from "../../parts/select.tsx";
import { Switch } from "../../parts/switch.tsx";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { explainScopes } from "../parts/interval-scope.ts";
import { NothingYet } from "../parts/nothing-yet.tsx";
import { formatPeriod, periods } from "../parts/period.ts";
import { Empty, Failure, ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { addChosen, type Names, useNames } from "../parts/use-names.ts";
import type { QueryChanges } from "../view-route.ts";
import type { ViewProps } from "../views.ts";
import { describeChanges, describeIntervals } from "./describe-trends.ts";
import { readTrends, type ShownTrends } from "./read-trends.ts";
import { RunStrip } from "./run-strip.tsx";
import { TrendCharts } from "./trend-charts.tsx";
import { type Grain, parseTrendChoice, type TrendChoice } from "./trend-choice.ts";
import { findMeasure, groupSeries } from "./trend-lines.ts";

const metricWords = [
  ["axis", "AXIS Result"],
  ["pass-rate", "Pass rate"],
  ["cost", "Cost per run"],
  ["time", "Time"],
  ["scorecard", "Scorecard"],
] as const;

const grainWords = [
  ["report", "Report"],
  ["day", "Day"],
  ["week", "Week"],
  ["run", "Run"],
] as const;

const groupingWords = [
  ["agent", "Agents"],
  ["scenario", "Scenarios"],
  ["none", "All"],
] as const;

interface TrendFiltersProps {
  readonly choice: TrendChoice;
  /** The grain that is shown. */
  readonly grain: Grain;
  readonly names: Names | null;
  readonly change: (changes: QueryChanges) => void;
}

function TrendFilters({ choice, grain, names, change }: TrendFiltersProps) {
  const { metric, by, agent, scenario, days } = choice;
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <Select
        label="Metric"
        value={metric}
        options={metricWords}
        onChoose={(word) => change({ metric: word === "axis" ? null : word })}
      />
      <Switch
        quiet
        label="A point for each"
        value={grain}
        options={grainWords}
        onChoose={(bucket) => change({ bucket })}
      />
      <Switch
        quiet
        label="A line for each"
        value={by}
        options={groupingWords}
        onChoose={(word) => change({ by: word === "agent" ? null : word })}
      />
      <Choice
        name="Agent"
        value={agent}
        options={addChosen(names?.agents, agent)}
        onChoose={(name) => change({ agent: name })}
      />
      <Choice
        name="Scenario"
        value={scenario}
        options={addChosen(names?.scenarios, scenario)}
        onChoose={(name) => change({ scenario: name })}
      />
      <Choice
        name="Time"
        value={days}
        options={periods}
        words={formatPeriod}
        onChoose={(word) => change({ days: word })}
      />
    </form>
  );
}

export function TrendsView({ api, workspace, live, route }: ViewProps<string>) {
  const choice = parseTrendChoice(route.query);
  const [names, readNamesAgain] = useNames(api, workspace);
  const [shown, readAgain] = useLoaded(
    (abort) => readTrends(api, choice, { workspace, abort }),
    JSON.stringify([workspace, choice]),
  );
  useLiveRefresh(live, "scores", readAgain, readNamesAgain);
  return (
    <>
      <div class="view-head">
        <h1>Trends</h1>
        {shown.value !== null && <p class="lead">{describeTrends(shown.value, choice)}</p>}
      </div>
      <TrendFilters
        choice={choice}
        grain={shown.value?.grain ?? choice.grain ?? "report"}
        names={names.value}
        change={route.change}
      />
      {names.state === "failed" && shown.state !== "failed" && <Failure error={names.error} again={readNamesAgain} />}
      <ShowLoaded loaded={shown} again={readAgain}>
        {(value) =>
          value.trends.data.length === 0 ? (
            <NoTrends choice={choice} />
          ) : (
            <ShownCharts shown={value} choice={choice} route={route} />
          )
        }
      </ShowLoaded>
    </>
  );
}

function describeTrends({ trends, grain, isStrip }: ShownTrends, { metric, by }: TrendChoice): string {
  if (trends.data.length === 0) return "";
  if (isStrip) return "There are fewer than three reports: too few for a line, so each run is shown by itself.";
  if (grain === "run") return "";
  if (grain === "report") return describeChanges(trends.changes, metric);
  return describeIntervals(groupSeries(trends.data, by), metric);
}

interface ShownChartsProps extends Pick<ViewProps, "route"> {
  readonly shown: ShownTrends;
  readonly choice: TrendChoice;
}

function ShownCharts({ shown: { trends, grain, isStrip }, choice, route }: ShownChartsProps) {
  const series = useMemo(() => groupSeries(trends.data, choice.by), [trends, choice.by]);
  const runLink = (id: string) => route.link("runs/{id}", { id });
  const key = choice.by === "scenario" ? "scenario" : "agent";
  const links = {
    runLink,
    reportLink: (report: string) => route.link("runs", {}, { report }),
    compareLink: (before: string, after: string) => route.link("compare", {}, { before, after }),
    seriesLink: (name: string) => route.link("trends", {}, { ...Object.fromEntries(route.query), [key]: name }),
  };
  return (
    <>
      {trends.truncated && <p class="notice">Only the newest {trends.data.length} points are shown.</p>}
      {isStrip ? (
        <RunStrip series={series} measure={findMeasure(choice.metric)} runLink={runLink} />
      ) : (
        <TrendCharts trends={trends} series={series} grain={grain} choice={choice} {...links} />
      )}
      <Method shown={trends} metric={choice.metric} />
    </>
  );
}

function NoTrends({ choice }: { readonly choice: TrendChoice }) {
  if (choice.agent === "" && choice.scenario === "" && choice.days === "" && choice.grain === null)
    return <NothingYet outline="chart" />;
  return (
    <Empty title="No run matches.">
      <p>No counted run of this workspace matches these filters.</p>
    </Empty>
  );
}

interface MethodProps {
  readonly shown: ShownTrends["trends"];
  readonly metric: TrendChoice["metric"];
}

/** Explains the numbers, the bands, and what is proven. */
function Method({ shown, metric }: MethodProps) {
  const scopes = shown.data.flatMap(({ intervals, interval_scope, axis_interval_scope }) => {
    if (metric === "scorecard") return intervals.score === null ? [] : [interval_scope];
    return metric !== "axis" || intervals.axis_result === null ? [] : [axis_interval_scope];
  });
  return (
    <p class="method prose">
      Counted runs only; times are UTC. Means are over results, each the mean of its trials.{" "}
      {shown.changes.length > 0 &&
        "Proven: the newest report is compared with the last one a week before on the scenarios that both have (paired, Holm). "}
      {explainScopes(scopes, "Bands: the 95 % interval of each mean (Student's t).")}
    </p>
  );
}
