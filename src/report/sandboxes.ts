/** What isolated the runs of a report, in words that two reports can be compared by. */
import type { RunSandbox } from "../core/run/run-sandbox.ts";
import { formatNetwork } from "./text/format-sandbox.ts";

/** Each kind once, in order; empty for reports of older versions. */
export function listSandboxMarks(results: readonly { readonly sandbox?: RunSandbox | undefined }[]): string[] {
  const marks = results.flatMap(({ sandbox }) =>
    sandbox === undefined ? [] : [`${sandbox.driver} (network ${formatNetwork(sandbox.network)})`],
  );
  return [...new Set(marks)].toSorted();
}

/** Two sides that ran in different sandboxes differ in more than their agents; unknown is no difference. */
export function listSandboxWarnings(before: readonly string[], now: readonly string[]): string[] {
  if (before.length === 0 || now.length === 0 || before.join() === now.join()) return [];
  return [`The two sides ran in different sandboxes: ${before.join(", ")} before, ${now.join(", ")} now`];
}
