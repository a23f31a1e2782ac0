/** Scores a ranking: hits, precision, recall and gain within the first k, and the rank of the first hit. */

export interface ExpectedReference {
  readonly id: string | number;
  /** Graded relevance; default 1. Any value above 0 is relevant. */
  readonly relevance?: number | null | undefined;
}

/** Numbers for the first k entries. */
export interface RankingAtK {
  readonly k: number;
  readonly hits: number;
  readonly retrieved: number;
  readonly hit: 0 | 1;
  readonly precision: number;
  readonly recall: number;
  readonly gain: number;
  readonly idealGain: number;
  readonly ndcg: number;
}

export interface Ranking {
  readonly relevant: number;
  /** From 1; null when nothing relevant was retrieved. */
  readonly firstRelevantRank: number | null;
  /** One per requested k, in that order. */
  readonly at: readonly RankingAtK[];
}

export interface RankingScores {
  readonly hit: Readonly<Record<number, number>>;
  readonly hitMain: number;
  readonly precision: Readonly<Record<number, number>>;
  readonly precisionMain: number;
  readonly recall: Readonly<Record<number, number>>;
  readonly recallMain: number;
  readonly ndcg: Readonly<Record<number, number>>;
  readonly ndcgMain: number;
  readonly mrr: number;
}

/** Returns all ranking scores for each k, and for the largest k. */
export function rankingScores(
  actual: readonly (string | number)[],
  expected: readonly ExpectedReference[],
  k: readonly number[],
): RankingScores {
  const { at, firstRelevantRank } = computeRanking(actual, expected, k);
  const perK = (name: "hit" | "precision" | "recall" | "ndcg"): Record<number, number> =>
    Object.fromEntries(at.map((place) => [place.k, place[name]]));
  const main = at.reduce((largest, place) => (place.k > largest.k ? place : largest));
  return {
    hit: perK("hit"),
    hitMain: main.hit,
    precision: perK("precision"),
    precisionMain: main.precision,
    recall: perK("recall"),
    recallMain: main.recall,
    ndcg: perK("ndcg"),
    ndcgMain: main.ndcg,
    mrr: firstRelevantRank === null ? 0 : 1 / firstRelevantRank,
  };
}

/** Walks down the ranking once for all k. A repeated id takes up a position but counts only at its first occurrence. */
export function computeRanking(
  actual: readonly (string | number)[],
  expected: readonly ExpectedReference[],
  k: readonly number[],
): Ranking {
  const relevance = mapRelevanceById(expected);
  const places = listRelevanceByRank(actual, relevance);
  const ideal = [...relevance.values()].sort((one, other) => other - one);
  const relevant = ideal.filter((value) => value > 0).length;
  const first = places.findIndex((value) => value > 0);
  return {
    relevant,
    firstRelevantRank: first === -1 ? null : first + 1,
    at: k.map((limit) => computeRankingAt(limit, { places, ideal, relevant })),
  };
}

interface RankedRelevance {
  readonly places: readonly number[];
  readonly ideal: readonly number[];
  readonly relevant: number;
}

function computeRankingAt(k: number, { places, ideal, relevant }: RankedRelevance): RankingAtK {
  const retrieved = Math.min(k, places.length);
  let hits = 0;
  for (let place = 0; place < retrieved; place += 1) if ((places[place] as number) > 0) hits += 1;
  const gain = sumDiscountedGain(places, k);
  const idealGain = sumDiscountedGain(ideal, k);
  return {
    k,
    hits,
    retrieved,
    hit: hits > 0 ? 1 : 0,
    precision: retrieved === 0 ? 0 : hits / retrieved,
    recall: relevant === 0 ? 1 : hits / relevant,
    gain,
    idealGain,
    ndcg: idealGain === 0 ? 0 : gain / idealGain,
  };
}

function sumDiscountedGain(relevances: readonly number[], k: number): number {
  let gain = 0;
  for (let place = 0; place < k && place < relevances.length; place += 1)
    gain += (relevances[place] as number) / Math.log2(place + 2);
  return gain;
}

function mapRelevanceById(expected: readonly ExpectedReference[]): Map<string, number> {
  const relevance = new Map<string, number>();
  for (const reference of expected) {
    const id = String(reference.id);
    relevance.set(id, Math.max(relevance.get(id) ?? 0, reference.relevance ?? 1));
  }
  return relevance;
}

function listRelevanceByRank(actual: readonly (string | number)[], relevance: ReadonlyMap<string, number>): number[] {
  const seen = new Set<string>();
  return actual.map((entry) => {
    const id = String(entry);
    if (seen.has(id)) return 0;
    seen.add(id);
    return relevance.get(id) ?? 0;
  });
}
