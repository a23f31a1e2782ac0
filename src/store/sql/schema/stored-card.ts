/** Converts a scorecard to its row and back without loss. */
import type { Selectable } from "kysely";
import { type CardAxis, RunScorecard } from "../../../core/run/run-scorecard.ts";
import { toJsonColumn } from "../text.ts";
import type { ScoreTable } from "./tables/scores.ts";

const cardAxes = ["completion", "error_rate", "latency", "resource_efficiency"] as const;

/** The columns of `agent_run_scores` that contain the scorecard. */
export function toCardColumns(card: RunScorecard) {
  const { completion, error_rate, latency, resource_efficiency } = card.axes;
  const why = Object.fromEntries(
    cardAxes.flatMap((axis) => (card.axes[axis].why === null ? [] : [[axis, card.axes[axis].why]])),
  );
  return {
    run_id: card.run_id,
    score: card.score,
    formula_version: card.formula_version,
    completion: completion.score,
    error_rate: error_rate.score,
    latency: latency.score,
    resource_efficiency: resource_efficiency.score,
    defaulted: toJsonColumn({ ...mapAxes((axis) => card.axes[axis].defaulted), why }),
    weight_snapshot: toJsonColumn({ ...card.weights, weights_source: card.weights_source }),
    inputs: toJsonColumn(mapAxes((axis) => card.axes[axis].inputs)),
    counted: card.counted,
  };
}

/** Rebuilds the whole document, with its keys in the order of the schema. */
export function toScorecard(row: Selectable<ScoreTable>): RunScorecard {
  const { weights_source, ...weights } = row.weight_snapshot;
  const axes = mapAxes((axis) => ({
    score: row[axis],
    defaulted: row.defaulted[axis],
    why: row.defaulted.why[axis] ?? null,
    inputs: row.inputs[axis],
  }));
  const { memory, cpu } = row.inputs.resource_efficiency.parts;
  const provisional = cardAxes.some((axis) => row.defaulted[axis]) || memory.defaulted || cpu.defaulted;
  return RunScorecard.parse({
    run_id: row.run_id,
    score: row.score,
    tier: row.tier,
    formula_version: row.formula_version,
    axes,
    weights,
    weights_source,
    weighted_sum: cardAxes.reduce((sum, axis) => sum + weights[axis] * row[axis], 0),
    provisional,
    counted: row.counted,
  });
}

function mapAxes<T>(value: (axis: CardAxis) => T): Record<CardAxis, T> {
  return {
    completion: value("completion"),
    error_rate: value("error_rate"),
    latency: value("latency"),
    resource_efficiency: value("resource_efficiency"),
  };
}
