/** Prints one plain line per state change, without cursor movement. */
import { type Cell, cellId, pairId } from "../../core/cell.ts";
import { formatCount } from "../../core/format-count.ts";
import type { AxisEvent, JobState } from "../../core/run/event.ts";
import { formatDuration, formatScore } from "../../report/text/format.ts";
import { readStatus } from "../../core/report/failure-reason.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import type { Terminal } from "../terminal.ts";
import type { Reporter } from "./reporter.ts";

/** Formats the name of a run for a line. */
export function formatCell({ scenario, agent, trial }: Cell): string {
  return `${terminalLine(scenario)} (${terminalLine(agent)})${trial > 1 ? ` trial ${trial}` : ""}`;
}

/** Without -v it prints only the main states, with -v every step. */
export function plainReporter(
  terminal: Terminal,
  wish: { readonly verbose: boolean; readonly debug: boolean },
): Reporter {
  let hookFailure: string | undefined;
  let total = 0;
  let done = 0;
  const states = new Map<string, JobState>();
  const active = new Set<string>();
  const onEvent = (event: AxisEvent): void => {
    if (event.type === "run-state") {
      const id = cellId(event.cell);
      if (states.get(id) === event.state) return;
      states.set(id, event.state);
      if (event.state !== "pending") active.add(id);
    }
    if (event.type === "result-end") active.delete(cellId(event.cell));
    if (event.type === "report-start") total = event.cells.length;
    if (event.type === "cells-left-out") total -= event.cells.length;
    if (event.type === "result-end") done += 1;
    if (event.type === "hook-failed") hookFailure = event.message;
    const line = formatEvent(event, wish, `${done}/${total}`);
    if (line !== null) terminal.err(line);
  };
  return {
    onEvent,
    get hookFailure() {
      return hookFailure;
    },
    countRuns: () => active.size,
    [Symbol.dispose]: () => {},
  };
}

type EventOf<T extends AxisEvent["type"]> = Extract<AxisEvent, { type: T }>;

function formatEvent(
  event: AxisEvent,
  wish: { readonly verbose: boolean; readonly debug: boolean },
  progress: string,
): string | null {
  switch (event.type) {
    case "report-start":
      return `${formatCount(event.cells.length, "run")} planned, report ${event.reportId}`;
    case "run-state":
      return isShownState(event.state, wish.verbose) ? `${event.state.padEnd(9)} ${formatCell(event.cell)}` : null;
    case "cells-left-out":
      return formatLeftOut(event.cells);
    case "result-end":
      return formatResult(event, progress);
    case "warning":
      return `warning   ${formatMessage(event)}`;
    case "hook-failed":
      return `warning   ${event.phase} failed: ${terminalLine(event.message)}`;
    case "log":
      return wish.verbose ? `log       ${formatMessage(event)}` : null;
    case "debug":
      return wish.debug ? `debug     ${formatMessage(event)}` : null;
    case "run-usage":
    case "run-progress":
    case "run-step":
    case "run-end":
    case "report-end":
    case "page-written":
      return null;
  }
}

/** The end of a run is shown with its result. */
function isShownState(state: EventOf<"run-state">["state"], verbose: boolean): boolean {
  return state === "running" || (verbose && state !== "done" && state !== "failed");
}

/** Runs that never started are counted in the summary; a line for each would hide it. */
function formatResult({ result, cell }: EventOf<"result-end">, progress: string): string | null {
  const { status, why } = readStatus(result);
  if (status === "not run" && result.file === "") return null;
  const ending = why === undefined ? "" : `: ${terminalLine(why)}`;
  const points = result.score === undefined ? "" : `, AXIS Result ${formatScore(result.score.axisScore)}`;
  return `${status.padEnd(9)} ${formatCell(cell)} ${formatDuration(result.durationMs)}${points}${ending} [${progress}]`;
}

function formatMessage({ cell, message }: { readonly cell?: Cell | undefined; readonly message: string }): string {
  return `${cell === undefined ? "" : `${formatCell(cell)}: `}${terminalLine(message)}`;
}

function formatLeftOut(cells: readonly Cell[]): string | null {
  const [first] = cells;
  if (first === undefined) return null;
  const pairs = new Set(cells.map(pairId)).size;
  const whose = pairs === 1 ? `${terminalLine(first.scenario)} (${terminalLine(first.agent)})` : `${pairs} results`;
  return `decided   ${whose}: ${cells.length} ${cells.length === 1 ? "trial is" : "trials are"} not needed`;
}
