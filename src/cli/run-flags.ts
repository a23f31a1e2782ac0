/** The flags of `axis run`, and which of them cannot be combined. */
import type { Cell } from "../core/cell.ts";
import type { SandboxInput } from "../core/config/sandbox-settings.ts";
import { AxisError } from "../core/error.ts";
import type { Shard } from "../core/plan/shard.ts";
import type { MinPassRate } from "../core/report/gate.ts";
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
  readonly minPassRate?: MinPassRate;
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
  /** Run without broken scenario files; the report is then incomplete. */
  readonly skipBroken?: true;
  readonly sandbox?: SandboxInput["driver"];
  readonly network?: SandboxInput["network"];
  /** False with --no-install. */
  readonly install?: boolean;
  readonly json?: true;
  readonly verbose?: true;
  readonly debug?: true;
  readonly outputDir?: string;
  /** Stay, and run again what a change touches. */
  readonly watch?: true;
  /** Only these runs, set by --watch. */
  readonly cells?: readonly Cell[];
  readonly resume?: string | true;
  readonly acceptChanges?: true;
  /** The competition that a resumed report belongs to. */
  readonly competition?: string;
  /** Run only this part of the plan. */
  readonly shard?: Shard;
  /** Let workers execute the runs. */
  readonly queue?: true;
  /** False with --no-push: keep the report on this machine, although a database is configured. */
  readonly push?: boolean;
  /** Report to the GitHub Actions job that AXIS runs in. */
  readonly github?: boolean;
}

interface Conflict {
  readonly flags: readonly [string, string];
  readonly hint: string;
  readonly applies: (flags: RunFlags) => boolean;
}

/** The flags that cannot be combined; the first conflict is reported. */
const conflicts: readonly Conflict[] = [
  {
    flags: ["--queue", "--sandbox"],
    hint: "Workers choose their sandbox; start them with: axis worker --sandbox <driver>",
    applies: ({ queue, sandbox }) => queue !== undefined && sandbox !== undefined,
  },
  {
    flags: ["--queue", "--network"],
    hint: "Workers choose their network; start them with: axis worker --network <mode>",
    applies: ({ queue, network }) => queue !== undefined && network !== undefined,
  },
  {
    flags: ["--failed", "-s"],
    hint: "--failed already selects what to run",
    applies: ({ failed, scenario }) => failed !== undefined && scenario !== undefined,
  },
  {
    flags: ["--failed", "-a"],
    hint: "--failed already selects what to run",
    applies: ({ failed, agent }) => failed !== undefined && agent !== undefined,
  },
  {
    flags: ["--resume", "--failed"],
    hint: "--resume continues an existing report, --failed creates a new one",
    applies: ({ failed, resume }) => failed !== undefined && resume !== undefined,
  },
  {
    flags: ["--resume", "-s"],
    hint: "A report can only be resumed as a whole",
    applies: ({ resume, scenario }) => resume !== undefined && scenario !== undefined,
  },
  {
    flags: ["--resume", "-a"],
    hint: "A report can only be resumed as a whole",
    applies: ({ resume, agent }) => resume !== undefined && agent !== undefined,
  },
  {
    flags: ["--no-score", "--compare-baseline"],
    hint: "Without scores there is nothing to compare",
    applies: ({ score, compareBaseline }) => !score && compareBaseline !== undefined,
  },
  {
    flags: ["--no-score", "--fail-under"],
    hint: "Without scores there is nothing to check against the gate",
    applies: ({ score, failUnder }) => !score && failUnder !== undefined,
  },
  {
    flags: ["--no-score", "--min-pass-rate"],
    hint: "Without scores no run can pass",
    applies: ({ score, minPassRate }) => !score && minPassRate !== undefined,
  },
  {
    flags: ["--no-score", "--judge-samples"],
    hint: "Without scoring no judge is asked",
    applies: ({ score, judgeSamples }) => !score && judgeSamples !== undefined,
  },
  {
    flags: ["--dry-run", "--resume"],
    hint: "--dry-run shows the plan of a new report, --resume continues an existing one",
    applies: ({ dryRun, resume }) => dryRun === true && resume !== undefined,
  },
  ...(["--resume", "--failed", "--queue", "--dry-run", "--json"] as const).map((other): Conflict => ({
    flags: ["--watch", other],
    hint: "--watch begins with a run of everything on this machine, and prints every report for people",
    applies: ({ watch, resume, failed, queue, dryRun, json }) =>
      watch === true &&
      { "--resume": resume, "--failed": failed, "--queue": queue, "--dry-run": dryRun, "--json": json }[other] !==
        undefined,
  })),
  {
    flags: ["--no-score", "--until"],
    hint: "Without scores no result can be decided early",
    applies: ({ score, until }) => !score && until !== undefined,
  },
  {
    flags: ["--script", "--compare-baseline"],
    hint: "The numbers of a rehearsal do not measure any agent",
    applies: ({ script, compareBaseline }) => script !== undefined && compareBaseline !== undefined,
  },
  {
    flags: ["--shard", "--compare-baseline"],
    hint: "Compare the whole report: axis reports merge <shards> --compare-baseline",
    applies: ({ shard, compareBaseline }) => shard !== undefined && compareBaseline !== undefined,
  },
  {
    flags: ["--shard", "--failed"],
    hint: "--failed already selects what to run",
    applies: ({ shard, failed }) => shard !== undefined && failed !== undefined,
  },
  {
    flags: ["--shard", "--queue"],
    hint: "Workers share the runs of a queue by themselves",
    applies: ({ shard, queue }) => shard !== undefined && queue === true,
  },
  {
    flags: ["--queue", "--script"],
    hint: "The script would have to answer on the workers' machines",
    applies: ({ queue, script }) => queue === true && script !== undefined,
  },
];

/** Refuses flags that cannot be combined, before anything is read. */
export function refuseConflictingFlags(flags: RunFlags): void {
  const conflict = conflicts.find(({ applies }) => applies(flags));
  if (conflict !== undefined)
    throw new AxisError("flag-invalid", `${conflict.flags.join(" and ")} cannot be combined`, { hint: conflict.hint });
  if (flags.scriptLog !== undefined && flags.script === undefined)
    throw new AxisError("flag-invalid", "--script-log requires --script");
  if (flags.acceptChanges && flags.resume === undefined)
    throw new AxisError("flag-invalid", "--accept-changes requires --resume");
}
