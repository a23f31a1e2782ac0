/** A run in the list. */
import type { ComponentChildren } from "preact";
import { formatDuration, noNumber } from "../../../../src/report/text/format.ts";
import { AgentName } from "../../parts/agent-look.tsx";
import { safeLine } from "../../text/safe.ts";
import type { RunSummary } from "../api/answers.ts";
import { formatShortMoment } from "../../parts/moment.ts";
import { formatMicros } from "../parts/micros.ts";
import type { RunSort } from "./run-filters.ts";
import { resultClass } from "../../parts/score.tsx";
import { cardClass, findReason, StatusMark } from "./status-word.tsx";

export interface RunColumn {
  readonly name: string;
  readonly title: string;
  readonly isNumber?: boolean;
  /** Set on the column that an order sorts by. */
  readonly sort?: RunSort;
}

const columns: readonly RunColumn[] = [
  { name: "status", title: "Status" },
  { name: "scenario", title: "Scenario" },
  { name: "agent", title: "Agent" },
  { name: "trial", title: "Trial", isNumber: true },
  { name: "result", title: "AXIS Result", isNumber: true, sort: "result" },
  { name: "score", title: "Scorecard", isNumber: true, sort: "score" },
  { name: "wall", title: "Time", isNumber: true },
  { name: "cost", title: "Cost", isNumber: true },
  { name: "why", title: "First reason" },
  { name: "time", title: "Queued", sort: "newest" },
];

/** The scorecard has a column only where the list goes by it. */
export function listRunColumns(showsCard: boolean): readonly RunColumn[] {
  return showsCard ? columns : columns.filter(({ name }) => name !== "score");
}

export interface RunRowProps {
  readonly run: RunSummary;
  readonly href: string;
  /** Set if the list has runs of several workspaces. */
  readonly workspace: string | null;
  /** Whether the list shows scorecards. */
  readonly showsCard: boolean;
  /** Null unless runs are being chosen. */
  readonly choice: RunChoice | null;
}

/** The runs chosen to compare. */
export interface RunChoice {
  readonly ids: readonly string[];
  toggle(id: string): void;
}

/** The cells of a row; the list renders the row itself. */
export function RunCells({ run, href, workspace, showsCard, choice }: RunRowProps) {
  const { queued_at, scenario, trial, agent, model, axis_result, wall_ms, cost_micros } = run;
  return (
    <>
      {renderCell("status", <StatusMark status={run.run_status ?? "unknown"} />)}
      {renderCell(
        "scenario",
        <>
          {choice !== null && <ChoiceBox run={run} choice={choice} />}
          <a href={href}>{safeLine(scenario, 120)}</a>
          {workspace !== null && <small> in {safeLine(workspace, 60)}</small>}
        </>,
      )}
      {renderCell(
        "agent",
        <>
          <AgentName name={agent} />
          {model !== null && !agent.includes(model) && <small> {safeLine(model, 60)}</small>}
        </>,
      )}
      {renderCell("trial", trial)}
      {renderCell(
        "result",
        axis_result === null ? (
          <Unknown />
        ) : (
          <span class={`score ${resultClass(axis_result, run.run_status)}`}>{axis_result}</span>
        ),
      )}
      {showsCard && <CardCell run={run} />}
      {renderCell("wall", wall_ms === null ? <Unknown /> : formatDuration(wall_ms))}
      {renderCell("cost", cost_micros === null ? <Unknown /> : formatMicros(cost_micros))}
      {renderCell("why", <Reason text={findReason(run)} />)}
      {renderCell(
        "time",
        <time dateTime={queued_at} title={queued_at}>
          {formatShortMoment(queued_at, new Date())}
        </time>,
      )}
    </>
  );
}

/** The title has what a narrow column cuts off. */
function Reason({ text }: { readonly text: string }) {
  return text === "" ? null : <span title={text}>{text}</span>;
}

function CardCell({ run }: { readonly run: RunSummary }) {
  const { score, tier } = run;
  if (score === null) return renderCell("score", <Unknown />);
  return renderCell(
    "score",
    <>
      <span class="score">{score}</span> <span class="tier-word">{tier}</span>
    </>,
    cardClass(run),
  );
}

function ChoiceBox({ run, choice }: { run: RunSummary; choice: RunChoice }) {
  return (
    <input
      type="checkbox"
      class="choice-box"
      aria-label={`Compare ${safeLine(run.scenario, 120)} by ${safeLine(run.agent, 80)}, ${run.queued_at}`}
      checked={choice.ids.includes(run.id)}
      onChange={() => choice.toggle(run.id)}
    />
  );
}

const titles = Object.fromEntries(columns.map(({ name, title }) => [name, title]));
const numberColumns = new Set(columns.filter(({ isNumber }) => isNumber).map(({ name }) => name));

/** `data-title` labels the value on narrow pages. Not a component, because scrolling creates hundreds. */
function renderCell(name: string, children: ComponentChildren, tone = "") {
  return (
    <td role="cell" class={`of-${name} ${numberColumns.has(name) ? "number" : ""} ${tone}`} data-title={titles[name]}>
      {children}
    </td>
  );
}

function Unknown() {
  return (
    <span class="none">
      <span aria-hidden="true">{noNumber}</span>
      <span class="sr">unknown</span>
    </span>
  );
}
