import { expect, test } from "vitest";
import type { AxisEvent, JobState } from "../../core/run/event.ts";
import { recordedTerminal } from "../terminal.fixture.ts";
import { plainReporter } from "./plain.ts";

function linesOf(events: readonly AxisEvent[], verbose: boolean): string[] {
  const { said, terminal } = recordedTerminal();
  using reporter = plainReporter(terminal, { verbose, debug: false });
  events.forEach(reporter.onEvent);
  return said.err;
}

const state = (name: JobState, trial = 1): AxisEvent => ({
  type: "run-state",
  cell: { scenario: "one", agent: "tinker", trial },
  state: name,
});

test("a line stands for a change of state: a state that is told twice is one line", () => {
  const events = [state("running"), state("scoring"), state("scoring"), state("scoring", 2), state("teardown")];
  expect(linesOf(events, true)).toEqual([
    "running   one (tinker)",
    "scoring   one (tinker)",
    "scoring   one (tinker) trial 2",
    "teardown  one (tinker)",
  ]);
});

test("a run that is tried again says so by its states", () => {
  const events = [state("running"), state("failed"), state("running")];
  expect(linesOf(events, false)).toEqual(["running   one (tinker)", "running   one (tinker)"]);
});
