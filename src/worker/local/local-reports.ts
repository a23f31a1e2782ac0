/** Reports of runs that this process carries out for others: written as each run ends, the truth about it from then on. */
import { cellId, type Cell } from "../../core/cell.ts";
import { type RemoteRun, describeMissingRun } from "../../core/run/remote-runner.ts";
import { errorMessage } from "../../core/error.ts";
import type { AxisEvent } from "../../core/run/event.ts";
import { toRunLine } from "../../core/run/to-run-line.ts";
import { Stop } from "../../core/outcome.ts";
import type { Plan } from "../../core/plan.ts";
import type { Report } from "../../core/report.ts";
import type { ReportHandle, Store } from "../../core/store.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import { removeRunFiles } from "../../store/sql/files/run-files.ts";
import { withRetries } from "../../store/sql/retry.ts";
import { findRun, type RunRow } from "../../store/sql/runs/runs.ts";
import { findScoringMoment } from "../../store/sql/runs/scores.ts";
import type { Database } from "../../store/sql/schema/database.ts";
import { loadRaw } from "../stored/stored-raw.ts";
import { loadArtifact, loadDetail, loadGateLog, loadPatch } from "../stored/stored-run.ts";
import { toRunEnvironment } from "../worker-deps.ts";
import type { AwaitedRuns } from "./awaited-runs.ts";

export interface ReportWorld {
  readonly database: Database;
  /** Of the project. */
  readonly store: Store;
  readonly awaited: AwaitedRuns;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
  readonly say: (message: string) => void;
  /** Gives what adds to a report that which is known of its project by then. */
  readonly finaliser?: () => Promise<(report: Report) => Report>;
  /** A report is complete, or as far as it got. */
  readonly onWritten: (report: Report, plan: Plan) => Promise<void> | void;
}

/** One report: what was planned, and under which id each cell was asked for. */
export interface LocalReport {
  readonly handle: ReportHandle;
  readonly plan: Plan;
  readonly ids: ReadonlyMap<string, string>;
}

export class LocalReports {
  readonly #writing = new Set<Promise<void>>();

  constructor(readonly world: ReportWorld) {}

  /** Writes a report while its runs come to an end, in the background. */
  write(report: LocalReport): void {
    this.#keep(this.#write(report), `report ${report.handle.reportId} is not written`);
  }

  /** When nobody waits for runs any more, reports are closed as they stand; the next process goes on with them. */
  async close(): Promise<void> {
    while (this.#writing.size > 0) await Promise.all(this.#writing);
  }

  /** What goes on in the background is waited for at the end; where it fails, that is said. */
  #keep(work: Promise<void>, failure: string): void {
    const kept = work
      .catch((error: unknown) => this.world.say(`Warning: ${failure}: ${errorMessage(error)}`))
      .finally(() => this.#writing.delete(kept));
    this.#writing.add(kept);
  }

  async #write({ handle, plan, ids }: LocalReport): Promise<void> {
    const { store, env, now, onWritten, finaliser } = this.world;
    const finalise = await finaliser?.();
    const askedBefore = (cell: Cell) => ids.get(cellId(cell));
    const stop = new AbortController();
    const kept = new Set<string>();
    const report = await evaluate(asOneReport(plan), {
      finalise,
      store,
      handle,
      env: toRunEnvironment(env),
      now,
      abort: stop.signal,
      askedBefore,
      elsewhere: ({ cell }) => this.#made(askedBefore(cell), stop),
      onEvent: (event) => this.#hear(event, { reportId: handle.reportId, kept }),
    });
    await onWritten(report, plan);
    // Not before: until the report lists a run, whoever looks at it reads its files in the database.
    for (const runId of kept) await this.#forgetFiles(runId);
  }

  /** A run that nobody waits for any more leaves the report unfinished; one that was cancelled does not. */
  async #made(runId: string | undefined, stop: AbortController): Promise<RemoteRun> {
    const row = runId === undefined ? null : await this.world.awaited.ended(runId);
    if (row === null) stop.abort(new Stop("user", "run", "axis serve ended"));
    return row === null || row.status === "cancelled" ? null : await this.#fetched(row);
  }

  async #fetched({ id, attempt: number, reason, result_doc }: RunRow): Promise<RemoteRun> {
    const { database } = this.world;
    const attempt = { runId: id, attempt: number };
    const detail = await withRetries(() => loadDetail({ database }, attempt));
    if (detail === undefined && reason === "cancelled") return null;
    if (detail === undefined) throw new Error(describeMissingRun(reason, result_doc));
    const scoredAt = await withRetries(() => findScoringMoment(database, id));
    return {
      detail: scoredAt === undefined ? detail : { ...detail, scoredAt: scoredAt.toISOString() },
      artifact: (path) => withRetries(() => loadArtifact({ database }, attempt, path)),
      patch: () => withRetries(() => loadPatch({ database }, attempt)),
      gateLog: (execution) => withRetries(() => loadGateLog({ database }, attempt, execution)),
      raw: () => withRetries(() => loadRaw({ database }, attempt)),
    };
  }

  #hear(event: AxisEvent, { reportId, kept }: { readonly reportId: string; readonly kept: Set<string> }): void {
    if (event.type === "warning") this.world.say(`Warning: ${event.message}`);
    if (event.type !== "result-end" || event.result.file === "") return;
    const { runId, file } = event.result;
    kept.add(runId);
    this.#keep(this.#note(reportId, file), `${runId} is not in the pace of later runs`);
  }

  /** From here on the run is part of the pace in this project. */
  async #note(reportId: string, file: string): Promise<void> {
    const { store } = this.world;
    const line = toRunLine(await store.readDetail(reportId, file), reportId);
    if (line !== undefined) await store.addRunLine(line);
  }

  /** They are where the report has them. */
  async #forgetFiles(runId: string): Promise<void> {
    const { database } = this.world;
    const row = await findRun(database, runId);
    if (row !== undefined) await removeRunFiles(database, { runId: row.id, attempt: row.attempt });
  }
}

/** All cells are waited for at once. Hooks, further tries and limits of a whole run are those of each run by itself. */
function asOneReport(plan: Plan): Plan {
  return {
    ...plan,
    concurrency: Math.max(1, plan.jobs.length),
    beforeAll: [],
    afterAll: [],
    retries: 0,
    runLimits: {},
  };
}
