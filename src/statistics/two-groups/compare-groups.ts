/** Compares every two of several groups, such as agents, and finds the places that they can have. */
import { holm } from "../planning/corrections.ts";
import type { DrawOptions } from "../random.ts";
import { compareRuns } from "./compare-runs.ts";
import type { PairedMetric, RunCell } from "./pairing.ts";

/** A group with its scenarios. */
export interface NamedCells {
  readonly name: string;
  readonly cells: readonly RunCell[];
}

/** Two groups, compared on the scenarios that both have. */
export interface GroupDifference {
  /** The one that comes first. */
  readonly better: string;
  readonly worse: string;
  readonly scenarios: number;
  /** `better` minus `worse`. */
  readonly estimate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly p: number | null;
  /** Corrected for the number of pairs by Holm's method. */
  readonly adjustedP: number | null;
  /** Whether the corrected p is below alpha. */
  readonly apart: boolean;
}

export interface GroupOptions {
  readonly seed: string;
  readonly alpha?: number;
  readonly metric?: PairedMetric;
  readonly samples?: DrawOptions["samples"];
}

/** Every pair of the groups, which are in the order of their places. */
export function compareGroups(groups: readonly NamedCells[], options: GroupOptions): GroupDifference[] {
  const { seed, alpha = 0.05, metric = "score", samples } = options;
  const pairs = groups.flatMap((better, place) => groups.slice(place + 1).map((worse) => ({ better, worse })));
  const tested = pairs.map(({ better, worse }) =>
    compareRuns(worse.cells, better.cells, {
      seed: `${seed}/${better.name}/${worse.name}`,
      alpha,
      margin: 0,
      metric,
      ...(samples === undefined ? {} : { samples }),
    }),
  );
  const adjusted = holm(tested.map(({ p }) => p));
  return tested.map(({ scenarios, estimate, lower, upper, p }, index) => {
    const adjustedP = adjusted[index] ?? null;
    const { better, worse } = pairs[index] ?? { better: groups[0], worse: groups[0] };
    const names = { better: better?.name ?? "", worse: worse?.name ?? "" };
    return { ...names, scenarios, estimate, lower, upper, p, adjustedP, apart: (adjustedP ?? 1) < alpha };
  });
}

/** From the best to the worst place that the data allows, counted from 1. */
export interface PlaceRange {
  readonly from: number;
  readonly to: number;
}

/** Groups that cannot be told apart share their places. `lowest` if a lower number is better, as with time. */
export function findPlaces(
  names: readonly string[],
  differences: readonly GroupDifference[],
  best: "highest" | "lowest" = "highest",
): Map<string, PlaceRange> {
  // A difference against the order of the means proves nothing about places: the groups ran other scenarios, too.
  const proven = differences.filter(
    ({ apart, estimate }) => apart && estimate !== null && (best === "highest" ? estimate > 0 : estimate < 0),
  );
  return new Map(
    names.map((name) => {
      const ahead = proven.filter(({ worse }) => worse === name).length;
      const behind = proven.filter(({ better }) => better === name).length;
      return [name, { from: ahead + 1, to: names.length - behind }];
    }),
  );
}
