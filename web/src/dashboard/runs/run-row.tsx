/** A run in the list. */
import type { ComponentChildren } from "preact";
import { formatDuration, noNumber } from "../../../../src/report/text/format.ts";
import { safeLine } from "../../text/safe.ts";
import type { RunSummary } from "../api/answers.ts";
import { formatShortMoment } from "../../parts/moment.ts";
import { formatMicros } from "../parts/micros.ts";
import type { RunSort } from "./run-filters.ts";
import { resultClass } from "../../parts/score.tsx";
import { cardClass, RunStatusWord } from "./status-word.tsx";

export interface RunColumn {
  readonly name: string;
  readonly title: string;
  readonly isNumber?: boolean;
  /** Set on the column that an order sorts by. */
  readonly sort?: RunSort;
}

export const runColumns: readonly RunColumn[] = [
  { name: "time", title: "Time", sort: "newest" },
  { name: "scenario", title: "Scenario" },
  { name: "agent", title: "Agent" },
  { name: "status", title: "Status" },
  { name: "result", title: "AXIS Result", isNumber: true, sort: "result" },
  { name: "score", title: "Scorecard", isNumber: true, sort: "score" },
  { name: "wall", title: "Took", isNumber: true },
  { name: "cost", title: "Cost", isNumber: true },
];

export interface RunRowProps {
  readonly run: RunSummary;
  readonly href: string;
  /** Set if the list has runs of several workspaces. */
  readonly workspace: string | null;
  /** Null unless runs are being chosen. */
  readonly choice: RunChoice | null;
}

/** The runs chosen to compare. */
export interface RunChoice {
  readonly ids: readonly string[];
  toggle(id: string): void;
}

/** The cells of a row; the list renders the row itself. */
export function RunCells({ run, href, workspace, choice }: RunRowProps) {
  const { queued_at, scenario, trial, agent, model, score, tier, axis_result, wall_ms, cost_micros } = run;
  return (
    <>
      {renderCell(
        "time",
        <time dateTime={queued_at} title={queued_at}>
          {formatShortMoment(queued_at, new Date())}
        </time>,
      )}
      {renderCell(
        "scenario",
        <>
          {choice !== null && <ChoiceBox run={run} choice={choice} />}
          <a href={href}>{safeLine(scenario, 120)}</a>
          {trial > 1 && <small> trial {trial}</small>}
          {workspace !== null && <small> in {safeLine(workspace, 60)}</small>}
        </>,
      )}
      {renderCell(
        "agent",
        <>
          {safeLine(agent, 80)}
          {model !== null && !agent.includes(model) && <small> {safeLine(model, 60)}</small>}
        </>,
      )}
      {renderCell("status", <RunStatusWord run={run} />)}
      {renderCell(
        "result",
        axis_result === null ? (
          <Unknown />
        ) : (
          <span class={`score ${resultClass(axis_result, run.run_status)}`}>{axis_result}</span>
        ),
      )}
      {renderCell(
        "score",
        score === null ? (
          <Unknown />
        ) : (
          <>
            <span class="score">{score}</span> <span class="tier-word">{tier}</span>
          </>
        ),
        cardClass(run),
      )}
      {renderCell("wall", wall_ms === null ? <Unknown /> : formatDuration(wall_ms))}
      {renderCell("cost", cost_micros === null ? <Unknown /> : formatMicros(cost_micros))}
    </>
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

const titles = Object.fromEntries(runColumns.map(({ name, title }) => [name, title]));
const numberColumns = new Set(runColumns.filter(({ isNumber }) => isNumber).map(({ name }) => name));

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
