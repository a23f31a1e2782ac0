/** Shows the progress of an evaluation: a line updated in place on a terminal, an occasional line elsewhere. */
import type { OnEvaluationEvent } from "../../metrics/evaluation/events.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import type { Terminal } from "../terminal.ts";
import { ProgressLine } from "./progress-line.ts";

const refreshMs = { live: 120, plain: 10_000 } as const;
/** Returns the cursor to the start of the line and clears it. */
const clearLine = "\r\u001B[K";

export interface ProgressReporter extends Disposable {
  readonly onEvent: OnEvaluationEvent;
}

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
