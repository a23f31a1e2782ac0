/** From one value per interaction to one value per run. Null where there is none. */

/** One slow call must not vanish among many fast ones: the further below 1, the heavier. */
export function severityWeightedMean(values: readonly number[]): number | null {
  return weightedMean(values, (value) => (1 - value) ** 2 + 1);
}

/** The more an interaction put into the context, the heavier; `bytes` has one number per value. */
export function contextWeightedMean(values: readonly number[], bytes: readonly number[]): number | null {
  return weightedMean(values, (_, position) => Math.max(1, bytes[position] ?? 0));
}

/** Sums in the order given: the same values in the same order have the same digits. */
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
