/** Says in a few words what an agent does now, from the last entries of its transcript. */
import { summarize } from "../../transcript/summary-line.ts";
import { toEntry } from "../../transcript/to-entry.ts";
import type { Activity } from "../api/answers.ts";

export interface NowDoing {
  /** For what a program was asked to do: shown as code. */
  readonly isCall: boolean;
  readonly words: string;
}

export function describeActivity({ events, started_at }: Pick<Activity, "events" | "started_at">): NowDoing {
  const last = events.map(({ event }) => toEntry(event)).at(-1);
  if (last === undefined) return { isCall: false, words: started_at === null ? "starting" : "waiting for the agent" };
  if (last.type === "tool_use") return { isCall: true, words: summarize([last]) };
  return { isCall: false, words: last.type === "tool_result" ? "thinking" : "writing" };
}
