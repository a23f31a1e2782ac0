/** What `axis run` was asked for: the cells its flags come down to. */
import { configFlag } from "../config/load.ts";
import type { Cell } from "../core/cell.ts";
import { AxisError } from "../core/error.ts";
import type { RunLimitsInput } from "../core/config/limits.ts";
import type { Plan, PlanDocument } from "../core/plan.ts";
import type { ReportHandle } from "../core/store.ts";
import { loadPlan } from "../config/plan.ts";
import type { PlanRequest } from "../config/planning/plan-request.ts";
import { planChanges } from "../core/plan/plan-document.ts";
import { terminalSafe } from "../report/text/terminal-safe.ts";
import { progressOf } from "../runner/progress.ts";
import type { CliWorld } from "./command.ts";
import type { Project } from "./project.ts";
import type { OpenRehearsal } from "./rehearsal.ts";
import { refuseContradictions, type RunFlags } from "./run-flags.ts";

/** The world of a command that may be a rehearsal. */
export interface PlanningWorld extends CliWorld {
  readonly rehearsal?: OpenRehearsal | undefined;
}

/** A plan, and the report it goes on with, if any. */
export interface RunRequest {
  readonly plan: Plan;
  readonly handle?: ReportHandle;
}

/** The plan of a run; null when there is nothing to run again. */
export async function planRun(project: Project, flags: RunFlags, world: PlanningWorld): Promise<RunRequest | null> {
  if (flags.resume !== undefined) return resumed(project, flags, world);
  if (flags.failed === undefined) return { plan: await planOf(project, flags, { world }) };
  const cells = await failedCells(project, flags.failed === true ? "latest" : flags.failed, world);
  if (cells.length === 0) return null;
  return planOf(project, flags, { world, cells }).then(
    (plan) => ({ plan }),
    (error: unknown) => nothingLeft(error, world),
  );
}

/** Pairs that failed and are no longer in the project need not be run again; any other error stays one. */
function nothingLeft(error: unknown, { terminal }: PlanningWorld): null {
  if (!(error instanceof AxisError) || error.code !== "cells-gone") throw error;
  terminal.err("Nothing of what failed is in this project any more: nothing to run again.");
  return null;
}

function planOf(
  project: Project,
  flags: RunFlags,
  { world, cells }: { readonly world: PlanningWorld; readonly cells?: readonly Cell[] },
): Promise<Plan> {
  const request: PlanRequest = {
    folder: world.cwd,
    configFile: project.configFile,
    noScore: !flags.score,
    ...(flags.scenario && { scenarios: flags.scenario }),
    ...(flags.agent && { agents: flags.agent }),
    ...(flags.concurrency !== undefined && { concurrency: flags.concurrency }),
    ...(flags.trials !== undefined && { trials: flags.trials }),
    ...judgeOf(flags, world),
    ...(flags.judgeSamples !== undefined && { judgeSamples: flags.judgeSamples }),
    ...(flags.cache !== undefined && { cache: flags.cache }),
    ...(flags.failUnder !== undefined && { failUnder: flags.failUnder }),
    budget: budgetOf(flags),
    ...(flags.allowUnknownCost && { allowUnknownCost: true }),
    ...(flags.seed !== undefined && { seed: flags.seed }),
    ...(flags.until !== undefined && { until: flags.until }),
    ...(flags.refreshSkills && { refreshSkills: true }),
    ...(flags.dataOnly && { dataOnly: true }),
    ...(flags.install === false && { install: false }),
    ...(cells && { cells }),
    ...(world.rehearsal && { rehearsal: world.rehearsal.rehearsal }),
  };
  return loadPlan(request, {
    env: world.env,
    onNotice: (message) => world.terminal.err(terminalSafe(message)),
    onWarning: (message) => world.terminal.err(world.terminal.errPaint.warn(`Warning: ${terminalSafe(message)}`)),
    ...((flags.verbose ?? flags.debug) && {
      onDetail: (message: string) => world.terminal.err(world.terminal.errPaint.dim(terminalSafe(message))),
    }),
  });
}

/** A rehearsal is to cost nothing: no judge that asks a model is asked unless it is named on the spot. */
function judgeOf({ judge, score }: RunFlags, { rehearsal }: PlanningWorld): Pick<PlanRequest, "judge"> {
  if (judge !== undefined) return { judge };
  return rehearsal !== undefined && score ? { judge: "rules" } : {};
}

function budgetOf({ budgetUsd, budgetTokens, budgetMinutes }: RunFlags): RunLimitsInput {
  return {
    ...(budgetUsd !== undefined && { cost_usd: budgetUsd }),
    ...(budgetTokens !== undefined && { tokens: budgetTokens }),
    ...(budgetMinutes !== undefined && { time_minutes: budgetMinutes }),
  };
}

/** Pairs that failed, or that never ran because their report is incomplete. */
async function failedCells(project: Project, id: string, world: CliWorld): Promise<Cell[]> {
  const report = await project.store.readReport(id);
  const done = new Set(
    report.results.filter(({ failed }) => !failed).map(({ scenarioKey, agentName }) => `${scenarioKey}\n${agentName}`),
  );
  const failed = report.results.filter((result) => result.failed);
  const planned = await plannedCells(project, report.reportId);
  const cells = planned.filter(({ scenario, agent }) => !done.has(`${scenario}\n${agent}`));
  if (cells.length === 0 && failed.length === 0)
    world.terminal.err(`Nothing failed in ${report.reportId}: nothing to run again.`);
  if (planned.length > 0) return cells;
  return failed.map(({ scenarioKey, agentName }) => ({ scenario: scenarioKey, agent: agentName, trial: 1 }));
}

async function plannedCells(project: Project, id: string): Promise<readonly Cell[]> {
  await using handle = await project.store.resumeReport(id);
  return progressOf(handle.steps).plan?.cells ?? [];
}

async function resumed(project: Project, flags: RunFlags, world: PlanningWorld): Promise<RunRequest> {
  const handle = await project.store.resumeReport(flags.resume === true ? "latest" : (flags.resume ?? "latest"));
  try {
    const stored = progressOf(handle.steps).plan;
    if (stored === undefined) throw await withoutPlan(project, handle.reportId);
    refuseContradictions({ ...flags, score: stored.scored });
    const plan = await planOf(
      project,
      { ...storedWishes(stored), ...flags, score: stored.scored },
      { world, cells: moreTrials(stored.cells, flags.trials) },
    );
    requireSameScript(stored.script?.sha256, plan.rehearsal?.script.sha256, handle.reportId);
    const changes = planChanges(stored, plan);
    if (changes.length > 0 && !flags.acceptChanges)
      throw new AxisError(
        "plan-changed",
        `The project changed since ${handle.reportId} was begun:\n${changes.map((line) => `  ${line}`).join("\n")}`,
        {
          hint: `Run again what changed with: axis run --resume ${handle.reportId} --accept-changes${configFlag(project.configFile, world.cwd)}`,
        },
      );
    return { plan, handle };
  } catch (error) {
    await handle[Symbol.asyncDispose]();
    throw error;
  }
}

/** What was asked for when the report was begun, and is not asked for again. */
function storedWishes({ seed, until, wishes }: PlanDocument): Partial<RunFlags> {
  return { ...(seed !== undefined && { seed }), ...(until !== undefined && { until }), ...wishes };
}

/** Answers of a script and of models never stand in one report, whatever changes are accepted. */
function requireSameScript(before: string | undefined, now: string | undefined, id: string): void {
  if (before === now) return;
  const message =
    before === undefined
      ? `${id} asked real models: it cannot be gone on with by a script`
      : `${id} is a rehearsal: it can only be gone on with by the same script`;
  throw new AxisError("rehearsal", message, { hint: "Start afresh with: axis run" });
}

/** Why a report cannot be gone on with: nothing of it was planned, or nothing of it was run. */
async function withoutPlan(project: Project, id: string): Promise<AxisError> {
  const { rescoredFrom } = (await project.store.readReport(id).catch(() => undefined)) ?? {}; // Unreadable: it was cut off.
  if (rescoredFrom !== undefined)
    return new AxisError("report-missing", `The report ${id} was made by axis rescore: it ran nothing to go on with`, {
      hint: `Go on with the runs themselves: axis run --resume ${rescoredFrom}`,
    });
  return new AxisError("report-missing", `The report ${id} was interrupted before its plan was written`, {
    hint: "Start afresh with: axis run",
  });
}

/** The stored cells, and for each of their pairs the further trials that are now asked for. */
function moreTrials(cells: readonly Cell[], trials: number | undefined): Cell[] {
  const all = [...cells];
  const known = new Set(cells.map(({ scenario, agent, trial }) => `${scenario}\n${agent}\n${trial}`));
  for (const { scenario, agent } of cells)
    for (let trial = 1; trial <= (trials ?? 1); trial += 1) {
      if (known.has(`${scenario}\n${agent}\n${trial}`)) continue;
      known.add(`${scenario}\n${agent}\n${trial}`);
      all.push({ scenario, agent, trial });
    }
  return all;
}
