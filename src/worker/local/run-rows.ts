/** The rows of one request follow its evaluation: progress while a run is running, then its result and its scorecard. */
import { randomUUID } from "node:crypto";
import { cellId, type Cell } from "../../core/cell.ts";
import type { EventSettings } from "../../core/config/event-settings.ts";
import { errorMessage } from "../../core/error.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { CellResult } from "../../core/report/pair-result.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { AxisEvent } from "../../core/run/event.ts";
import type { RunFacts, RunReason } from "../../core/run/run-facts.ts";
import type { RunEnding } from "../../core/run/run-row.ts";
import type { RunStep } from "../../core/run/run-step.ts";
import type { JournalStep, ReportHandle } from "../../core/store.ts";
import { scoreRun } from "../../judging/scorecard/score-run.ts";
import { decideEnding } from "../../runner/ending/outcome.ts";
import { collectSecrets, createRedactor } from "../../runner/secrets/redact.ts";
import { removeRunFiles } from "../../store/sql/files/run-files.ts";
import { withRetries } from "../../store/sql/retry.ts";
import { claimRun, releaseRun } from "../../store/sql/runs/claim.ts";
import { recordCost } from "../../store/sql/runs/run-progress.ts";
import { type Attempt, cancelRun, storeFacts } from "../../store/sql/runs/runs.ts";
import { finishRunRow } from "../../store/sql/runs/scoring.ts";
import { saveStages } from "../../store/sql/runs/stages.ts";
import { bareFacts, toRowFacts, toRunEnding, toRunStages } from "../attempt/facts.ts";
import { isWorthKeeping } from "../attempt/make-run.ts";
import { LiveRun } from "../live/live-run.ts";
import type { LocalDeps } from "./local-deps.ts";

/** The request whose rows are kept. */
export interface RequestedRuns {
  readonly reportId: string;
  /** The ids of the requested runs, by cell. */
  readonly ids: ReadonlyMap<string, string>;
  /** Where the project wants telemetry sent. */
  readonly events: EventSettings | undefined;
  /** Fires when the server shuts down: runs that it stopped are queued again. */
  readonly abort: AbortSignal;
}

/** A claimed run. */
interface ClaimedCell {
  readonly attempt: Attempt;
  readonly live: LiveRun;
  readonly steps: RunStep[];
  /** Set when the evaluation has the result of the run. */
  ending?: Promise<void>;
}

/** What is written when a run has ended. */
interface RowResult {
  readonly facts: RunFacts;
  readonly ending: RunEnding;
  /** Undefined for a run without a record. */
  readonly detail?: RunDetail;
}

export class RunRows {
  readonly #claimed = new Map<string, ClaimedCell>();
  readonly #open: Set<string>;
  readonly #writing = new Set<Promise<void>>();
  readonly #operatorRedact: (text: string) => string;
  #redact: ((text: string) => string) | undefined;

  constructor(
    readonly request: RequestedRuns,
    readonly deps: LocalDeps,
  ) {
    this.#open = new Set(request.ids.keys());
    this.#operatorRedact = createRedactor(collectSecrets(deps.env, [])).text;
  }

  /** Whether the evaluation has a result for every run. */
  get isComplete(): boolean {
    return this.#open.size === 0;
  }

  /** Begins to follow a run that was claimed. Disposing waits until its row is written. */
  begin(cell: Cell, attempt: Attempt, onGone: () => void): AsyncDisposable {
    const live = new LiveRun(attempt, { redact: this.#operatorRedact, onGone }, this.deps);
    if (this.#redact !== undefined) live.redactWith(this.#redact);
    const claimed: ClaimedCell = { attempt, live, steps: [] };
    this.#claimed.set(cellId(cell), claimed);
    return {
      [Symbol.asyncDispose]: async () => {
        // Without a result, the evaluation itself has failed.
        await (claimed.ending ?? this.#quietly(attempt.runId, () => this.#requeue(claimed)));
        await live.end();
        this.#claimed.delete(cellId(cell));
      },
    };
  }

  readonly onEvent = (event: AxisEvent): void => {
    if (event.type === "warning") this.deps.log(`Warning: ${event.message}`);
    if (event.type === "run-progress") this.#claimed.get(cellId(event.cell))?.live.hear(event.progress);
    if (event.type === "run-step") this.#claimed.get(cellId(event.cell))?.steps.push(event.step);
    if (event.type === "result-end") this.#addResult(event.cell, event.result);
    if (event.type === "cells-left-out") for (const cell of event.cells) this.#callOff(cell);
  };

  /** Wraps the handle of the report: live progress learns the secrets to redact, and rows learn of recorded runs. */
  watch(handle: ReportHandle): ReportHandle {
    return {
      ...handle,
      redactWith: (redact) => {
        this.#redact = redact;
        for (const { live } of this.#claimed.values()) live.redactWith(redact);
        handle.redactWith(redact);
      },
      record: async (step) => {
        await handle.record(step);
        await this.#storeRecorded(step, handle);
      },
    };
  }

  /** Resolves when all results so far are in their rows. */
  async settle(): Promise<void> {
    while (this.#writing.size > 0) await Promise.all(this.#writing);
  }

  /** Ends the runs that are still open, because no evaluation will run them. */
  async fail(reason: RunReason, error: string): Promise<void> {
    for (const runId of this.request.ids.values())
      await this.#quietly(runId, async () => {
        const attempt = await this.#claimToFinish(runId);
        const result = { facts: bareFacts(runId, reason), ending: { result_doc: { error } } };
        if (attempt !== undefined) await this.#finish(attempt, result, []);
      });
  }

  /** A run that is no longer needed, because the competition is decided. */
  #callOff(cell: Cell): void {
    const runId = this.request.ids.get(cellId(cell)) ?? "";
    this.#open.delete(cellId(cell));
    const writing = this.#quietly(runId, async () => void (await cancelRun(this.deps.database, runId))).finally(() =>
      this.#writing.delete(writing),
    );
    this.#writing.add(writing);
  }

  #addResult(cell: Cell, result: CellResult): void {
    const claimed = this.#claimed.get(cellId(cell));
    this.#open.delete(cellId(cell));
    const runId = this.request.ids.get(cellId(cell)) ?? "";
    const writing = this.#quietly(runId, () => this.#writeResult(runId, result, claimed)).finally(() =>
      this.#writing.delete(writing),
    );
    this.#writing.add(writing);
    if (claimed !== undefined) claimed.ending = writing;
  }

  async #writeResult(runId: string, result: CellResult, claimed: ClaimedCell | undefined): Promise<void> {
    const made = result.file === "" ? toUnstartedResult(runId, result.outcome) : await this.#readResult(runId, result);
    await claimed?.live.end();
    if (this.request.abort.aborted && isInterrupted(made)) return await this.#requeue(claimed, made.ending.cost_micros);
    // A run that an earlier process completed has its result in the report, but its row was queued again.
    const attempt = claimed?.attempt ?? (await this.#claimToFinish(runId));
    if (attempt !== undefined) await this.#finish(attempt, made, claimed?.steps ?? []);
  }

  async #readResult(runId: string, { file }: CellResult): Promise<RowResult> {
    const detail = await this.deps.store.readDetail(this.request.reportId, file);
    return { detail, facts: toRowFacts(runId, detail), ending: toRunEnding(detail) };
  }

  /** The row gets the scorecard of the report, so both agree. After that, the report has everything else too. */
  async #finish(attempt: Attempt, { facts, ending, detail }: RowResult, steps: readonly RunStep[]): Promise<void> {
    const { database, telemetry, log } = this.deps;
    const { events: settings } = this.request;
    const stages = toRunStages(facts.stages, detail?.gates ?? []);
    const isHeld = await withRetries(() => saveStages(database, attempt, stages));
    if (!isHeld || !(await withRetries(() => storeFacts(database, attempt, facts)))) return;
    const tells = await telemetry.targetsFor(settings);
    const card = detail?.scorecard;
    const scoredAt = detail?.scoredAt === undefined ? undefined : new Date(detail.scoredAt);
    const finishing = { ...attempt, ending, tells, scoredAt };
    const finished = await finishRunRow(database, finishing, card ? () => card : scoreRun);
    if (finished.status === "discarded") return;
    await telemetry.send(attempt.runId, { settings, steps });
    if (detail !== undefined) await removeRunFiles(database, attempt);
    log(`${attempt.runId}: done`);
  }

  /** The server is shutting down: the next start runs or judges this run again. Its cost so far is kept. */
  async #requeue(claimed: ClaimedCell | undefined, costMicros?: number | null): Promise<void> {
    const { database, log } = this.deps;
    if (claimed === undefined) return;
    const { attempt } = claimed;
    if (typeof costMicros === "number") await recordCost(database, attempt, costMicros);
    if (await releaseRun(database, attempt)) log(`${attempt.runId}: requeued`);
  }

  /** Undefined if the run is over already, or was cancelled. */
  async #claimToFinish(runId: string): Promise<Attempt | undefined> {
    const { database, workerId } = this.deps;
    const request = { runId, workerId, tokenId: randomUUID(), isToFinish: true } as const;
    const claim = await withRetries(() => claimRun(database, request));
    return claim.status === "claimed" ? { runId, attempt: claim.run.attempt } : undefined;
  }

  /** Stores the facts of a recorded run: if the process is killed now, its cost is not lost. */
  async #storeRecorded(step: JournalStep, handle: ReportHandle): Promise<void> {
    // With a raw file, the agent has finished; without one, this is an interrupted judgement.
    if (step.type !== "run-recorded" || step.data.raw === null) return;
    const claimed = this.#claimed.get(cellId(step.data.cell));
    if (claimed === undefined) return;
    const { attempt } = claimed;
    const { file } = step.data.detail;
    await this.#quietly(attempt.runId, async () => {
      const detail = await handle.readDetail(file);
      const facts = toRowFacts(attempt.runId, detail);
      if (isWorthKeeping(detail, facts)) await storeFacts(this.deps.database, attempt, facts);
    });
  }

  /** A row that cannot be written must not end the evaluation: the next start finds the result in the report. */
  async #quietly(runId: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.deps.log(`Warning: the row of ${runId} could not be written: ${errorMessage(error)}`);
    }
  }
}

/** A run that the evaluation did not start, for example because its budget was used up. */
function toUnstartedResult(runId: string, outcome: Outcome): RowResult {
  const end = decideEnding({ outcome, calledTool: false, usable: false, gating: null, verified: [] });
  const error = outcome.status === "completed" ? "the run was not started" : outcome.message;
  return { facts: { ...bareFacts(runId, end.reason), ...end }, ending: { result_doc: { error } } };
}

/** Whether shutting down is what ended the run or its judgement. */
function isInterrupted({ facts, detail }: RowResult): boolean {
  return facts.reason === "cancelled" || detail?.outcomeClass === "judge";
}
