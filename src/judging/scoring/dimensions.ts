/** The three dimensions made of signals: which interactions each one uses, and how much each signal counts. */
import type { Category } from "../../core/score/category.ts";
import type { Interaction } from "../../core/interaction.ts";
import type { SignalName } from "../../core/score/axis-result.ts";

export interface Dimension {
  readonly id: Category;
  /** The interactions of its own category, or all interactions. */
  readonly looksAt: "own" | "all";
  /** The weights sum to 1. */
  readonly signals: Readonly<Record<SignalName, number>>;
}

/** The published weights. The first two dimensions measure execution quality, the third decision quality. */
export const dimensions: Readonly<Record<Category, Dimension>> = {
  environment: {
    id: "environment",
    looksAt: "own",
    signals: { success: 0.7, speed: 0.3, weight: 0, relevance: 0, necessity: 0 },
  },
  service: {
    id: "service",
    looksAt: "own",
    signals: { success: 0.7, speed: 0.3, weight: 0, relevance: 0, necessity: 0 },
  },
  agent: {
    id: "agent",
    looksAt: "all",
    signals: { success: 0.1, speed: 0.1, weight: 0.2, relevance: 0.2, necessity: 0.4 },
  },
};

/** Returns the interactions a dimension uses. An interaction with two categories counts in both. */
export function selectInteractions(dimension: Dimension, interactions: readonly Interaction[]): readonly Interaction[] {
  if (dimension.looksAt === "all") return interactions;
  return interactions.filter((interaction) => interaction.categories.includes(dimension.id));
}
