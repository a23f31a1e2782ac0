/** The y axis of a chart: points from 0 to 100, or a duration from 0. */
import type { CardTier } from "../../../src/core/run/run-scorecard.ts";
import { tierBounds } from "../../../src/core/run/tier.ts";
import { makeAxis } from "./axis.tsx";
import { formatCost, formatDuration } from "../../../src/report/text/format.ts";
import { formatPoints } from "../../../src/report/text/format-verdict.ts";

export interface ValueScale {
  /** Where the axis begins; 0 unless it is cut. */
  readonly least?: number;
  readonly most: number;
  readonly ticks: readonly number[];
  /** A label of the axis. */
  readonly formatTick: (value: number) => string;
  /** The value of one run. */
  readonly formatRun: (value: number) => string;
  /** A value computed from several runs: a mean, a median, the end of an interval. */
  readonly formatMean: (value: number) => string;
  /** Set for scorecards, which have tiers. */
  readonly tiers?: readonly TierBand[];
}

/** Part of the axis; a mean is in a tier from its lower bound up. */
interface TierBand {
  readonly tier: CardTier;
  readonly from: number;
  readonly to: number;
}

const tiers: readonly TierBand[] = tierBounds.map(([from, tier], place) => ({
  tier,
  from,
  to: tierBounds[place - 1]?.[0] ?? 100,
}));

/** A run has whole points; a mean always has one decimal. */
const pointFormats = { formatTick: String, formatRun: String, formatMean: formatPoints };

/** For scorecards, with tier bands. */
export const scoreScale: ValueScale = {
  most: 100,
  ticks: [...tiers.map(({ from }) => from), 100],
  ...pointFormats,
  tiers,
};
/** For AXIS Results, which have no tiers. */
export const resultScale: ValueScale = { most: 100, ticks: [0, 25, 50, 75, 100], ...pointFormats };

const formatPercent = (value: number) => `${Math.round(value)} %`;

/** For pass rates, in percent. */
export const rateScale: ValueScale = {
  most: 100,
  ticks: [0, 50, 100],
  formatTick: formatPercent,
  formatRun: formatPercent,
  formatMean: formatPercent,
};

/** For single axes, which have no tiers. */
export const pointsScale: ValueScale = { most: 100, ticks: [0, 50, 100], ...pointFormats };

/** An axis around these values with round ticks, cut where nothing lies; for means and their intervals. */
export function cutScale(values: readonly number[], scale: ValueScale): ValueScale {
  if (values.length === 0) return { ...scale, most: Number.isFinite(scale.most) ? scale.most : 1 };
  const [low, high] = [Math.min(...values), Math.max(...values)];
  // Equal values lie in the middle of a short axis.
  const room = Math.max(0, Math.max(high * leastSpan, 1e-6) - (high - low)) / 2;
  const limits = { least: 0, most: scale.most };
  const { from, to, ticks } = makeAxis([Math.max(0, low - room), Math.min(scale.most, high + room)], limits);
  return { ...scale, least: from, most: to, ticks };
}

/** The shortest axis, as a share of its highest value. */
const leastSpan = 0.04;

const formatMoney = (micros: number) => formatCost(micros / 1_000_000);

/** For costs in millionths of a dollar; to be cut to its values. */
export const costScale: ValueScale = {
  most: Infinity,
  ticks: [0],
  formatTick: (micros) => `$${Number((micros / 1_000_000).toPrecision(6))}`,
  formatRun: formatMoney,
  formatMean: formatMoney,
};

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const stepsMs = [
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 5, 10, 24, 48, 120, 240].map((count) => count * hour),
];

/** For wall times, in whole steps up to the longest. */
export function makeDurationScale(longestMs: number): ValueScale {
  const step = stepsMs.find((each) => longestMs / each <= 4) ?? Math.ceil(longestMs / 4);
  const count = Math.max(1, Math.ceil(longestMs / step));
  const format = (value: number) => (value === 0 ? "0" : formatDuration(value));
  return {
    most: count * step,
    ticks: Array.from({ length: count + 1 }, (_, at) => at * step),
    formatTick: format,
    formatRun: format,
    formatMean: format,
  };
}
