/** Turns the flags of `axis run` into a plan. */
import { formatConfigFlag } from "../config/load-config.ts";
import type { Cell } from "../core/cell.ts";
import { AxisError } from "../core/error.ts";
import type { RunLimitsInput } from "../core/config/limits.ts";
import type { Plan, PlanDocument } from "../core/plan.ts";
import type { Report } from "../core/report.ts";
import type { ReportHandle } from "../core/store.ts";
import { loadPlan } from "../config/load-plan.ts";
import type { PlanRequest } from "../config/planning/plan-request.ts";
import { planChanges } from "../core/plan/plan-document.ts";
import { terminalSafe } from "../report/text/terminal-safe.ts";
import { readProgress } from "../runner/progress.ts";
import { listJournalCells } from "./score/stored-runs.ts";
import type { CliDeps } from "./command.ts";
import type { Project } from "./project.ts";
import type { OpenRehearsal } from "./rehearsal.ts";
import { toSandboxRequest } from "./sandbox-flags.ts";
import { refuseConflictingFlags, type RunFlags } from "./run-flags.ts";

/** The dependencies of a command that may be a rehearsal. */
export interface PlanningDeps extends CliDeps {
  readonly rehearsal?: OpenRehearsal | undefined;
}

/** A plan, and the report it resumes, if any. */
export interface RunRequest {
  readonly plan: Plan;
  readonly handle?: ReportHandle;
}

/** Returns the plan of a run, or null if there is nothing to run again. */
export async function planRun(project: Project, flags: RunFlags, deps: PlanningDeps): Promise<RunRequest | null> {
  if (flags.resume !== undefined) return planResume(project, flags, deps);
  if (flags.failed === undefined) return { plan: await loadRunPlan(project, flags, { deps, cells: flags.cells }) };
  const cells = await findFailedCells(project, flags.failed === true ? "latest" : flags.failed, deps);
  if (cells.length === 0) return null;
  return loadRunPlan(project, flags, { deps, cells }).then(
    (plan) => ({ plan }),
    (error: unknown) => reportNothingLeft(error, deps),
  );
}

/** Failed results that are no longer in the project need not be run again; any other error is rethrown. */
function reportNothingLeft(error: unknown, { terminal }: PlanningDeps): null {
  if (!(error instanceof AxisError) || error.code !== "cells-gone") throw error;
  terminal.err("Nothing that failed is still in this project: nothing to run again.");
  return null;
}

function loadRunPlan(
  project: Project,
  flags: RunFlags,
  { deps, cells }: { readonly deps: PlanningDeps; readonly cells?: readonly Cell[] | undefined },
): Promise<Plan> {
  const request: PlanRequest = {
    folder: deps.cwd,
    configFile: project.configFile,
    noScore: !flags.score,
    scenarios: flags.scenario,
    agents: flags.agent,
    concurrency: flags.concurrency,
    trials: flags.trials,
    judge: selectJudge(flags, deps),
    judgeSamples: flags.judgeSamples,
    cache: flags.cache,
    failUnder: flags.failUnder,
    minPassRate: flags.minPassRate,
    budget: toRunLimits(flags),
    allowUnknownCost: flags.allowUnknownCost,
    seed: flags.seed,
    until: flags.until,
    refreshSkills: flags.refreshSkills,
    dataOnly: flags.dataOnly,
    skipBroken: flags.skipBroken,
    // Workers ask the judges of a queued run, with their own keys.
    judgesHere: flags.queue !== true,
    runsHere: flags.queue !== true,
    sandbox: toSandboxRequest(flags),
    install: flags.install,
    cells,
    shard: flags.shard,
    rehearsal: deps.rehearsal?.rehearsal,
  };
  return loadPlan(request, {
    env: deps.env,
    onNotice: (message) => deps.terminal.err(terminalSafe(message)),
    onWarning: (message) => deps.terminal.err(deps.terminal.errPaint.warn(`Warning: ${terminalSafe(message)}`)),
    ...((flags.verbose ?? flags.debug) && {
      onDetail: (message: string) => deps.terminal.err(deps.terminal.errPaint.dim(terminalSafe(message))),
    }),
  });
}

/** A rehearsal must cost nothing: a judge that asks a model is used only if it is given with --judge. */
function selectJudge({ judge, score }: RunFlags, { rehearsal }: PlanningDeps): string | undefined {
  return judge ?? (rehearsal !== undefined && score ? "rules" : undefined);
}

function toRunLimits({ budgetUsd, budgetTokens, budgetMinutes }: RunFlags): RunLimitsInput {
  // These overlay the limits of the config, so a flag that was not given must not be there at all.
  return {
    ...(budgetUsd !== undefined && { cost_usd: budgetUsd }),
    ...(budgetTokens !== undefined && { tokens: budgetTokens }),
    ...(budgetMinutes !== undefined && { time_minutes: budgetMinutes }),
  };
}

/** Finds results that did not pass: those that failed, could not be scored, or never ran. */
async function findFailedCells(project: Project, id: string, deps: CliDeps): Promise<Cell[]> {
  const report = await project.store.readReport(id);
  const isDone = ({ status }: Report["results"][number]) => status === "passed" || status === "unscored";
  const done = new Set(
    report.results.filter(isDone).map(({ scenarioKey, agentName }) => `${scenarioKey}\n${agentName}`),
  );
  const failed = report.results.filter((result) => !isDone(result));
  const planned = await readPlannedCells(project, report.reportId);
  const cells = planned.filter(({ scenario, agent }) => !done.has(`${scenario}\n${agent}`));
  if (cells.length === 0 && failed.length === 0)
    deps.terminal.err(`Nothing failed in ${report.reportId}: nothing to run again.`);
  if (planned.length > 0) return cells;
  return failed.map(({ scenarioKey, agentName }) => ({ scenario: scenarioKey, agent: agentName, trial: 1 }));
}

async function readPlannedCells(project: Project, id: string): Promise<readonly Cell[]> {
  await using handle = await project.store.resumeReport(id);
  return listJournalCells(handle.steps).map(({ cell }) => cell);
}

async function planResume(project: Project, flags: RunFlags, deps: PlanningDeps): Promise<RunRequest> {
  const handle = await project.store.resumeReport(flags.resume === true ? "latest" : (flags.resume ?? "latest"));
  try {
    const stored = readProgress(handle.steps).plan;
    if (stored === undefined) throw await missingPlanError(project, handle.reportId);
    requireSameCompetition(stored, flags, handle.reportId);
    requireNoShardFlag(flags);
    refuseConflictingFlags({ ...flags, score: stored.scored, shard: stored.shard });
    const plan = await loadRunPlan(
      project,
      { ...readStoredFlags(stored), ...flags, score: stored.scored },
      { deps, cells: addTrials(stored.shard?.cells ?? stored.cells, flags.trials) },
    );
    requireSameScript(stored.script?.sha256, plan.rehearsal?.script.sha256, handle.reportId);
    const changes = planChanges(stored, plan);
    if (changes.length > 0 && !flags.acceptChanges)
      throw new AxisError(
        "plan-changed",
        `The project changed since ${handle.reportId} was started:\n${changes.map((line) => `  ${line}`).join("\n")}`,
        {
          hint: `Run the changed parts again with: axis run --resume ${handle.reportId} --accept-changes${formatConfigFlag(project.configFile, deps.cwd)}`,
        },
      );
    return { plan: addLeftOut(plan, stored), handle };
  } catch (error) {
    await handle[Symbol.asyncDispose]();
    throw error;
  }
}

/** A resumed report is still incomplete because of the files that it was started without. */
function addLeftOut(plan: Plan, stored: PlanDocument): Plan {
  const leftOut = [...new Set([...(stored.leftOut ?? []), ...(plan.leftOut ?? [])])];
  return leftOut.length === 0 ? plan : { ...plan, leftOut };
}

/** Restores the flags that were given when the report was started and are not given again. */
function readStoredFlags({ seed, until, wishes, shard }: PlanDocument): Partial<RunFlags> {
  return { seed, until, shard, ...wishes };
}

function requireNoShardFlag({ shard }: RunFlags): void {
  if (shard === undefined) return;
  throw new AxisError("flag-invalid", "--resume and --shard cannot be combined", {
    hint: "A report remembers its shard: omit --shard",
  });
}

/** The runs of a competition start from its commit, which `axis run` does not know. */
function requireSameCompetition({ competition }: PlanDocument, flags: RunFlags, id: string): void {
  if (competition === flags.competition) return;
  throw new AxisError("flag-invalid", `Report ${id} belongs to a competition`, {
    hint: `Resume it with: axis compete --resume ${competition ?? "<id>"}`,
  });
}

/** Answers of a script and of real models are never mixed in one report, even with --accept-changes. */
function requireSameScript(before: string | undefined, now: string | undefined, id: string): void {
  if (before === now) return;
  const message =
    before === undefined
      ? `Report ${id} used real models; it cannot be resumed with --script`
      : `Report ${id} is a rehearsal; it can only be resumed with the same script`;
  throw new AxisError("rehearsal", message, { hint: "Start over with: axis run" });
}

/** Explains why a report cannot be resumed: it has no plan, or it comes from a rescore. */
async function missingPlanError(project: Project, id: string): Promise<AxisError> {
  const { rescoredFrom, shards } = (await project.store.readReport(id).catch(() => undefined)) ?? {}; // An unreadable report was interrupted.
  if (shards !== undefined)
    return new AxisError("report-missing", `Report ${id} was merged from shards; it has no runs of its own to resume`, {
      hint: "Resume the shard where it ran, with: axis run --resume, then merge again",
    });
  if (rescoredFrom !== undefined)
    return new AxisError("report-missing", `Report ${id} was created by axis rescore; it has no runs to resume`, {
      hint: `Resume the original runs with: axis run --resume ${rescoredFrom}`,
    });
  return new AxisError("report-missing", `Report ${id} was interrupted before its plan was written`, {
    hint: "Start over with: axis run",
  });
}

/** Returns the stored runs plus the additional trials that are now requested. */
function addTrials(cells: readonly Cell[], trials: number | undefined): Cell[] {
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
