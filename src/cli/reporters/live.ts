/** Shows rows that are updated in place; used on terminals only. */
import { createLogUpdate } from "log-update";
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
  const say = (text: string) => {
    screen.clear();
    terminal.err(text);
  };
  const end = () => {
    if (ended) return;
    ended = true;
    clearInterval(timer);
    // The final rows bypass the screen, which is limited to the terminal's height: here every row should stay visible.
    screen.clear();
    terminal.err(rows.lines({ ...view(), all: true }).join("\n"));
  };
  return {
    onEvent: (event) => {
      rows.apply(event, performance.now());
      if (event.type === "hook-failed") hookFailure = event.message;
      if (event.type === "warning")
        say(`Warning: ${event.cell === undefined ? "" : `${formatCell(event.cell)}: `}${terminalLine(event.message)}`);
      if (event.type === "report-end") end();
    },
    get hookFailure() {
      return hookFailure;
    },
    [Symbol.dispose]: end,
  };
}
