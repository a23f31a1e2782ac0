/** How close two embeddings point. */

/** The cosine of the angle between two vectors of one length; 0 where one of them is nothing. */
export function cosine(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length) throw new RangeError(`Vectors of ${one.length} and ${other.length} numbers`);
  let product = 0;
  let first = 0;
  let second = 0;
  for (const [index, value] of one.entries()) {
    const beside = other[index] as number;
    product += value * beside;
    first += value * value;
    second += beside * beside;
  }
  return first === 0 || second === 0 ? 0 : product / Math.sqrt(first * second);
}
