/** Cosine similarity of embeddings. */

/** Returns the cosine of the angle between two vectors of the same length; 0 if one of them is all zeros. */
export function cosineSimilarity(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length) throw new RangeError(`The vectors have different lengths: ${one.length} and ${other.length}`);
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
