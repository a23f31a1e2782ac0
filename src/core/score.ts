/** A score, or the reason there is none. It cannot be averaged by accident. */
export type Score = { readonly status: "scored"; readonly value: number; readonly raw?: number } | Unscored;

/** The reason there is no score. */
export interface Unscored {
  readonly status: "not-applicable" | "failed";
  readonly why: string;
}

/** A score made from a share, which it keeps bit for bit, or the reason there is none: the result of a metric. */
export type ShareScore = { readonly status: "scored"; readonly value: number; readonly raw: number } | Unscored;

/** Points from 0 to 100; `raw` is the share they were made from, if any. */
export function scored(value: number, raw?: number): Score {
  return raw === undefined ? { status: "scored", value } : { status: "scored", value, raw };
}

/** A score from a share of 0 to 1 (or a reading of another range, for the one metric that has one). */
export function fromRaw(share: number): ShareScore {
  return { status: "scored", value: share * 100, raw: share };
}

/** There was nothing to measure. */
export function notApplicable(why: string): Unscored {
  return { status: "not-applicable", why };
}

/** It should have been measured but could not be. Documents call it `unscored`. */
export function failed(why: string): Unscored {
  return { status: "failed", why };
}

/** Weighted mean. Parts that do not apply or have no weight are skipped; a failed part makes the whole unknown. */
export function combine(parts: readonly { readonly score: Score; readonly weight: number }[]): Score {
  let sum = 0;
  let weights = 0;
  for (const { score, weight } of parts) {
    if (weight <= 0 || score.status === "not-applicable") continue;
    if (score.status !== "scored") return failed(score.why);
    sum += weight * score.value;
    weights += weight;
  }
  return weights > 0 ? scored(sum / weights) : notApplicable("nothing applied");
}
