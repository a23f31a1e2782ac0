/** The body of a pull request that proposes the work of a competition's winner. */
import type { Competition } from "../../core/report/competition.ts";
import type { RunScorecard } from "../../core/run/run-scorecard.ts";
import type { GateExecution } from "../../core/scenario/gate.ts";
import { cardAxes } from "../../core/score/card-weights.ts";
import { formatDuration } from "../text/format.ts";
import { axisTitles } from "../text/render-scorecard.ts";
import { formatRow, renderCompetition } from "./competition-markdown.ts";
import { codeCell, codeSpan } from "./markdown-code.ts";

export interface ProposedWork {
  readonly competition: Competition;
  readonly scenarioKey: string;
  readonly scorecard?: RunScorecard | undefined;
  /** In the order they were executed. */
  readonly gates: readonly GateExecution[];
}

/** Markdown, ending with a line break. */
export function renderPullRequest({ competition, scenarioKey, scorecard, gates }: ProposedWork): string {
  const { id, winner, base, ranking } = competition;
  return [
    `The work of ${codeSpan(winner ?? "")} on ${codeSpan(scenarioKey)}, the best of ${ranking.length} agents that started from ${codeSpan(base.commit.slice(0, 12))}. Nobody has reviewed it yet.`,
    "",
    ...renderCompetition(competition),
    ...(scorecard === undefined ? [] : renderCard(scorecard)),
    ...renderGates(gates),
    `Competition ${codeSpan(id)}. Print it with ${codeSpan(`axis compete show ${id}`)}.`,
    "",
  ].join("\n");
}

function renderCard({ score, tier, axes }: RunScorecard): string[] {
  return [
    `### Scorecard of this work: ${score} ${tier}`,
    "",
    formatRow(["Axis", "Points"]),
    "| --- | ---: |",
    ...cardAxes.map((axis) =>
      formatRow([axisTitles[axis], `${axes[axis].score}${axes[axis].defaulted ? " (by default)" : ""}`]),
    ),
    "",
  ];
}

function renderGates(gates: readonly GateExecution[]): string[] {
  if (gates.length === 0) return ["No gate checked this work.", ""];
  return [
    "### Gates",
    "",
    formatRow(["Gate", "Execution", "Result", "Time"]),
    "| --- | ---: | --- | ---: |",
    ...gates.map(({ gate, execution, passed, exit_code, wall_ms }) =>
      formatRow([
        codeCell(gate),
        String(execution),
        passed ? "passed" : `failed${exit_code === null ? "" : `, exit code ${exit_code}`}`,
        formatDuration(wall_ms),
      ]),
    ),
    "",
  ];
}
