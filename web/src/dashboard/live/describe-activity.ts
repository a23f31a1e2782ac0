/** Says in a few words what an agent does now, from the last entries of its transcript. */
import { describeStep, findCurrentEntry } from "../../../../src/core/run/current-step.ts";
import { toEntry } from "../../transcript/to-entry.ts";
import type { Activity } from "../api/answers.ts";

/** Text from the agent: the caller makes it safe. */
export function describeActivity({ events }: Pick<Activity, "events">): string {
  const entry = findCurrentEntry(events.map(({ event }) => toEntry(event)));
  return entry === undefined ? "starting" : describeStep(entry);
}
