/** Agents by AXIS Result, pass rate or scorecard; those with too few runs are listed separately. */
import { formatCount } from "../../../../src/core/format-count.ts";
import type { RankingMetric } from "../../../../src/core/report/agent-ranking.ts";
import { Choice } from "../../parts/choice.tsx";
import { Switch } from "../../parts/switch.tsx";
import type { Standing } from "../api/answers.ts";
import type { Query } from "../api/api.ts";
import { useLiveRefresh } from "../live/use-live-refresh.ts";
import { parsePeriod, periods, findPeriodStart, formatPeriod } from "../parts/period.ts";
import { explainScopes } from "../parts/interval-scope.ts";
import { Empty, Failure, ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { useNames, addChosen } from "../parts/use-names.ts";
import type { QueryChanges } from "../view-route.ts";
import type { ViewProps } from "../views.ts";
import { readInterval, Standings } from "./standings.tsx";

/** The server's default. */
const defaultMinRuns = 5;
const maxMinRuns = 1_000_000;

interface BoardChoice {
  readonly scenario: string;
  readonly days: string;
  readonly minRuns: number;
  readonly by: RankingMetric;
}

const metricWords = [
  ["axis", "AXIS Result"],
  ["pass-rate", "Pass rate"],
  ["scorecard", "Scorecard"],
] as const;

function parseChoice(query: URLSearchParams): BoardChoice {
  return {
    scenario: query.get("scenario") ?? "",
    days: parsePeriod(query),
    minRuns: parseMinRuns(query.get("min_runs")),
    by: metricWords.find(([metric]) => metric === query.get("by"))?.[0] ?? "axis",
  };
}

/** Falls back to the default for anything else. */
function parseMinRuns(text: string | null): number {
  const isNumber = text !== null && /^\d{1,7}$/.test(text);
  return isNumber && Number(text) >= 1 && Number(text) <= maxMinRuns ? Number(text) : defaultMinRuns;
}

/** The query for the server. */
function toBoardQuery({ scenario, days, minRuns, by }: BoardChoice, workspace: string, now: Date): Query {
  return { workspace, scenario, since: findPeriodStart(days, now), min_runs: minRuns, by };
}

export function LeaderboardView({ api, workspace, live, route }: ViewProps<string>) {
  const choice = parseChoice(route.query);
  const [names, readNamesAgain] = useNames(api, workspace);
  const query = toBoardQuery(choice, workspace, new Date());
  const [board, readAgain] = useLoaded((abort) => api.get("/v1/leaderboard", { query, abort }), JSON.stringify(query));
  useLiveRefresh(live, "scores", readAgain, readNamesAgain);
  const { scenario, days } = choice;
  return (
    <>
      <div class="view-head">
        <h1>Leaderboard</h1>
      </div>
      <Filters choice={choice} scenarios={addChosen(names.value?.scenarios, scenario)} change={route.change} />
      {names.state === "failed" && board.state !== "failed" && <Failure error={names.error} again={readNamesAgain} />}
      <ShowLoaded loaded={board} again={readAgain}>
        {({ data }) => (
          <Board
            rows={data}
            choice={choice}
            trendLink={(agent) => route.link("trends", {}, { agent, scenario, days, ...trendMetric(choice) })}
          />
        )}
      </ShowLoaded>
    </>
  );
}

/** The trends show the same number. */
function trendMetric({ by }: BoardChoice): { metric?: string } {
  return by === "scorecard" ? { metric: by } : {};
}

interface FiltersProps {
  readonly choice: BoardChoice;
  readonly scenarios: readonly string[];
  readonly change: (changes: QueryChanges) => void;
}

function Filters({ choice, scenarios, change }: FiltersProps) {
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <Choice
        name="Scenario"
        value={choice.scenario}
        options={scenarios}
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
        label="Rank by"
        value={choice.by}
        options={metricWords}
        onChoose={(by) => change({ by: by === "axis" ? null : by })}
      />
      <label>
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

interface BoardProps {
  readonly rows: readonly Standing[];
  readonly choice: BoardChoice;
  readonly trendLink: (agent: string) => string;
}

function Board({ rows, choice: { minRuns, by }, trendLink }: BoardProps) {
  const needed = formatCount(minRuns, "run");
  if (rows.length === 0)
    return (
      <Empty title="No scored runs">
        <p>No counted run matches these filters. Widen them, or wait for the first run.</p>
      </Empty>
    );
  return (
    <>
      {!rows.some(({ ranked }) => ranked) && <p class="notice">No agent is ranked yet: ranking needs {needed}.</p>}
      <Standings rows={rows} by={by} needed={needed} trendLink={trendLink} />
      <Method rows={rows} by={by} />
    </>
  );
}

const orders: Readonly<Record<RankingMetric, string>> = {
  axis: "AXIS Result, pass rate, runs, name. The AXIS Result is the mean of an agent's results, each the mean of its trials.",
  "pass-rate": "pass rate, AXIS Result, runs, name.",
  scorecard: "mean scorecard, completion, runs, name. The tier is that of the mean before rounding.",
};

function Method({ rows, by }: { readonly rows: readonly Standing[]; readonly by: RankingMetric }) {
  const scopes = rows.flatMap((row) => {
    const { interval, scope } = readInterval(row, by);
    return interval === null ? [] : [scope];
  });
  return (
    <p class="method prose">
      Counted runs only. Order: {orders[by]} Agents with the same number share a place.{" "}
      {explainScopes(scopes, intervalsNote)}
    </p>
  );
}

const intervalsNote =
  "The 95 % interval of the mean uses Student's t; agents with overlapping intervals may swap ranks.";
