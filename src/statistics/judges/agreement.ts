/** How far two raters agree on labels beyond chance. */
import { requireFinite, requireOneOf, requireSameLength } from "../arguments.ts";

/** A label that a rater can give. */
type Label = string | number | boolean;

/** Agreement beyond chance, the observed agreement and that expected by chance; null if it cannot be computed. */
interface Agreement {
  readonly value: number | null;
  readonly observed: number | null;
  readonly expected: number | null;
  readonly n: number;
}

/** Cohen's kappa: chance agreement follows from how often each rater uses each label. */
export function cohenKappa(a: readonly Label[], b: readonly Label[]): Agreement {
  const { n, same, counts } = tally(a, b, "cohenKappa");
  if (n === 0) return { value: null, observed: null, expected: null, n };
  let product = 0;
  for (const [first, second] of counts.values()) product += first * second;
  const rest = n * n - product;
  return { value: rest === 0 ? null : (same * n - product) / rest, observed: same / n, expected: product / (n * n), n };
}

/** Gwet's AC1: chance agreement grows with how evenly labels are used; stable even if nearly all ratings agree. */
export function gwetAC1(
  a: readonly Label[],
  b: readonly Label[],
  { categories }: { readonly categories?: readonly Label[] | undefined } = {},
): Agreement {
  const { n, same, counts } = tally(a, b, "gwetAC1");
  if (categories !== undefined) requireCategories([...counts.keys()], categories, "gwetAC1");
  const kinds = categories?.length ?? counts.size;
  if (n === 0) return { value: null, observed: null, expected: null, n };
  const observed = same / n;
  if (kinds < 2) return { value: null, observed, expected: null, n };
  let spread = 0;
  for (const [first, second] of counts.values()) spread += (first + second) * (2 * n - first - second);
  const expected = spread / (4 * n * n) / (kinds - 1);
  return { value: (observed - expected) / (1 - expected), observed, expected, n };
}

/** The labels in order, and how much more a far miss weighs than a near one. */
export interface WeightedKappaOptions {
  readonly categories: readonly Label[];
  readonly weights?: "quadratic" | "linear" | undefined;
}

/** Cohen's kappa on an ordered scale; null if no disagreement is possible by chance. */
export function weightedKappa(
  a: readonly Label[],
  b: readonly Label[],
  { categories, weights = "quadratic" }: WeightedKappaOptions,
): { value: number | null; n: number } {
  requireOneOf(weights, ["quadratic", "linear"], "weightedKappa: weights");
  const { n, counts } = tally(a, b, "weightedKappa");
  requireCategories([...counts.keys()], categories, "weightedKappa");
  const rank = new Map(categories.map((label, index) => [label, index]));
  const power = weights === "quadratic" ? 2 : 1;
  let observed = 0;
  for (const [index, label] of a.entries())
    observed += Math.abs((rank.get(label) as number) - (rank.get(b[index] as Label) as number)) ** power;
  const margins = categories.map((label) => counts.get(label) ?? ([0, 0] as const));
  const expected = power === 2 ? squaredDistances(margins, n) : distances(margins, n);
  return { value: expected === 0 ? null : 1 - (observed * n) / expected, n };
}

type Counts = readonly [first: number, second: number];

/** The sum of squared distances over all pairs of one rating from each rater, computed from sums alone. */
function squaredDistances(margins: readonly Counts[], n: number): number {
  let [squares, first, second] = [0, 0, 0];
  for (const [rank, [a, b]] of margins.entries()) {
    squares += rank * rank * (a + b);
    first += rank * a;
    second += rank * b;
  }
  return n * squares - 2 * first * second;
}

/** The same for plain distances: each step of the scale counts once for every pair on its two sides. */
function distances(margins: readonly Counts[], n: number): number {
  let [sum, first, second] = [0, 0, 0];
  for (const [a, b] of margins) {
    first += a;
    second += b;
    sum += first * (n - second) + second * (n - first);
  }
  return sum;
}

function tally(a: readonly Label[], b: readonly Label[], name: string) {
  requireSameLength(a, b, `${name}: a and b`);
  const counts = new Map<Label, [number, number]>();
  let same = 0;
  for (const [side, labels] of [a, b].entries())
    for (const [index, label] of labels.entries()) {
      if (typeof label === "number") requireFinite(label, `${name}: ${side === 0 ? "a" : "b"}[${index}]`);
      const count = counts.get(label) ?? [0, 0];
      count[side === 0 ? 0 : 1] += 1;
      counts.set(label, count);
      if (side === 1 && a[index] === label) same += 1;
    }
  return { n: a.length, same, counts };
}

function requireCategories(labels: readonly Label[], categories: readonly Label[], name: string): void {
  const known = new Set(categories);
  if (known.size < categories.length) throw new RangeError(`${name}: categories must not name a label twice`);
  for (const label of labels)
    if (!known.has(label)) throw new RangeError(`${name}: categories must hold every label, and miss ${String(label)}`);
}
