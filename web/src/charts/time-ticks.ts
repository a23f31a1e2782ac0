/** Labels along a time axis, in UTC like the server's days and weeks. */
import { formatClock, formatDay, months } from "../parts/moment.ts";

export interface Tick {
  readonly at: number;
  readonly label: string;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The first Monday of the epoch, where weeks are counted from. */
const monday = 4 * day;
const monthDays = 30.44;

interface Step {
  readonly unit: "clock" | "day" | "month";
  /** In milliseconds, or months if that is the unit. */
  readonly size: number;
}

const steps: readonly Step[] = [
  ...[1, 5, 15, 30].map((count) => ({ unit: "clock", size: count * minute }) as const),
  ...[1, 3, 6, 12].map((count) => ({ unit: "clock", size: count * hour }) as const),
  ...[1, 2, 7, 14].map((count) => ({ unit: "day", size: count * day }) as const),
  ...[1, 3, 6, 12, 24, 60, 120, 600].map((count) => ({ unit: "month", size: count }) as const),
];

export interface Span {
  readonly from: number;
  readonly to: number;
  /** The resolution: smaller steps make no sense. */
  readonly grainMs: number;
}

/** At most `most` labels, at whole minutes, hours, days, weeks or months. */
export function listTimeTicks({ from, to, grainMs }: Span, most: number): Tick[] {
  const span = to - from;
  const fits = (step: Step) => measureStep(step) >= grainMs && span / measureStep(step) <= Math.max(1, most - 1);
  const step = steps.find(fits) ?? steps.at(-1);
  if (step === undefined || !(span >= 0)) return [];
  return step.unit === "month" ? listMonthTicks(from, to, step.size) : listEvenTicks(from, to, step);
}

function measureStep({ unit, size }: Step): number {
  return unit === "month" ? size * monthDays * day : size;
}

function listEvenTicks(from: number, to: number, { unit, size }: Step): Tick[] {
  const origin = size >= 7 * day ? monday : 0;
  const ticks: Tick[] = [];
  for (let at = origin + Math.ceil((from - origin) / size) * size; at <= to; at += size)
    ticks.push({ at, label: unit === "day" || at % day === 0 ? formatDay(at) : formatClock(at) });
  return ticks;
}

function listMonthTicks(from: number, to: number, size: number): Tick[] {
  const ticks: Tick[] = [];
  const start = new Date(from);
  const first = start.getUTCFullYear() * 12 + start.getUTCMonth();
  for (let month = Math.ceil(first / size) * size; ; month += size) {
    const at = Date.UTC(Math.floor(month / 12), month % 12);
    if (at > to || Number.isNaN(at)) return ticks;
    if (at >= from) ticks.push({ at, label: month % 12 === 0 ? String(month / 12) : (months[month % 12] ?? "") });
  }
}
