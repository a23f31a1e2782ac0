/** Shows rows that are updated in place; used on terminals only. */
import { createLogUpdate } from "log-update";
import type { Report } from "../../core/report.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import type { Terminal } from "../terminal.ts";
import { LiveRows } from "./live-rows.ts";
import { formatCell } from "./plain.ts";
import type { Reporter } from "./reporter.ts";

const refreshMs = 120;

export function liveReporter(terminal: Terminal): Reporter {
  const rows = new LiveRows();
  const screen = createLogUpdate(process.stderr, { showCursor: true });
  const view = () => ({
    nowMs: performance.now(),
    width: Math.max(20, (process.stderr.columns || 80) - 1),
    height: process.stderr.rows || 24,
    paint: terminal.errPaint,
  });
  const draw = () => screen(rows.lines(view()).join("\n"));
  const timer = setInterval(draw, refreshMs);
  let hookFailure: string | undefined;
  let ended = false;
  terminal.clearRowsWith?.(() => screen.clear());
  const end = (state?: Report["state"]) => {
    if (ended) return;
    ended = true;
    clearInterval(timer);
    screen.clear();
    terminal.clearRowsWith?.(() => {});
    // A stopped run ends with a short summary; rows of runs that never started would hide it.
    if (state === "aborted") return;
    // The final rows bypass the screen, which is limited to the terminal's height: here every row should stay visible.
    terminal.err(rows.lines({ ...view(), all: true }).join("\n"));
  };
  return {
    onEvent: (event) => {
      rows.apply(event, performance.now());
      if (event.type === "hook-failed") hookFailure = event.message;
      if (event.type === "warning")
        terminal.err(
          `Warning: ${event.cell === undefined ? "" : `${formatCell(event.cell)}: `}${terminalLine(event.message)}`,
        );
      if (event.type === "report-end") end(event.report.state);
    },
    get hookFailure() {
      return hookFailure;
    },
    [Symbol.dispose]: () => end(),
  };
}
