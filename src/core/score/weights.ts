/** How much each dimension counts in the AXIS Result. */
import { z } from "zod";
import type { DimensionId } from "./category.ts";

const share = z.number().nonnegative();

export const Weights = z.strictObject({ goal_achievement: share, environment: share, service: share, agent: share });
export type Weights = z.infer<typeof Weights>;
export const WeightsInput = Weights.partial();

/** The published defaults. */
export const defaultWeights: Weights = { goal_achievement: 0.4, environment: 0.2, service: 0.2, agent: 0.2 };

/** The config key of each dimension. */
export const weightKey: Record<DimensionId, keyof Weights> = {
  goalAchievement: "goal_achievement",
  environment: "environment",
  service: "service",
  agent: "agent",
};
