/** The progress of an evaluation as one line: bar, count, rate, cost and time left. It does no input or output. */
import type { EvaluationEvent } from "../../metrics/evaluation/events.ts";
import { formatCount } from "../../metrics/evaluation/exports/numbers.ts";
import { formatCost, formatDuration } from "../../report/text/format.ts";
import { fitWidth } from "../../report/text/terminal-safe.ts";

const barWidth = 20;

/** Collects events and formats the current line. */
export class ProgressLine {
  readonly #total: number | null;
  #startedMs: number | null = null;
  #before = 0;
  #done = 0;
  #failed = 0;
  #costUsd: number | null = 0;

  /** `total` is the number of items, if known. */
  constructor(total: number | null) {
    this.#total = total;
  }

  add(event: EvaluationEvent, nowMs: number): void {
    if (event.type === "evaluation-start") {
      this.#startedMs = nowMs;
      this.#before = event.finished;
    } else if (event.type === "score-end" && event.row.status === "failed") this.#failed += 1;
    else if (event.type === "item-end") {
      this.#done += 1;
      this.#costUsd = event.spent.usd;
    }
  }

  text(nowMs: number, width: number): string {
    const finished = this.#before + this.#done;
    const elapsedMs = Math.max(1, nowMs - (this.#startedMs ?? nowMs));
    const perSecond = (this.#done / elapsedMs) * 1000;
    const total = this.#total;
    const share = total === null || total === 0 ? null : Math.min(1, finished / total);
    const parts = [
      share === null ? "" : `${formatBar(share)} ${String(Math.floor(share * 100)).padStart(3)} %`,
      total === null ? formatCount(finished, "item") : `${finished}/${total} items`,
      `${perSecond >= 10 ? Math.round(perSecond) : perSecond.toFixed(1)}/s`,
      this.#costUsd === 0 ? "" : `cost ${formatCost(this.#costUsd ?? undefined)}`,
      this.#failed === 0 ? "" : `${this.#failed} not measured`,
      total === null || this.#done === 0 ? "" : `${formatDuration(((total - finished) / perSecond) * 1000)} left`,
    ];
    return fitWidth(parts.filter((part) => part !== "").join("  "), width);
  }
}

function formatBar(share: number): string {
  const full = Math.round(share * barWidth);
  return `[${"█".repeat(full)}${"░".repeat(barWidth - full)}]`;
}
