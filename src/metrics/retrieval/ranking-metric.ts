/** Shared parts of ranking metrics: their fields, the choice of k, and the signals at each k. */
import { z } from "zod";
import type { RankedEntry } from "../../core/dataset-item.ts";
import { failed, fromRaw, notApplicable, type Unscored } from "../../core/score.ts";
import type { Signal } from "../../core/score/signal.ts";
import { type Ranking, computeRanking, type RankingAtK } from "../arithmetic/ranking-scores.ts";
import { defineMetric } from "../define-metric.ts";

const place = z.number().int().min(1);

/** One k or several, without duplicates and ascending; `mainK` is the k of the score, by default the largest. */
const KOptions = z
  .strictObject({
    k: z
      .union([place, z.array(place).min(1).readonly()])
      .prefault(10)
      .transform((k) => [...new Set(typeof k === "number" ? [k] : k)].toSorted((one, other) => one - other)),
    mainK: place.nullable().default(null),
  })
  .refine(({ k, mainK }) => mainK === null || k.includes(mainK), {
    path: ["mainK"],
    message: "must be one of the values of k",
  });

interface RankingReading {
  readonly score: number;
  readonly mainK: number;
  readonly relevant: number;
  readonly at: readonly RankingAtK[];
}

interface RankingMetric {
  readonly id: string;
  readonly title: string;
  readonly className: string;
  readonly about: string;
  /** The name of the signal that equals the score. */
  readonly headline: string;
  readonly value: (at: RankingAtK) => number;
  /** The signals at one k, besides its score. */
  readonly details: (at: RankingAtK, relevant: number) => Readonly<Record<string, unknown>>;
  readonly explain: (at: RankingAtK, relevant: number) => string;
}

/** Defines a metric whose score is a value at `mainK`. */
export function defineRankingMetric({ headline, value, details, explain, ...names }: RankingMetric) {
  return defineMetric({
    ...names,
    needs: ["actualRanking", "expectedReference"],
    tags: ["retrieval"],
    options: KOptions,
    measure({ actualRanking, expectedReference }, { options }) {
      const ranking = rankEntries(actualRanking, expectedReference, options.k);
      if ("status" in ranking) return { score: ranking };
      const main = ranking.at.find(({ k }) => k === (options.mainK ?? options.k.at(-1))) as RankingAtK;
      const result: RankingReading = { score: value(main), mainK: main.k, relevant: ranking.relevant, at: ranking.at };
      return { score: fromRaw(result.score), explanation: explain(main, ranking.relevant), result };
    },
    signals: ({ score, relevant, at }) => [
      { name: headline, value: score, headlineDisplay: true },
      ...at.flatMap((one) => toDetailSignals(one.k, { ...details(one, relevant), score_at_k: value(one) })),
    ],
  });
}

function toDetailSignals(k: number, readings: Readonly<Record<string, unknown>>): Signal[] {
  return Object.entries(readings).map(([name, value]) => ({ name, value, group: `k_${k}_detail` }));
}

/** Returns the ranking of an item, or why there is none. */
export function rankEntries(
  actual: readonly RankedEntry[],
  expected: readonly RankedEntry[],
  k: readonly number[],
): Ranking | Unscored {
  if (expected.length === 0) return notApplicable("expectedReference is empty, so no entry is known to be relevant");
  const nameless = findEntryWithoutId("actualRanking", actual) ?? findEntryWithoutId("expectedReference", expected);
  if (nameless !== undefined) return failed(`${nameless} has no id`);
  const references = expected.map(({ id, relevance }) => ({ id: id as string, relevance }));
  return computeRanking(
    actual.map(({ id }) => id as string),
    references,
    k,
  );
}

function findEntryWithoutId(field: string, entries: readonly RankedEntry[]): string | undefined {
  const index = entries.findIndex(({ id }) => id === undefined);
  return index === -1 ? undefined : `${field}[${index}]`;
}
