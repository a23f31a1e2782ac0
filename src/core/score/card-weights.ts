/** Weights of a scorecard as people write them: four decimals that sum to 1. */
import { z } from "zod";
import type { CardAxis, CardWeights } from "../run/run-scorecard.ts";

/** The axes of a scorecard, in the order they are shown. */
export const cardAxes = ["completion", "error_rate", "latency", "resource_efficiency"] as const satisfies CardAxis[];

/** The weight 1 in basis points. */
export const allBasisPoints = 10_000;
/** Decimals are not exact in binary; values this close count as the same decimal. */
const nearEnough = 1e-6;

type Written = { readonly [Axis in CardAxis]?: number | undefined };

const share = z
  .number()
  .min(0)
  .max(1)
  .refine((value) => Math.abs(value * allBasisPoints - roundToBasisPoints(value)) <= nearEnough, {
    message: "Must have at most four decimals",
  });

/** All four or none; 0 is allowed: the axis is shown but not counted. */
export const CardWeightsInput = z
  .strictObject({
    completion: share.optional(),
    error_rate: share.optional(),
    latency: share.optional(),
    resource_efficiency: share.optional(),
  })
  .refine((given) => [0, cardAxes.length].includes(listWrittenWeights(given).length), {
    message: `Set all of ${cardAxes.join(", ")}, or none`,
  })
  .refine((given) => listWrittenWeights(given).length < cardAxes.length || sumWeights(given) === allBasisPoints, {
    message: "The four must sum to 1",
  });
export type CardWeightsInput = z.infer<typeof CardWeightsInput>;

/** The weights in basis points; null if none is set. */
export function toBasisPoints(given: CardWeightsInput): CardWeights | null {
  const { completion, error_rate, latency, resource_efficiency } = given;
  if (completion === undefined || error_rate === undefined) return null;
  if (latency === undefined || resource_efficiency === undefined) return null;
  return {
    completion: roundToBasisPoints(completion),
    error_rate: roundToBasisPoints(error_rate),
    latency: roundToBasisPoints(latency),
    resource_efficiency: roundToBasisPoints(resource_efficiency),
  };
}

function roundToBasisPoints(value: number): number {
  return Math.round(value * allBasisPoints);
}

function listWrittenWeights(given: Written): number[] {
  return cardAxes.map((axis) => given[axis]).filter((value) => value !== undefined);
}

function sumWeights(given: Written): number {
  return listWrittenWeights(given).reduce((sum, value) => sum + roundToBasisPoints(value), 0);
}
