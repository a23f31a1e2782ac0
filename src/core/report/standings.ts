/** How sure a report is of its numbers: the interval of its AXIS Result, and which agents differ by more than chance explains. */
import { z } from "zod";

const number = z.number().nullable();

/** Two agents, compared on the scenarios that both have. */
export const AgentDifference = z.object({
  /** The agent with the higher mean. */
  better: z.string(),
  worse: z.string(),
  scenarios: z.number().int(),
  /** `better` minus `worse`, in points, with its 95 % interval. */
  estimate: number,
  lower: number,
  upper: number,
  p: number,
  /** Corrected for the number of pairs by Holm's method. */
  adjustedP: number,
  /** Whether the corrected p is below 0.05. */
  apart: z.boolean(),
});
export type AgentDifference = z.infer<typeof AgentDifference>;

export const Standings = z.object({
  /**
   * The 95 % interval of the report's AXIS Result. `suite` is about these scenarios, `population` about scenarios like
   * these. Null where the trials are too few for one.
   */
  interval: z
    .object({
      lower: z.number(),
      upper: z.number(),
      scope: z.enum(["suite", "population"]),
      samples: z.number().int(),
      seed: z.string(),
    })
    .nullable(),
  /** Every pair of the best eight agents, in the order of their means. */
  differences: z.array(AgentDifference),
});
export type Standings = z.infer<typeof Standings>;
