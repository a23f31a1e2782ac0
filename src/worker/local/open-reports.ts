/** Reports that an earlier process began and did not finish. Each is resumed once its project can be planned. */
import { randomUUID } from "node:crypto";
import { cellId, type Cell } from "../../core/cell.ts";
import { AxisError, errorMessage } from "../../core/error.ts";
import type { Plan } from "../../core/plan.ts";
import { planDocument } from "../../core/plan/plan-document.ts";
import type { ReportHandle } from "../../core/store.ts";
import type { Contest } from "../../evaluate/compete/contest.ts";
import { scoreRun } from "../../judging/scorecard/score-run.ts";
import { listStaleCells, readProgress } from "../../runner/progress.ts";
import { claimRun } from "../../store/sql/runs/claim.ts";
import { listRunsOfOpenReports } from "../../store/sql/runs/open-runs.ts";
import { cancelRun, findRuns, type RunRow } from "../../store/sql/runs/runs.ts";
import { finishRunRow } from "../../store/sql/runs/scoring.ts";
import { bareFacts } from "../attempt/facts.ts";
import { reopenContest } from "./local-contest.ts";
import type { LocalDeps } from "./local-deps.ts";
import type { LocalPlanRequest } from "./local-project.ts";

/** A report to evaluate, with its plan and the runs that were requested. */
export interface RequestedReport {
  readonly handle: ReportHandle;
  readonly plan: Plan;
  readonly runs: readonly (Cell & { readonly id: string })[];
  readonly priority: number;
  /** The competition that the runs belong to. */
  readonly contest?: Contest;
}

export class OpenReports {
  /** The ids of the requested runs, by report. */
  readonly #waiting = new Map<string, string[]>();
  #lastProblem: string | undefined;

  private constructor(readonly deps: LocalDeps) {}

  static async find(deps: LocalDeps): Promise<OpenReports> {
    const reports = new OpenReports(deps);
    for (const { id, report_id: report } of await listRunsOfOpenReports(deps.database, deps.workspaceId))
      reports.#waiting.set(report ?? "", [...(reports.#waiting.get(report ?? "") ?? []), id]);
    return reports;
  }

  /** Starts every report that can be resumed now. The others wait for the next call. */
  async resume(agents: readonly string[], start: (report: RequestedReport) => void): Promise<void> {
    for (const [reportId, ids] of this.#waiting) {
      const rows = (await findRuns(this.deps.database, ids)).toSorted((one, other) => (one.id < other.id ? -1 : 1));
      const resumed = await this.#open(reportId, rows, agents);
      if (resumed === "wait") continue;
      this.#waiting.delete(reportId);
      if (resumed !== "over") start(resumed);
    }
  }

  async #open(
    reportId: string,
    rows: readonly RunRow[],
    agents: readonly string[],
  ): Promise<RequestedReport | Unresumed> {
    let handle: ReportHandle | undefined;
    try {
      handle = await this.deps.store.resumeReport(reportId);
      const competitionId = rows[0]?.competition_id ?? null;
      const reopened = competitionId === null ? undefined : await reopenContest(competitionId, this.deps);
      const plan = await this.#plan(handle, { rows, agents, limits: reopened?.limits ?? {} });
      if (typeof plan !== "string") return toResumed({ handle, plan, contest: reopened?.contest }, rows);
      await handle[Symbol.asyncDispose]();
      return plan;
    } catch (error) {
      await handle?.[Symbol.asyncDispose]();
      if (!(error instanceof AxisError)) throw error;
      return await this.#giveUp(error, { reportId, rows });
    }
  }

  async #plan(handle: ReportHandle, { rows, agents, limits }: ResumedRuns): Promise<Plan | Unresumed> {
    const progress = readProgress(handle.steps);
    const hasEnded = progress.plan === undefined || handle.steps.at(-1)?.type === "report-closed";
    if (hasEnded && !rows.some(isOpen)) return "over";
    if (rows.some(({ agent }) => !agents.includes(agent))) return "wait";
    const cells = rows.map(toCell);
    const trials = Math.max(...cells.map(({ trial }) => trial));
    const plan = await this.deps.project.plan({ ...limits, cells, trials, seed: progress.plan?.seed });
    if (plan === undefined) return "wait";
    // Runs that are over cannot run again, so evaluating them as stale would drop their results from the report.
    const over = new Set(rows.filter((row) => !isOpen(row)).map((row) => cellId(toCell(row))));
    const isStale = listStaleCells(progress, planDocument(plan)).some(({ cell }) => over.has(cellId(cell)));
    const hasChanged = rows.some(
      (row) => isOpen(row) && plan.digests.scenarios[row.scenario_key] !== row.scenario_hash,
    );
    if (!isStale && !hasChanged) return plan;
    throw new AxisError("plan-changed", "The scenario or the agent changed after the runs were requested", {
      hint: "Request the runs again",
    });
  }

  async #giveUp(error: AxisError, { reportId, rows }: OpenReport): Promise<Unresumed> {
    const message = errorMessage(error);
    const problem = `Warning: report ${reportId} cannot be resumed: ${message}`;
    if (problem !== this.#lastProblem) this.deps.log(problem);
    this.#lastProblem = problem;
    if (error.code === "report-locked") return "wait";
    for (const row of rows.filter(isOpen))
      if (error.code === "report-missing") await this.#cancel(row);
      else await this.#fail(row, message);
    return "over";
  }

  /** A user who deletes a report wants nothing more of its runs. */
  async #cancel({ id }: RunRow): Promise<void> {
    await cancelRun(this.deps.database, id);
  }

  async #fail({ id: runId }: RunRow, error: string): Promise<void> {
    const { database, workerId } = this.deps;
    const claim = await claimRun(database, { runId, workerId, tokenId: randomUUID(), isToFinish: true });
    if (claim.status !== "claimed") return;
    const { attempt } = claim.run;
    const factsIfNone = bareFacts(runId, "internal");
    await finishRunRow(database, { runId, attempt, ending: { result_doc: { error } }, factsIfNone }, scoreRun);
  }
}

/** `wait`: try again later. `over`: nothing is left to do. */
type Unresumed = "wait" | "over";

interface OpenReport {
  readonly reportId: string;
  readonly rows: readonly RunRow[];
}

interface ResumedRuns {
  readonly rows: readonly RunRow[];
  /** The agents that can run here. */
  readonly agents: readonly string[];
  /** What a competition may spend. */
  readonly limits: LocalPlanRequest;
}

function toResumed(
  { handle, plan, contest }: Pick<RequestedReport, "handle" | "plan"> & { readonly contest: Contest | undefined },
  rows: readonly RunRow[],
): RequestedReport {
  const runs = rows.map((row) => ({ ...toCell(row), id: row.id }));
  return { handle, plan, runs, priority: rows[0]?.priority ?? 0, ...(contest && { contest }) };
}

function toCell({ scenario_key: scenario, agent, trial }: RunRow): Cell {
  return { scenario, agent, trial };
}

function isOpen({ status }: RunRow): boolean {
  return status === "queued" || status === "running";
}
