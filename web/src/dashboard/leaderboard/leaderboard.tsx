/** Agents by AXIS Result or by another metric; those with too few runs are listed separately. */
import { formatCount } from "../../../../src/core/format-count.ts";
import { Choice } from "../../parts/choice.tsx";
import { Select } from "../../parts/select.tsx";
import type { Board, Trends } from "../api/answers.ts";
import type { Api, Query } from "../api/api.ts";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { explainScopes } from "../parts/interval-scope.ts";
import { NothingYet } from "../parts/nothing-yet.tsx";
import { findPeriodStart, formatPeriod, periods } from "../parts/period.ts";
import { Empty, Failure, ShowLoaded } from "../parts/states.tsx";
import { addChosen, useNames } from "../parts/use-names.ts";
import { useLoaded } from "../parts/use-loaded.ts";
import type { QueryChanges } from "../view-route.ts";
import type { ViewProps } from "../views.ts";
import { type BoardMetric, boardMetrics, findMetric } from "./board-metrics.ts";
import { describeBoard } from "./describe-board.ts";
import { Standings } from "./standings.tsx";

/** The server's default. */
const defaultMinRuns = 5;
const maxMinRuns = 1_000_000;

/** `report` is the last one; `all` has no limit. */
const times = ["report", ...periods, "all"] as const;
type Time = (typeof times)[number];

interface BoardChoice {
  readonly scenario: string;
  /** Null: the last report if it ranks two agents, otherwise all runs. */
  readonly time: Time | null;
  readonly minRuns: number;
  readonly metric: BoardMetric;
}

function parseChoice(query: URLSearchParams): BoardChoice {
  return {
    scenario: query.get("scenario") ?? "",
    time: times.find((time) => time === query.get("days")) ?? null,
    minRuns: parseMinRuns(query.get("min_runs")),
    metric: findMetric(query.get("by")),
  };
}

/** Falls back to the default for anything else. */
function parseMinRuns(text: string | null): number {
  const isNumber = text !== null && /^\d{1,7}$/.test(text);
  return isNumber && Number(text) >= 1 && Number(text) <= maxMinRuns ? Number(text) : defaultMinRuns;
}

interface ShownBoard extends Board {
  readonly time: Time;
  readonly trend: Trends;
}

/** The days that the small lines cover. */
const sparkDays = "30";

async function readBoard(
  api: Api,
  { scenario, time, minRuns, metric }: BoardChoice,
  { workspace, abort }: { readonly workspace: string; readonly abort: AbortSignal },
): Promise<ShownBoard> {
  const read = (shown: Time) => {
    const since = shown === "report" || shown === "all" ? null : findPeriodStart(shown, new Date());
    const report = shown === "report" ? "latest" : null;
    const query: Query = { workspace, scenario, since, report, min_runs: minRuns, by: metric.id };
    return api.get("/v1/leaderboard", { query, abort });
  };
  const since = findPeriodStart(sparkDays, new Date());
  const [board, trend] = await Promise.all([
    read(time ?? "report"),
    api.get("/v1/trends", { query: { workspace, scenario, since, bucket: "day", by: "agent" }, abort }),
  ]);
  const isEnough = board.report !== null && board.data.filter(({ ranked }) => ranked).length > 1;
  if (time !== null || isEnough) return { ...board, time: time ?? "report", trend };
  return { ...(await read("all")), time: "all", trend };
}

export function LeaderboardView({ api, workspace, live, route }: ViewProps<string>) {
  const choice = parseChoice(route.query);
  const [names, readNamesAgain] = useNames(api, workspace);
  const { metric, ...plain } = choice;
  const [board, readAgain] = useLoaded(
    (abort) => readBoard(api, choice, { workspace, abort }),
    JSON.stringify([workspace, plain, metric.id]),
  );
  useLiveRefresh(live, "scores", readAgain, readNamesAgain);
  const { scenario } = choice;
  const needed = formatCount(choice.minRuns, "run");
  return (
    <>
      <div class="view-head">
        <h1>Leaderboard</h1>
        {board.value !== null && board.value.data.length > 0 && (
          <p class="lead">
            {describeBoard({ ...board.value, ranked: listRanked(board.value, metric), metric, needed })}
          </p>
        )}
      </div>
      <Filters
        choice={choice}
        shown={board.value?.time ?? choice.time ?? "report"}
        scenarios={addChosen(names.value?.scenarios, scenario)}
        change={route.change}
      />
      {names.state === "failed" && board.state !== "failed" && <Failure error={names.error} again={readNamesAgain} />}
      <ShowLoaded loaded={board} again={readAgain}>
        {(value) =>
          value.data.length === 0 ? (
            <NoStandings isFiltered={scenario !== "" || (choice.time !== null && choice.time !== "all")} />
          ) : (
            <>
              <Standings
                board={value}
                trend={value.trend.data}
                metric={metric}
                needed={needed}
                trendLink={(agent) =>
                  route.link("trends", {}, { agent, scenario, metric: trendMetrics[metric.id] ?? null })
                }
              />
              <Method board={value} metric={metric} />
            </>
          )
        }
      </ShowLoaded>
    </>
  );
}

function listRanked({ data }: Board, metric: BoardMetric) {
  return data.filter((standing) => standing.ranked && metric.read(standing) !== null);
}

/** The trends of an agent show the same number. */
const trendMetrics: Partial<Record<BoardMetric["id"], string>> = {
  scorecard: "scorecard",
  "pass-rate": "pass-rate",
  "cost-per-pass": "cost",
  time: "time",
};

interface FiltersProps {
  readonly choice: BoardChoice;
  /** The time that is shown. */
  readonly shown: Time;
  readonly scenarios: readonly string[];
  readonly change: (changes: QueryChanges) => void;
}

function Filters({ choice, shown, scenarios, change }: FiltersProps) {
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <Select
        label="Rank by"
        value={choice.metric.id}
        options={boardMetrics.map(({ id, title }) => [id, title])}
        onChoose={(by) => change({ by: by === "axis" ? null : by })}
      />
      <Choice
        name="Scenario"
        value={choice.scenario}
        options={scenarios}
        onChoose={(scenario) => change({ scenario })}
      />
      <Select
        label="Time"
        value={shown}
        options={times.map((time) => [time, formatTime(time)])}
        onChoose={(days) => change({ days })}
      />
      <label class="choice">
        <span>Minimum runs</span>
        <input
          type="number"
          min="1"
          max="1000000"
          value={choice.minRuns}
          onChange={(event) => change({ min_runs: event.currentTarget.value })}
        />
      </label>
    </form>
  );
}

function formatTime(time: Time): string {
  if (time === "report") return "last report";
  return time === "all" ? "all time" : formatPeriod(time);
}

function NoStandings({ isFiltered }: { readonly isFiltered: boolean }) {
  if (!isFiltered) return <NothingYet outline="table" />;
  return (
    <Empty title="No run matches.">
      <p>No counted run of this workspace matches these filters.</p>
    </Empty>
  );
}

function Method({ board, metric }: { readonly board: Board; readonly metric: BoardMetric }) {
  const isCard = metric.id === "scorecard";
  const scopes = board.data.flatMap((row) => {
    if (metric.readBounds(row) === null || metric.id === "pass-rate") return [];
    return [isCard ? row.interval_scope : row.axis_interval_scope];
  });
  const tested =
    metric.id === "cost-per-pass"
      ? "Places are by the number: a single run has no cost per pass that could be compared."
      : "Agents whose difference may be chance share a place (paired by scenario, Holm).";
  return (
    <p class="method prose">
      {tested} Counted runs only; an AXIS Result is the mean of results, each the mean of its trials.{" "}
      {explainScopes(scopes, "Bars: the 95 % interval of the mean.")}
    </p>
  );
}
