/** Splits a run the way the server sends it to a page: its head first, then the rows of its long lists in parts. */
import type { OpenedRun } from "../../core/run/opened-run.ts";
import { type SplitRun, splitRun } from "../../report/html/split-run.ts";
import { firstPartLength, partLength } from "./run-files.ts";

export function splitForPage(run: OpenedRun): SplitRun {
  return splitRun(run, { partLength, firstLength: firstPartLength });
}
