/** The flags of `axis run`, and which of them exclude each other. */
import { AxisError } from "../core/error.ts";
import type { CiFlags } from "./ci/ci-flags.ts";
import type { RehearsalFlags } from "./rehearsal.ts";

export interface RunFlags extends CiFlags, RehearsalFlags {
  readonly config?: string;
  readonly scenario?: string[];
  readonly agent?: string[];
  readonly concurrency?: number;
  readonly trials?: number;
  readonly failed?: string | true;
  readonly score: boolean;
  readonly judge?: string;
  readonly compareBaseline?: string | true;
  /** False: ask judges again instead of taking stored answers. */
  readonly cache?: boolean;
  readonly failUnder?: number;
  readonly budgetUsd?: number;
  readonly budgetTokens?: number;
  readonly budgetMinutes?: number;
  readonly allowUnknownCost?: true;
  readonly seed?: string;
  readonly until?: "decided";
  readonly refreshSkills?: true;
  readonly dataOnly?: true;
  /** False with --no-install. */
  readonly install?: boolean;
  readonly json?: true;
  readonly verbose?: true;
  readonly debug?: true;
  readonly outputDir?: string;
  readonly resume?: string | true;
  readonly acceptChanges?: true;
  /** Tell the job of GitHub Actions it runs in. */
  readonly github?: boolean;
}

/** Flags that exclude each other, said before anything is read. */
export function refuseContradictions(flags: RunFlags): void {
  const both = (first: string, second: string, why: string) =>
    new AxisError("flag-invalid", `${first} and ${second} exclude each other`, { hint: why });
  if (flags.failed !== undefined && (flags.scenario ?? flags.agent) !== undefined)
    throw both("--failed", flags.scenario === undefined ? "-a" : "-s", "--failed already says which pairs to run");
  if (flags.failed !== undefined && flags.resume !== undefined)
    throw both("--resume", "--failed", "--resume goes on with a report, --failed makes a new one");
  if (flags.resume !== undefined && (flags.scenario ?? flags.agent) !== undefined)
    throw both("--resume", flags.scenario === undefined ? "-a" : "-s", "A report is gone on with as a whole");
  if (!flags.score && flags.compareBaseline !== undefined)
    throw both("--no-score", "--compare-baseline", "There would be no numbers to compare");
  if (!flags.score && flags.failUnder !== undefined)
    throw both("--no-score", "--fail-under", "There would be no numbers to hold against the gate");
  if (!flags.score && flags.until !== undefined)
    throw both("--no-score", "--until", "There would be no passes to decide by");
  if (flags.script !== undefined && flags.compareBaseline !== undefined)
    throw both("--script", "--compare-baseline", "Numbers of a rehearsal measure no agent");
  if (flags.scriptLog !== undefined && flags.script === undefined)
    throw new AxisError("flag-invalid", "--script-log only goes with --script");
  if (flags.acceptChanges && flags.resume === undefined)
    throw new AxisError("flag-invalid", "--accept-changes only goes with --resume");
}
