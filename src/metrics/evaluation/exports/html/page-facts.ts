/** What a page says about all rows, collected while they are read: items by status, and why rows fail most. */
import { countStatuses, type StatusCounts } from "../../../../core/report/run-status.ts";
import type { MetricScore } from "../../../../core/score/metric-result.ts";
import { ItemStatuses } from "../../summary/item-status.ts";

/** The most frequent reason of a metric's failing rows. */
export interface FailureReason {
  readonly text: string;
  /** Items. */
  readonly count: number;
}

/** More reasons than this are different for every item, so the most frequent one would say nothing. */
const maxReasons = 2000;
const maxReasonLength = 160;

export class PageFacts {
  readonly #statuses = new ItemStatuses<number>();
  readonly #reasons = new Map<string, Map<string, number>>();

  add(row: MetricScore, itemIndex: number): void {
    this.#statuses.add(itemIndex, row);
    if (row.passed === false) this.#addReason(row);
  }

  items(): StatusCounts {
    return countStatuses([...this.#statuses.entries()].map(([, status]) => status));
  }

  /** By metric name. A reason that only one of several rows has is not what fails most. */
  failsMost(): Record<string, FailureReason> {
    const found = [...this.#reasons].flatMap(([name, reasons]) => {
      const [text, count] = [...reasons].reduce((most, each) => (each[1] > most[1] ? each : most), ["", 0]);
      return count === 0 || (count === 1 && reasons.size > 1) ? [] : [[name, { text, count }] as const];
    });
    return Object.fromEntries(found);
  }

  #addReason({ name, explanation }: MetricScore): void {
    const reasons = this.#reasons.get(name) ?? new Map<string, number>();
    this.#reasons.set(name, reasons);
    const text = generalize(explanation);
    if (text !== "" && (reasons.has(text) || reasons.size < maxReasons))
      reasons.set(text, (reasons.get(text) ?? 0) + 1);
  }
}

/** Replaces what differs from item to item, so that equal reasons are counted together. */
function generalize(explanation: string): string {
  return explanation
    .slice(0, 2000)
    .replace(/"[^"]*"|“[^”]*”/g, "“…”")
    .replace(/-?\d+(?:\.\d+)?/g, "…")
    .trim()
    .slice(0, maxReasonLength);
}
