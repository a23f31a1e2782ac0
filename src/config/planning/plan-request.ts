/** What a command requests from the planner, and the checks that reject invalid requests. */
import type { Cell } from "../../core/cell.ts";
import type { SandboxInput } from "../../core/config/sandbox-settings.ts";
import { AxisError } from "../../core/error.ts";
import type { RunLimitsInput } from "../../core/config/limits.ts";
import { GateSettings, type MinPassRate } from "../../core/report/gate.ts";
import type { Rehearsal } from "../../core/plan/rehearsal.ts";
import type { Shard } from "../../core/plan/shard.ts";

/** What a command requests. */
export interface PlanRequest {
  /** As given with -c; relative to `folder`. */
  readonly configFile?: string;
  /** Where the command was called. */
  readonly folder: string;
  readonly scenarios?: readonly string[];
  readonly agents?: readonly string[];
  readonly concurrency?: number;
  readonly trials?: number;
  /** Run no further trials of what is decided. */
  readonly until?: "decided";
  readonly noScore?: boolean;
  readonly judge?: string;
  /** How often each judge is asked everything; odd, default 1. */
  readonly judgeSamples?: number;
  /** False: ask judges again instead of using stored answers. */
  readonly cache?: boolean;
  readonly failUnder?: number;
  readonly minPassRate?: MinPassRate;
  /** Replaces values of `settings.limits.run`, one by one. */
  readonly budget?: RunLimitsInput;
  /** With a money budget: continue if a cost is unknown. */
  readonly allowUnknownCost?: boolean;
  /** Seed of everything random; default: the digest of the plan. */
  readonly seed?: string;
  /** Only these cells, for --failed and --resume. */
  readonly cells?: readonly Cell[];
  /** Only this part of the plan. */
  readonly shard?: Shard;
  readonly refreshSkills?: boolean;
  /** Use only the data of untrusted libraries; what is left out is a warning. */
  readonly dataOnly?: boolean;
  /** Leave broken scenario files out of the plan instead of refusing it. */
  readonly skipBroken?: boolean;
  /** Judges are asked from this machine, so the plan is refused if they lack something here. */
  readonly judgesHere?: boolean;
  /** Replaces fields of every sandbox. */
  readonly sandbox?: Pick<SandboxInput, "driver" | "network">;
  /** Runs are executed on this machine, so the plan is refused if a sandbox cannot be enforced here; default true. */
  readonly runsHere?: boolean;
  /** False forbids fetching agent programs. */
  readonly install?: boolean;
  /** Agents call a scripted model. */
  readonly rehearsal?: Rehearsal;
}

/** Throws for requests that no plan can be made for. */
export function checkRequest(request: PlanRequest): void {
  requireFolder(request);
  const { concurrency, trials, failUnder, minPassRate, judgeSamples = 1 } = request;
  const refuse = (message: string) => new AxisError("flag-invalid", message);
  if (!isWholeWithin(judgeSamples, 1, 99) || judgeSamples % 2 === 0)
    throw refuse("--judge-samples takes an odd number from 1 to 99");
  if (concurrency !== undefined && !isWholeWithin(concurrency, 1, Infinity))
    throw refuse("--concurrency takes a whole number of 1 or more");
  if (trials !== undefined && !isWholeWithin(trials, 1, 1000))
    throw refuse("--trials takes a whole number from 1 to 1000");
  if (!GateSettings.shape.fail_under.safeParse(failUnder).success)
    throw refuse("--fail-under takes a number from 0 to 100");
  if (!GateSettings.shape.min_pass_rate.safeParse(minPassRate).success)
    throw refuse("--min-pass-rate takes most, all, or a number from 0 to 1");
}

function isWholeWithin(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most;
}

/** Callers without types may omit it. */
function requireFolder(request: Partial<PlanRequest> | undefined): void {
  if (typeof request?.folder === "string") return;
  throw new AxisError("flag-invalid", "loadPlan({ folder }) needs the folder of the project", {
    hint: "Pass process.cwd() for the folder the program was started in",
  });
}
