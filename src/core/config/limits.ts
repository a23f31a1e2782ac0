/** How long an agent may work, and how much it may use. */
import { z } from "zod";

export const LimitsInput = z.strictObject({
  time_minutes: z.number().positive().optional().describe("Minutes; 0.5 is 30 seconds."),
  tokens: z.number().int().positive().optional().describe("Input, output and cache tokens together."),
});
export type LimitsInput = z.infer<typeof LimitsInput>;

/** Limits for everything together, judges included. */
export const RunLimitsInput = LimitsInput.extend({
  cost_usd: z.number().positive().optional().describe("US dollars for agents and judges together."),
});
export type RunLimitsInput = z.infer<typeof RunLimitsInput>;

/** Limits per run; there is always a time limit. */
export const Limits = z.object({ time_minutes: z.number().positive(), tokens: z.number().int().positive().optional() });
export type Limits = z.infer<typeof Limits>;
export const defaultRunLimits: Limits = { time_minutes: 15 };
