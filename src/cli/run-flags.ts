/** The flags of `axis run`, and which of them cannot be combined. */
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
  /** False: ask judges again instead of using cached answers. */
  readonly cache?: boolean;
  readonly failUnder?: number;
  readonly judgeSamples?: number;
  readonly dryRun?: true;
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
  /** Let workers execute the runs. */
  readonly queue?: true;
  /** Report to the GitHub Actions job that AXIS runs in. */
  readonly github?: boolean;
}

/** Refuses flags that cannot be combined, before anything is read. */
export function refuseConflictingFlags(flags: RunFlags): void {
  const both = (first: string, second: string, why: string) =>
    new AxisError("flag-invalid", `${first} and ${second} cannot be combined`, { hint: why });
  if (flags.failed !== undefined && (flags.scenario ?? flags.agent) !== undefined)
    throw both("--failed", flags.scenario === undefined ? "-a" : "-s", "--failed already selects what to run");
  if (flags.failed !== undefined && flags.resume !== undefined)
    throw both("--resume", "--failed", "--resume continues an existing report, --failed creates a new one");
  if (flags.resume !== undefined && (flags.scenario ?? flags.agent) !== undefined)
    throw both("--resume", flags.scenario === undefined ? "-a" : "-s", "A report can only be resumed as a whole");
  if (!flags.score && flags.compareBaseline !== undefined)
    throw both("--no-score", "--compare-baseline", "Without scores there is nothing to compare");
  if (!flags.score && flags.failUnder !== undefined)
    throw both("--no-score", "--fail-under", "Without scores there is nothing to check against the gate");
  if (!flags.score && flags.judgeSamples !== undefined)
    throw both("--no-score", "--judge-samples", "Without scoring no judge is asked");
  if (flags.dryRun && flags.resume !== undefined)
    throw both("--dry-run", "--resume", "--dry-run shows the plan of a new report, --resume continues an existing one");
  if (!flags.score && flags.until !== undefined)
    throw both("--no-score", "--until", "Without scores no result can be decided early");
  if (flags.script !== undefined && flags.compareBaseline !== undefined)
    throw both("--script", "--compare-baseline", "The numbers of a rehearsal do not measure any agent");
  if (flags.queue && flags.script !== undefined)
    throw both("--queue", "--script", "The script would have to answer on the workers' machines");
  if (flags.scriptLog !== undefined && flags.script === undefined)
    throw new AxisError("flag-invalid", "--script-log requires --script");
  if (flags.acceptChanges && flags.resume === undefined)
    throw new AxisError("flag-invalid", "--accept-changes requires --resume");
}
