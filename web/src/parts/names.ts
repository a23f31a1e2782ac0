/** The names of dimensions and signals. */
import type { SignalName } from "../../../src/core/score/axis-result.ts";
import type { DimensionId } from "../../../src/core/score/category.ts";
import type { Weights } from "../../../src/core/score/weights.ts";

export interface DimensionName {
  readonly id: DimensionId;
  readonly name: string;
  readonly short: string;
  /** Its key in the weights. */
  readonly weight: keyof Weights;
  readonly about: string;
}

export const dimensionNames: readonly DimensionName[] = [
  {
    id: "goalAchievement",
    name: "Goal",
    short: "G",
    weight: "goal_achievement",
    about: "how much of the rubric was met",
  },
  {
    id: "environment",
    name: "Environment",
    short: "E",
    weight: "environment",
    about: "how files, shell and programs worked",
  },
  { id: "service", name: "Service", short: "S", weight: "service", about: "how sites, APIs and networks worked" },
  { id: "agent", name: "Agent", short: "A", weight: "agent", about: "how well the agent decided" },
];

export const signalWords: Readonly<Record<SignalName, string>> = {
  success: "Success",
  speed: "Speed",
  weight: "Context weight",
  relevance: "Relevance",
  necessity: "Necessity",
};

/** The dimensions computed from signals. */
export const categories = ["environment", "service", "agent"] as const;
