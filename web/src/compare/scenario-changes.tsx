/** Every scenario with a dumbbell per agent: its value before and after. */
import { useRef } from "preact/hooks";
import type { Comparison, ComparisonEntry } from "../../../src/core/report/comparison.ts";
import type { Report } from "../../../src/core/report.ts";
import type { ComparedAgent } from "../../../src/report/comparison-view.ts";
import { noNumber } from "../../../src/report/text/format.ts";
import { type Axis, AxisTicks, makeAxis } from "../charts/axis.tsx";
import { AgentName } from "../parts/agent-look.tsx";
import { useShortcuts } from "../parts/keys.tsx";
import { dimensionNames } from "../parts/names.ts";
import { Select } from "../parts/select.tsx";
import { useShowMore } from "../parts/show-more.tsx";
import { Switch } from "../parts/switch.tsx";
import { useQueryValue } from "../parts/use-query-value.ts";
import { safeName } from "../text/safe.ts";
import { Dumbbell } from "./dumbbell.tsx";
import { listScenarioRows, type Metric, type Move, type ScenarioRow } from "./scenario-rows.ts";

/** The address of the two runs of a result; null if one of them is not on this page. */
type FindLink = (entry: ComparisonEntry) => string | null;

const metrics: readonly (readonly [Metric, string])[] = [
  ["axisScore", "AXIS Result"],
  ...dimensionNames.map(({ id, name }) => [id, name] as const),
  ["passed", "Passed"],
];

/** The choices above the scenarios, kept in the address. */
export function useScenarioChoice(agents: readonly ComparedAgent[]) {
  const [metric, setMetric] = useQueryValue("metric");
  const [sort, setSort] = useQueryValue("sort");
  const choice = {
    metric: metrics.find(([id]) => id === metric)?.[0] ?? "axisScore",
    sort: sort === "name" || agents.some(({ name }) => name === sort) ? sort : (agents[0]?.name ?? "name"),
  };
  const controls = (
    <>
      <Select
        label="Sort"
        value={choice.sort}
        options={[...agents.map(({ name }) => [name, `${safeName(name, 40)}, worst first`] as const), ["name", "name"]]}
        onChoose={setSort}
      />
      <Switch label="Metric" quiet value={choice.metric} options={metrics} onChoose={setMetric} />
    </>
  );
  return [choice, controls] as const;
}

interface ScenarioChangesProps {
  readonly comparison: Comparison;
  readonly agents: readonly ComparedAgent[];
  readonly choice: { readonly metric: Metric; readonly sort: string };
  readonly reports: readonly (Report | null | undefined)[];
  readonly findLink: FindLink;
  /** Whether J, K and C belong to this list. */
  readonly hasKeys?: boolean;
}

const rowsAtOnce = 60;
/** More agents than this do not fit next to each other. */
const mostColumns = 4;

export function ScenarioChanges({ comparison, agents, choice, hasKeys = false, ...rest }: ScenarioChangesProps) {
  const { reports, findLink } = rest;
  const columns = addMissingAgents(agents, comparison);
  const rows = listScenarioRows({ comparison, agents: columns, reports, ...choice });
  const values = rows.flatMap(({ moves }) => moves.flatMap((move) => [move?.before ?? [], move?.after ?? []].flat()));
  const axis = makeAxis(values, { least: 0, most: 100, ticks: 4 });
  const [count, more] = useShowMore(rows.length, rowsAtOnce, "scenarios");
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table, hasKeys);
  return (
    <>
      <table
        role="table"
        ref={table}
        class={`scenario-changes ${columns.length > mostColumns ? "narrow" : ""}`}
        aria-label={`${metrics.find(([id]) => id === choice.metric)?.[1]} by scenario, before and after`}
      >
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Scenario
            </th>
            {columns.map(({ name }) => (
              <th key={name} role="columnheader" scope="col">
                <AgentName name={name} />
                <div class="move">
                  <AxisTicks axis={axis} />
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.slice(0, count).map((row) => (
            <Row key={row.scenarioKey} row={row} names={columns.map(({ name }) => name)} {...{ axis, findLink }} />
          ))}
        </tbody>
      </table>
      {more}
      <p class="chart-note">{explainColors(rows, choice.metric, agents)}</p>
    </>
  );
}

/** Agents that only one side has can still be shown. */
function addMissingAgents(agents: readonly ComparedAgent[], { entries, tolerance }: Comparison) {
  const others = new Set(entries.map(({ agentName }) => agentName));
  for (const { name } of agents) others.delete(name);
  return [...agents, ...[...others].map((name) => ({ name, margin: tolerance, isPassRate: false }))];
}

/** J and K move between scenarios, C opens the two runs of the one with the focus. */
function useRowKeys(table: { readonly current: HTMLTableElement | null }, isOn: boolean): void {
  const step = (by: number) => {
    const rows = [...(table.current?.querySelectorAll<HTMLElement>("tbody tr") ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    rows[at === -1 ? (by > 0 ? 0 : rows.length - 1) : at + by]?.focus();
  };
  const open = () => {
    const row = table.current?.querySelector("tbody tr:focus-within") ?? table.current;
    row?.querySelector<HTMLElement>("tbody a, td a")?.click();
  };
  const keys = [
    { key: "j", label: "Next scenario", run: () => step(1) },
    { key: "k", label: "Previous scenario", run: () => step(-1) },
    { key: "c", label: "Compare its two runs", run: open },
  ];
  useShortcuts(isOn ? keys : []);
}

interface RowProps {
  readonly row: ScenarioRow;
  readonly names: readonly string[];
  readonly axis: Axis;
  readonly findLink: FindLink;
}

function Row({ row: { scenarioKey, moves }, names, axis, findLink }: RowProps) {
  return (
    <tr role="row" tabIndex={-1}>
      <th role="rowheader" scope="row">
        {safeName(scenarioKey, 120)}
      </th>
      {moves.map((move, at) => (
        <td role="cell" key={names[at]}>
          <MoveCell move={move} agent={names[at] ?? ""} link={move && findLink(move.entry)} axis={axis} />
        </td>
      ))}
    </tr>
  );
}

interface MoveCellProps {
  readonly move: Move | null;
  readonly agent: string;
  readonly link: string | null;
  readonly axis: Axis;
}

function MoveCell({ move, agent, link, axis }: MoveCellProps) {
  const name = <AgentName name={agent} />;
  if (move === null)
    return (
      <div class="move">
        {name}
        <span />
        <span class="move-dim">{noNumber}</span>
      </div>
    );
  const { before, after, text, tone, entry } = move;
  const side = (value: number | null) => (value === null ? "nothing" : String(Math.round(value)));
  const label = `${safeName(agent)}, ${safeName(entry.scenarioKey)}: ${side(before)} before, ${side(after)} after`;
  return (
    <div class="move">
      {name}
      <Dumbbell {...{ axis, before, after, agent, tone, label }} />
      {link === null ? (
        <span class={`change move-${tone}`}>{text}</span>
      ) : (
        <a class={`change move-${tone}`} href={link} title="Open the two runs">
          {text}
          <span class="sr">: open the two runs of {label}</span>
        </a>
      )}
    </div>
  );
}

function explainColors(rows: readonly ScenarioRow[], metric: Metric, agents: readonly ComparedAgent[]): string {
  const tones = new Set(rows.flatMap(({ moves }) => moves.map((move) => move?.tone)));
  const margin = [...new Set(agents.map((agent) => agent.margin))].join(" or ");
  const isPassed = metric === "passed";
  return [
    isPassed
      ? "Grey: as many of its trials passed, or it still passes or still fails."
      : `Grey: within the margin of ${margin} points.`,
    tones.has("bad") ? "Red: regressed." : "",
    tones.has("warn")
      ? isPassed
        ? "Brown: passed before and fails now, which is not proven."
        : "Brown: worse by more than the margin, and not proven for this scenario alone."
      : "",
    tones.has("good") && !isPassed ? "Green: better by more than the margin." : "",
    metric === "axisScore" || isPassed ? "" : "A dimension that is new or gone is written out: “n/a → 10”.",
  ]
    .filter((part) => part !== "")
    .join(" ");
}
