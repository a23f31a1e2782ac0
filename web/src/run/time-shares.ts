/** Computes where the time of a run went. */
import type { Category } from "../../../src/core/score/category.ts";
import type { Interaction } from "../../../src/core/interaction.ts";
import type { RunStats } from "../../../src/core/interaction.ts";

type TimeKind = Category | "startup" | "shutdown";

export interface TimeShare {
  readonly kind: TimeKind;
  readonly durationMs: number;
  readonly count: number;
}

/** A call with two categories counts as service, because the network is the slower part. */
export function chooseLane({ categories }: Pick<Interaction, "categories">): Category {
  return categories.includes("service") ? "service" : (categories[0] ?? "agent");
}

/** Sums the known durations, and counts the unknown ones. */
export function sumTimeShares(
  interactions: readonly Interaction[],
  stats: RunStats,
): { shares: TimeShare[]; unknown: number } {
  const sums: Record<Category, { durationMs: number; count: number }> = {
    environment: { durationMs: 0, count: 0 },
    service: { durationMs: 0, count: 0 },
    agent: { durationMs: 0, count: 0 },
  };
  let unknown = 0;
  for (const interaction of interactions) {
    const sum = sums[chooseLane(interaction)];
    sum.count += 1;
    if (interaction.durationMs === null) unknown += 1;
    else sum.durationMs += interaction.durationMs;
  }
  const edge = (kind: "startup" | "shutdown", durationMs: number | undefined): TimeShare[] =>
    durationMs === undefined || durationMs <= 0 ? [] : [{ kind, durationMs, count: 1 }];
  const shares = [
    ...edge("startup", stats.startupMs),
    ...(["environment", "service", "agent"] as const).flatMap((kind) =>
      sums[kind].count === 0 ? [] : [{ kind, ...sums[kind] }],
    ),
    ...edge("shutdown", stats.shutdownMs),
  ];
  return { shares, unknown };
}

/** A mark on the timeline. */
export interface TimeMark {
  readonly lane: Category;
  readonly interaction: Interaction;
  readonly startMs: number;
  readonly durationMs: number;
}

/** One mark per visible position: the longest interaction that starts there. */
export function listTimeMarks(interactions: readonly Interaction[], lengthMs: number, places: number): TimeMark[] {
  const marks = new Map<string, TimeMark>();
  for (const interaction of interactions) {
    if (interaction.startMs === null) continue;
    const lane = chooseLane(interaction);
    const mark = { lane, interaction, startMs: interaction.startMs, durationMs: interaction.durationMs ?? 0 };
    const place = `${lane} ${Math.floor((mark.startMs / lengthMs) * places)} ${interaction.hasError}`;
    if ((marks.get(place)?.durationMs ?? -1) < mark.durationMs) marks.set(place, mark);
  }
  return [...marks.values()];
}
