/** What one run says about what to fix: little enough to keep for every run of a report. */
import type { Fix, FixKind, FixPoints } from "../../core/report/fix.ts";
import type { RunStatus } from "../../core/report/run-status.ts";

/** One cause as a run met it. */
export interface CauseInRun extends FixPoints {
  readonly kind: FixKind;
  readonly target: string;
  readonly targetType: Fix["targetType"];
  readonly owner: string | null;
  readonly symptom: string;
  /** The text to show instead of the target, which may have lost details. */
  readonly shownAs: string;
  readonly status: number | null;
  readonly exitCode: number | null;
  /** Of a check that a judge graded: 0 to 10. */
  readonly grade: number | null;
  readonly steps: readonly number[];
  readonly occurrences: number;
  /** Whether a later call to the same target worked. */
  readonly workedLater: boolean;
  readonly evidence: { readonly step: number | null; readonly call: string; readonly output: string };
  readonly origin: keyof NonNullable<Fix["origin"]> | null;
  readonly insights: readonly { readonly judge: string; readonly message: string }[];
}

/** Causes that can be repaired together, and what that is worth. */
export interface CausesTogether extends FixPoints {
  readonly name: string;
}

/** All causes of one run. */
export interface RunCauses {
  readonly scenarioKey: string;
  readonly agentName: string;
  readonly trial: number;
  readonly runId: string;
  readonly status: RunStatus;
  /** Whether it has an AXIS Result, so that it counts in the mean. */
  readonly hasResult: boolean;
  /** Whether a test, lint or compile command failed first and worked later. */
  readonly isInProgress: boolean;
  readonly causes: readonly CauseInRun[];
  /** By host, program, server or tool, with every cause of it repaired. */
  readonly owners: readonly CausesTogether[];
  /** By kind, host and symptom, for hosts of which the run met several addresses. */
  readonly hosts: readonly CausesTogether[];
}

/** Names the causes that become one if a host has many of them. */
export function nameHostGroup(cause: Pick<CauseInRun, "kind" | "owner" | "symptom">): string {
  return `${cause.kind}\n${cause.owner}\n${cause.symptom}`;
}
