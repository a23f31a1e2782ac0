/** Cost against quality: which agents are worth their price, and a logarithmic axis for what they cost. */
import type { AgentDifference } from "../../../src/core/report/standings.ts";

/** An agent as a point of the chart. */
export interface Worth {
  readonly name: string;
  readonly mean: number;
  /** What a run costs. */
  readonly typical: number;
}

/** The agents that no other one beats at the same or a lower price, cheapest first. */
export function findFrontier<Point extends Worth>(points: readonly Point[]): Point[] {
  const byPrice = points.toSorted((a, b) => a.typical - b.typical || b.mean - a.mean);
  let best = -Infinity;
  return byPrice.filter(({ mean }) => {
    const isBetter = mean > best;
    best = Math.max(best, mean);
    return isBetter;
  });
}

export interface LogAxis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

/** Ticks at 1 and 3 times a power of ten, around all positive values. */
export function makeLogAxis(values: readonly number[]): LogAxis {
  const known = values.filter((value) => value > 0 && Number.isFinite(value));
  if (known.length === 0) return { from: 1, to: 10, ticks: [1, 10] };
  const margin = 1.3;
  const [from, to] = [Math.min(...known) / margin, Math.max(...known) * margin];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power += 1)
    for (const step of [1, 3]) {
      const tick = Number((step * 10 ** power).toPrecision(3));
      if (tick >= from && tick <= to) ticks.push(tick);
    }
  return { from, to, ticks: thin(ticks) };
}

/** No more labels than fit next to each other. */
function thin(ticks: readonly number[]): readonly number[] {
  const most = 6;
  return ticks.length <= most ? ticks : ticks.filter((_, index) => index % Math.ceil(ticks.length / most) === 0);
}

/** The place of a value on the axis, from 0 to 1. */
export function toShare({ from, to }: LogAxis, value: number): number {
  if (value <= 0) return 0;
  return Math.min(1, Math.max(0, Math.log(value / from) / Math.log(to / from)));
}

/** A cheaper agent has to cost at most this share to be worth a sentence. */
const worthSaying = 0.8;

/** One sentence about what money buys; undefined if there is nothing to compare. */
export function describeWorth(
  points: readonly Worth[],
  differences: readonly AgentDifference[],
  noun: string,
): string | undefined {
  const byPrice = points.filter(({ typical }) => typical > 0).toSorted((a, b) => a.typical - b.typical);
  const bargains = byPrice.flatMap((cheap, place) =>
    byPrice.slice(place + 1).flatMap((dear) => {
      const price = cheap.typical / dear.typical;
      const words = price > worthSaying ? undefined : compareQuality(cheap, dear, differences);
      return words === undefined
        ? []
        : [{ price, text: `${cheap.name} ${words} ${dear.name} at ${formatPart(price)} ${noun}.` }];
    }),
  );
  const [best] = bargains.toSorted((a, b) => a.price - b.price);
  if (best !== undefined) return best.text;
  const [cheapest, dearest] = [byPrice[0], byPrice.at(-1)];
  if (cheapest === undefined || dearest === undefined || cheapest === dearest) return undefined;
  const gain = (dearest.mean - cheapest.mean).toFixed(1);
  const times = dearest.typical / cheapest.typical;
  return `${dearest.name} is ${gain} points above ${cheapest.name} at ${formatTimes(times)} ${noun}.`;
}

/** Undefined where the dearer agent is better, as far as the data shows. */
function compareQuality(cheap: Worth, dear: Worth, differences: readonly AgentDifference[]): string | undefined {
  const told = differences.find(
    ({ better, worse }) =>
      (better === cheap.name && worse === dear.name) || (better === dear.name && worse === cheap.name),
  );
  if (told === undefined) return undefined;
  if (!told.apart) return told.better === cheap.name ? "is as good as" : "may be as good as";
  return told.better === cheap.name ? "is better than" : undefined;
}

const parts = ["half", "a third", "a quarter", "a fifth", "a sixth", "a seventh", "an eighth", "a ninth", "a tenth"];

function formatPart(share: number): string {
  const part = parts[Math.round(1 / share) - 2];
  return part === undefined || Math.abs(share * Math.round(1 / share) - 1) > 0.12
    ? `${share < 0.01 ? "less than 1" : Math.round(share * 100)} % of`
    : `${part} of`;
}

function formatTimes(times: number): string {
  return times < 1.95 ? `${times.toFixed(1)} times` : `${Math.round(times)} times`;
}
