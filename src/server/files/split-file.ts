/** A run as a server sends it to a page: its head at once, the rows of its long lists part by part. */
import type { OpenedRun } from "../../core/run/opened-run.ts";
import { type SplitRun, splitRun } from "../../report/html/split-run.ts";
import { firstPartLength, partLength } from "./run-files.ts";

export function splitFile(run: OpenedRun): SplitRun {
  return splitRun(run, { partLength, firstLength: firstPartLength });
}
