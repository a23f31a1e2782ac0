/** A moment as reports write it, for people: to the second, in UTC. */
import { safeLine } from "../text/safe.ts";

export function shownMoment(timestamp: string): string {
  return safeLine(timestamp, 40)
    .replace("T", " ")
    .replace(/(?:\.\d+)?Z$/, " UTC");
}
