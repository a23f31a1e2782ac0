/** Shows a bar and the runs under way, updated in place, and prints a line for each run that did not pass. Terminals only. */
import { createLogUpdate } from "log-update";
import { toAscii } from "../../report/text/ascii.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { rewriteCommands } from "../invocation.ts";
import type { Terminal } from "../terminal.ts";
import { type LiveTitle, renderFailure, renderLive } from "./live-lines.ts";
import { LiveRuns } from "./live-runs.ts";
import { formatCell } from "./plain.ts";
import type { Reporter } from "./reporter.ts";

const refreshMs = 120;

export function liveReporter(terminal: Terminal, title: LiveTitle): Reporter {
  const runs = new LiveRuns();
  const screen = createLogUpdate(process.stderr, { showCursor: true });
  const view = () => ({
    nowMs: performance.now(),
    width: Math.max(20, (process.stderr.columns || 80) - 1),
    height: process.stderr.rows || 24,
    paint: terminal.errPaint,
  });
  const shown = { ...title, watch: rewriteCommands(`: ${title.watch}`, terminal.invocation ?? "axis").slice(2) };
  const write = terminal.isAscii === true ? toAscii : (text: string) => text;
  const draw = () => {
    // Before the report has started there is nothing to count.
    if (runs.total > 0) screen(write(renderLive(runs, shown, view()).join("\n")));
  };
  const timer = setInterval(draw, refreshMs);
  let hookFailure: string | undefined;
  let ended = false;
  terminal.clearRowsWith?.(() => screen.clear());
  const end = () => {
    if (ended) return;
    ended = true;
    clearInterval(timer);
    screen.clear();
    terminal.clearRowsWith?.(() => {});
  };
  return {
    onEvent: (event) => {
      const finished = runs.apply(event, performance.now());
      if (finished !== undefined) renderFailure(finished, runs, view()).forEach(terminal.err);
      if (event.type === "hook-failed") hookFailure = event.message;
      if (event.type === "warning")
        terminal.err(
          `Warning: ${event.cell === undefined ? "" : `${formatCell(event.cell)}: `}${terminalLine(event.message)}`,
        );
      if (event.type === "report-end") end();
    },
    get hookFailure() {
      return hookFailure;
    },
    countRuns: () => runs.active.length,
    [Symbol.dispose]: end,
  };
}
