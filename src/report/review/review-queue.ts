/** The judged checks that wait for a person, the most useful first. Deterministic: chance comes from the ids. */
import { neededLabels } from "../../core/report/calibration.ts";
import { targetKey } from "../../core/review/label-target.ts";
import { randomUint32 } from "../../statistics/random.ts";
import type { JudgedCheck } from "./judged-checks.ts";
import type { SettledLabel } from "./settle-labels.ts";

/** Why a check is worth a person's time. */
export type ReviewReason = "panel" | "first" | "close" | "random";

export interface QueuedCheck {
  readonly key: string;
  readonly why: ReviewReason;
  readonly judged: JudgedCheck;
}

/** A grade this near to the pass mark, in points of ten, could easily have fallen on its other side. */
const closePoints = 1.5;
/** Members of a panel that are this many points of ten apart disagree, also on the same side of the line. */
const apartPoints = 3;
/** One of this many is drawn at random, so that the labels also say something about checks that look easy. */
const drawEvery = 5;

/**
 * Useful checks come first, and every fifth is drawn from the rest. While there are fewer labels than a calibration
 * needs, more are drawn at random.
 */
export function queueForReview(checks: readonly JudgedCheck[], settled: readonly SettledLabel[]): QueuedCheck[] {
  const labelled = new Set(settled.map(({ key }) => key));
  const knownTexts = new Set(settled.map(({ label }) => textKey(label.scenario, label.check)));
  const open = checks.map((judged) => ({ judged, key: keyOf(judged) })).filter(({ key }) => !labelled.has(key));
  const firsts = findFirsts(open, knownTexts);
  const useful: QueuedCheck[] = [];
  const rest: QueuedCheck[] = [];
  for (const { judged, key } of open) {
    const why = isSplit(judged) ? "panel" : firsts.has(key) ? "first" : isClose(judged) ? "close" : "random";
    (why === "random" ? rest : useful).push({ key, why, judged });
  }
  useful.sort((a, b) => rank[a.why] - rank[b.why] || urgency(a.judged) - urgency(b.judged) || compareByChance(a, b));
  rest.sort(compareByChance);
  const counted = settled.filter(({ level, human }) => level === "check" && human !== null).length;
  return interleave(useful, rest, neededLabels - counted);
}

const rank: Readonly<Record<ReviewReason, number>> = { panel: 0, first: 1, close: 2, random: 3 };

interface OpenCheck {
  readonly judged: JudgedCheck;
  readonly key: string;
}

/** Of each check that nobody has labelled in any run, the grade that is nearest to the line. */
function findFirsts(open: readonly OpenCheck[], knownTexts: ReadonlySet<string>): Set<string> {
  const firsts = new Map<string, OpenCheck>();
  for (const each of open) {
    const text = textKey(each.judged.run.scenario, each.judged.criterion.check);
    const known = firsts.get(text);
    if (knownTexts.has(text) || (known !== undefined && compareFirsts(known, each) <= 0)) continue;
    firsts.set(text, each);
  }
  return new Set([...firsts.values()].map(({ key }) => key));
}

function compareFirsts(a: OpenCheck, b: OpenCheck): number {
  return distance(a.judged) - distance(b.judged) || compareByChance(a, b);
}

function textKey(scenario: string | undefined, check: string | undefined): string {
  return JSON.stringify([scenario, check]);
}

function keyOf({ run, index }: JudgedCheck): string {
  return targetKey({ id: run.id, checkIndex: index });
}

/** The members are on both sides of the line, or far apart. */
function isSplit({ range, passFrom }: JudgedCheck): boolean {
  if (range === null) return false;
  return (range.low < passFrom && range.high >= passFrom) || toPoints(range.high - range.low) >= apartPoints;
}

function isClose(judged: JudgedCheck): boolean {
  return toPoints(distance(judged)) <= closePoints;
}

function distance({ grade, passFrom }: JudgedCheck): number {
  return Math.abs(grade - passFrom);
}

/** In points of ten, without the noise of binary fractions. */
function toPoints(share: number): number {
  return Math.round(share * 1_000) / 100;
}

/** The wider a panel is apart, or the closer to the line, the sooner. */
function urgency(judged: JudgedCheck): number {
  return judged.range === null ? toPoints(distance(judged)) : -toPoints(judged.range.high - judged.range.low);
}

function compareByChance(a: { readonly key: string }, b: { readonly key: string }): number {
  return draw(a.key) - draw(b.key) || (a.key < b.key ? -1 : 1);
}

function draw(key: string): number {
  return randomUint32(key, 1)[0] ?? 0;
}

function interleave(useful: readonly QueuedCheck[], rest: readonly QueuedCheck[], wanted: number): QueuedCheck[] {
  const queue: QueuedCheck[] = [];
  const [next, drawn] = [useful.values(), rest.values()];
  for (;;) {
    const isDraw = (queue.length + 1) % drawEvery === 0;
    const picked = (isDraw ? drawn.next().value : undefined) ?? next.next().value;
    if (picked === undefined) break;
    queue.push(picked);
  }
  for (const each of drawn) {
    if (queue.length >= wanted) break;
    queue.push(each);
  }
  return queue;
}
