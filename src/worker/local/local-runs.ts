/** Runs of the project on this machine: asked for by name, carried out by this process, each request a report of its own. */
import { describePlan } from "../bundle/describe-plan.ts";
import { cellId } from "../../core/cell.ts";
import { AxisError, errorMessage } from "../../core/error.ts";
import type { WorkspaceName } from "../../core/names/workspace-name.ts";
import type { Plan } from "../../core/plan.ts";
import type { ReportHandle, Store } from "../../core/store.ts";
import type { Queue } from "../queue/queue.ts";
import { newId } from "../../store/sql/ids.ts";
import { listRunsOfOpenReports } from "../../store/sql/runs/open-runs.ts";
import { cancelRun, type RunRow } from "../../store/sql/runs/runs.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { ChangeSignal } from "../change-signal.ts";
import { loadProjectPlan } from "../attempt/run-plan.ts";
import { resolveSubmission, queueRuns, type Submission, type SubmissionResult } from "../asking/submit.ts";
import type { LocalProject } from "../worker-deps.ts";
import { AwaitedRuns } from "./awaited-runs.ts";
import { LocalReports, type ReportWorld } from "./local-reports.ts";

export interface LocalRunsWorld {
  readonly sql: SqlStore;
  readonly queue: Queue;
  readonly project: LocalProject & WorkspaceName;
  readonly workspaceId: string;
  /** Of the project's reports. */
  readonly store: Store;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
  readonly say: (message: string) => void;
  readonly finaliser?: ReportWorld["finaliser"];
  readonly onWritten: ReportWorld["onWritten"];
}

export class LocalRuns implements AsyncDisposable {
  readonly #world: LocalRunsWorld;
  readonly #bell: ChangeSignal;
  readonly #awaited: AwaitedRuns;
  readonly #reports: LocalReports;

  private constructor(world: LocalRunsWorld, bell: ChangeSignal) {
    const { database } = world.sql;
    this.#world = world;
    this.#bell = bell;
    this.#awaited = new AwaitedRuns({ database, bell, say: world.say });
    this.#reports = new LocalReports({ ...world, database, awaited: this.#awaited });
  }

  /** Goes on with what the process before was asked for. */
  static async open(world: LocalRunsWorld): Promise<LocalRuns> {
    const runs = new LocalRuns(world, await ChangeSignal.listen(world.sql));
    const open = new Map<string, RunRow[]>();
    for (const row of await listRunsOfOpenReports(world.sql.database, world.workspaceId))
      open.set(row.report_id ?? "", [...(open.get(row.report_id ?? "") ?? []), row]);
    for (const [reportId, rows] of open) await runs.#goOn(reportId, rows);
    return runs;
  }

  /** Queues runs, all of one scenario and one agent, and begins their report. */
  readonly submit = async (submission: Submission): Promise<SubmissionResult> => {
    const { sql, workspaceId, now, store, project } = this.#world;
    if (submission.workspace.id !== workspaceId) return { status: "unknown-scenario" };
    const plan = await this.#plan();
    if (plan === undefined) return { status: "project-invalid" };
    const manifest = describePlan({ plan, configFile: project.configFile, workspace: project, request: {} });
    const asked = await resolveSubmission(manifest, submission, sql.database);
    if (asked.status !== "known") return asked;
    const cells = cellsOf(submission, asked.agent.name);
    const planned = await this.#plan(cells);
    if (planned === undefined) return { status: "project-invalid" };
    const handle = await store.createReport(now());
    const runs = cells.map((cell) => ({ id: newId("run", now()), ...cell }));
    await this.#queue(runs, { submission, asked, handle });
    const ids = new Map(runs.map(({ id, ...cell }) => [cellId(cell), id]));
    this.#reports.write({ handle, plan: planned, ids });
    return { status: "queued", runs };
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#awaited.letGo();
    await this.#reports.close();
    await this.#bell[Symbol.asyncDispose]();
  }

  /** Undefined where the project cannot be planned as it lies there; whoever runs the process is told why. */
  async #plan(cells?: Parameters<typeof loadProjectPlan>[2]): Promise<Plan | undefined> {
    const { project } = this.#world;
    try {
      const plan = await loadProjectPlan(project, this.#world, cells);
      if (cells === undefined) project.notice.isRight();
      return plan;
    } catch (error) {
      if (!(error instanceof AxisError)) throw error;
      project.notice.isWrong(errorMessage(error));
      return undefined;
    }
  }

  async #queue(runs: readonly AskedRun[], { submission, asked, handle }: Asked): Promise<void> {
    const { sql, queue, workspaceId } = this.#world;
    const { priority, traceContext } = submission;
    const common = {
      workspaceId,
      scenarioHash: asked.scenario.hash,
      longestSeconds: asked.scenario.longestSeconds,
      model: asked.agent.model,
      reportId: handle.reportId,
      priority,
      traceContext,
    };
    const rows = runs.map(({ scenario, ...run }) => ({ ...common, ...run, scenarioKey: scenario }));
    try {
      await queueRuns(rows, { database: sql.database, queue });
    } catch (error) {
      await handle[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #goOn(reportId: string, rows: readonly RunRow[]): Promise<void> {
    const { say, store, project } = this.#world;
    let handle: ReportHandle | undefined;
    try {
      handle = await store.resumeReport(reportId);
      const runs = rows.map(({ id, scenario_key, agent, trial }) => ({ id, scenario: scenario_key, agent, trial }));
      const plan = await loadProjectPlan(project, this.#world, runs);
      const ids = new Map(runs.map(({ id, ...cell }) => [cellId(cell), id]));
      this.#reports.write({ handle, plan, ids });
    } catch (error) {
      if (!(error instanceof AxisError)) throw error;
      await handle?.[Symbol.asyncDispose]();
      say(`Warning: report ${reportId} cannot be gone on with: ${errorMessage(error)}`);
      if (error.code === "report-missing") await this.#cancel(rows);
    }
  }

  /** Whoever deletes a report wants nothing more of its runs. */
  async #cancel(rows: readonly RunRow[]): Promise<void> {
    for (const { id, status } of rows) if (status === "queued") await cancelRun(this.#world.sql.database, id);
  }
}

interface AskedRun {
  readonly id: string;
  readonly scenario: string;
  readonly agent: string;
  readonly trial: number;
}

interface Asked {
  readonly submission: Submission;
  readonly asked: Extract<Awaited<ReturnType<typeof resolveSubmission>>, { status: "known" }>;
  readonly handle: ReportHandle;
}

function cellsOf({ scenario, trials }: Submission, agent: string): Omit<AskedRun, "id">[] {
  return Array.from({ length: trials }, (_, index) => ({ scenario, agent, trial: index + 1 }));
}
