/** The sentence of a run that did not complete. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";

export function describeFailure({ outcome, error }: Pick<PairResult, "outcome" | "error">): string | null {
  switch (outcome.status) {
    case "completed":
      return error ?? null;
    case "failed":
      return `Failed (${outcome.code}): ${outcome.message}`;
    case "stopped":
      return `Stopped (${outcome.by}, of the ${outcome.scope}): ${outcome.message}`;
  }
}
