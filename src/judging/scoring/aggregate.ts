/** Combines one value per interaction into one value per run. The result is null if there are no values. */

/** One slow call must not vanish among many fast ones: the further a value is below 1, the more it weighs. */
export function severityWeightedMean(values: readonly number[]): number | null {
  return weightedMean(values, (value) => (1 - value) ** 2 + 1);
}

/** The more an interaction added to the context, the more it weighs; `bytes` has one number per value. */
export function contextWeightedMean(values: readonly number[], bytes: readonly number[]): number | null {
  return weightedMean(values, (_, position) => Math.max(1, bytes[position] ?? 0));
}

/** Sums in the given order, so that the same values in the same order give the same digits. */
function weightedMean(values: readonly number[], weightOf: (value: number, position: number) => number): number | null {
  let sum = 0;
  let weights = 0;
  for (let position = 0; position < values.length; position += 1) {
    const value = values[position]!;
    const weight = weightOf(value, position);
    sum += value * weight;
    weights += weight;
  }
  return weights > 0 ? sum / weights : null;
}
