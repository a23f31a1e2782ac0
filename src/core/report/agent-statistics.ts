/** What the trials of one agent show about it overall; null where the data is not sufficient. */
import { z } from "zod";

const number = z.number().nullable();
const bounds = { lower: number, upper: number };

/** The probability by k: that one of k tries passes, or that all of them do. */
export const ChanceByK = z.record(z.string(), z.number());

export const AgentStatistics = z.object({
  agentName: z.string(),
  /** Scenarios with at least one scored trial. */
  scenarios: z.number().int(),
  /** Scored trials of the scenario with the fewest. */
  trials: z.number().int(),
  /** The mean of the scenarios' means, in points, on scenarios like these. */
  mean: z.object({ estimate: number, ...bounds }),
  /**
   * The mean AXIS Result, unrounded, with its 95 % interval by bootstrap through dimensions and weights. `suite` is about
   * these scenarios, `population` about scenarios like these.
   */
  composite: z
    .object({
      estimate: number,
      ...bounds,
      scope: z.enum(["suite", "population"]),
      samples: z.number().int(),
      seed: z.string(),
    })
    .optional(),
  /** The mean with every missing run at 0 and at 100. */
  missing: z.object({ share: number, lowest: number, highest: number }),
  /** From 0 to 1; null with fewer than two scenarios. */
  passRate: z
    .object({ estimate: z.number(), lower: z.number(), upper: z.number(), effectiveTrials: z.number() })
    .nullable(),
  /**
   * The pass rate of all runs by the judge (`raw`), and the rate that people would have given, with its 95 % interval. Null
   * if the judge is too uninformative; absent if it is not calibrated.
   */
  correctedPassRate: z
    .object({ raw: z.number(), estimate: z.number(), lower: z.number(), upper: z.number() })
    .nullable()
    .optional(),
  passAtK: ChanceByK,
  passHatK: ChanceByK,
  /** With --judge-samples: the noise of goal scores in square points, and what to increase. */
  judgeNoise: z
    .object({
      task: number,
      trial: number,
      judge: number,
      trials: z.number().int(),
      draws: z.number().int(),
      /** Null if something was not repeated. */
      advice: z.enum(["judge-samples", "trials", "scenarios"]).nullable(),
    })
    .optional(),
  noise: z.object({
    /** Variances in square points; null if nothing was repeated, or not equally often. */
    task: number,
    trial: number,
    judge: number,
    /** The smallest drop on these scenarios that two such runs would detect reliably, in points. */
    minimumDetectableEffect: number,
  }),
});
export type AgentStatistics = z.infer<typeof AgentStatistics>;
