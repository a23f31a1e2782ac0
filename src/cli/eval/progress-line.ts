/** The progress of an evaluation as one line: bar, count, rate, cost and time left. */
import { formatCount } from "../../core/format-count.ts";
import type { EvaluationEvent, OnEvaluationEvent } from "../../metrics/evaluation/events.ts";
import { formatCost, formatDuration } from "../../report/text/format.ts";
import { fitWidth, terminalLine } from "../../report/text/terminal-safe.ts";
import type { Terminal } from "../terminal.ts";

const barWidth = 20;

/** Collects events and formats the current line. It does no input or output. */
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

const refreshMs = { live: 120, plain: 10_000 } as const;
/** Returns the cursor to the start of the line and clears it. */
const clearLine = "\r\u001B[K";

interface ProgressReporter extends Disposable {
  readonly onEvent: OnEvaluationEvent;
}

/** Shows the line: updated in place on a terminal, printed now and then elsewhere. */
export function openProgress(terminal: Terminal, total: number | null): ProgressReporter {
  const line = new ProgressLine(total);
  const live = terminal.live;
  let shownMs = performance.now();
  const show = (nowMs: number) => {
    shownMs = nowMs;
    if (live) process.stderr.write(clearLine + line.text(nowMs, Math.max(20, (process.stderr.columns || 80) - 1)));
    else terminal.err(line.text(nowMs, 200));
  };
  const say = (text: string) => {
    if (live) process.stderr.write(clearLine);
    terminal.err(text);
  };
  return {
    onEvent(event) {
      const nowMs = performance.now();
      line.add(event, nowMs);
      if (event.type === "item-invalid") say(`Skipped ${event.issue.place}: ${terminalLine(event.issue.reason)}`);
      else if (event.type === "budget-warning") say(`${Math.floor(event.share * 100)} % of the budget is spent`);
      else if (nowMs - shownMs >= (live ? refreshMs.live : refreshMs.plain)) show(nowMs);
    },
    [Symbol.dispose]() {
      if (live) process.stderr.write(clearLine);
    },
  };
}
