/** The stages of a run: every execution of its gates, and the agent's repair turns. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { AgentTurn } from "../../../src/core/scenario/gate.ts";
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import type { StageFacts } from "../../../src/core/run/run-facts.ts";
import type { StageExecution } from "../../../src/core/run/run-stage.ts";
import { formatDuration } from "../../../src/report/text/format.ts";
import { LongText } from "../text/long-text.tsx";
import { safeLine } from "../text/safe.ts";

/** A stage with every execution of its command. */
export interface ShownStage extends StageFacts {
  readonly runs: readonly (StageExecution & { readonly log?: string | undefined })[];
}

export interface StagesProps {
  readonly stages: readonly ShownStage[];
  readonly turns?: readonly AgentTurn[] | undefined;
  readonly changedFiles?: number | undefined;
  /** A heading above already names them. */
  readonly isAlone?: boolean;
}

/** The stages of a recorded run. */
export function RecordedStages({ detail, isAlone = false }: { detail: RunDetail; isAlone?: boolean }) {
  return (
    <Stages stages={listStages(detail)} turns={detail.turns} changedFiles={detail.changedFiles} isAlone={isAlone} />
  );
}

export function listStages({ facts, gates = [] }: Pick<RunDetail, "facts" | "gates">): ShownStage[] {
  return (facts?.stages ?? []).map((stage) => ({
    ...stage,
    runs: stage.kind === "gate" ? gates.filter(({ gate }) => gate === stage.name) : [],
  }));
}

export function Stages({ stages, turns = [], changedFiles, isAlone = false }: StagesProps) {
  if (stages.length + turns.length === 0) return null;
  return (
    <div class="stages">
      {!isAlone && <h3 class="label">Stages</h3>}
      <ol class="stage-strip">
        {stages.map((stage, index) => (
          <Stage key={index} stage={stage} />
        ))}
      </ol>
      {turns.length > 0 && <Turns turns={turns} />}
      {changedFiles !== undefined && <p class="decided">Changed files: {changedFiles}.</p>}
    </div>
  );
}

function Stage({ stage }: { stage: ShownStage }) {
  const { word, tone } = describeEnd(stage);
  return (
    <li class={`stage-${tone}`}>
      <p class="stage">
        <b>{safeLine(stage.name, 120)}</b>
        <span class={`tag tone-${tone}`}>{word}</span>
        <span class="decided">{describeFacts(stage)}</span>
      </p>
      {stage.runs.map((execution) => (
        <Execution key={execution.execution} execution={execution} />
      ))}
    </li>
  );
}

/** How it ended. */
export function describeEnd({ first_passed: first, passed }: StageFacts): { word: string; tone: string } {
  if (passed === null) return { word: "not executed", tone: "faint" };
  if (!passed) return { word: "failed", tone: "bad" };
  return first === false ? { word: "passed in the end", tone: "warn" } : { word: "passed", tone: "good" };
}

function describeFacts({ kind, executions, repair_loops: repairs, counts }: StageFacts): string {
  const parts = [
    kind,
    formatCount(executions, "execution"),
    ...(repairs > 0 ? [formatCount(repairs, "repair turn")] : []),
    ...(counts ? [] : ["not in first-time success"]),
  ];
  return parts.join(", ");
}

function Execution({ execution }: { execution: ShownStage["runs"][number] }) {
  const {
    execution: number,
    turn,
    passed,
    exit_code: code,
    ended_by: by,
    wall_ms: wall,
    output_tail: tail,
  } = execution;
  const ending =
    by === "exit" ? `exit code ${code ?? "unknown"}` : `${by}${code === null ? "" : `, exit code ${code}`}`;
  const line = `Execution ${number}, after turn ${turn}: ${passed ? "passed" : "failed"}, ${ending}, ${formatDuration(wall)}`;
  if (tail === "") return <p class="execution">{line}; no output</p>;
  return (
    <details class="execution">
      <summary>{line}</summary>
      <LongText text={tail} name={`gate-${number}`} />
      {execution.log !== undefined && <p class="decided">Full log: {safeLine(execution.log, 200)}</p>}
    </details>
  );
}

const starts: Readonly<Record<AgentTurn["start"], string>> = {
  task: "",
  resumed: ", in the same session",
  afresh: ", in a new session",
};

function Turns({ turns }: { turns: readonly AgentTurn[] }) {
  return (
    <>
      <h3 class="label">Agent turns</h3>
      <ol class="turns" start={0}>
        {turns.map(({ turn, start, repairs, status, durationMs }) => (
          <li key={turn} value={turn}>
            {repairs === null ? "Task" : `Repair of ${safeLine(repairs, 60)}`}
            {starts[start]}: {status}, {formatDuration(durationMs)}
          </li>
        ))}
      </ol>
    </>
  );
}
