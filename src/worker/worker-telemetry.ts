/** Sends telemetry of a worker's runs to the targets that each run's project configures. */
import type { EventSettings } from "../core/config/event-settings.ts";
import type { Report } from "../core/report.ts";
import type { RunStep } from "../core/run/run-step.ts";
import { findRun, type RunRow } from "../store/sql/runs/runs.ts";
import type { TelemetryTargets } from "../store/sql/runs/run-ending.ts";
import { findScoreRow, listUnsentScores } from "../store/sql/runs/scores.ts";
import type { Database } from "../store/sql/schema/database.ts";
import { isTelemetryConfigured } from "../report/telemetry/open.ts";
import { openStoreTelemetry, type StoreTelemetry } from "../report/telemetry/store-telemetry.ts";

/** After this time, the process that scored a run has stopped trying to send. */
const resendAfterSeconds = 60;
const maxResendBatch = 200;

export interface WorkerTelemetryDeps {
  readonly database: Database;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
  readonly onDefect: (error: unknown) => void;
}

/** What to send about one run, and where. */
export interface TelemetryRequest {
  readonly settings: EventSettings | undefined;
  readonly steps: readonly RunStep[];
}

export class WorkerTelemetry implements AsyncDisposable {
  /** By settings, because several bundles may have the same. */
  readonly #open = new Map<string, Promise<StoreTelemetry | undefined>>();
  /** The settings of the projects whose runs this worker has handled, by bundle. */
  readonly #settings = new Map<string, EventSettings | undefined>();

  constructor(readonly deps: WorkerTelemetryDeps) {}

  /** Which telemetry of a project's runs this worker sends. */
  async targetsFor(settings: EventSettings | undefined): Promise<TelemetryTargets | undefined> {
    return (await this.#of(settings))?.targets;
  }

  /** Sends telemetry of a stored and scored run. Never throws, and does not wait for delivery. */
  async send(runId: string, { settings, steps }: TelemetryRequest): Promise<void> {
    try {
      const telemetry = await this.#of(settings);
      if (telemetry === undefined) return;
      const run = await findRun(this.deps.database, runId);
      const score = await findScoreRow(this.deps.database, runId);
      if (run === undefined || score === undefined) return;
      this.#settings.set(toBundleKey(run), settings);
      telemetry.send({ run, score });
      telemetry.trace({ run, score }, steps);
    } catch (error) {
      this.deps.onDefect(error); // The run is scored; telemetry that was not sent is sent later.
    }
  }

  /** Sends the competition of a report, if it has one and is finished. Never throws, and does not wait for delivery. */
  async sendCompetition(
    report: Report,
    { settings, workspace }: Pick<TelemetryRequest, "settings"> & { readonly workspace: string },
  ): Promise<void> {
    (await this.#of(settings))?.sendCompetition(report, workspace);
  }

  /** Resends undelivered telemetry of the last day, for projects whose runs this worker has handled. */
  async resend(): Promise<void> {
    const opened = await Promise.all(this.#open.values());
    if (!opened.some((telemetry) => telemetry?.targets.posthog)) return;
    const unsent = await listUnsentScores(this.deps.database, {
      limit: maxResendBatch,
      afterSeconds: resendAfterSeconds,
    });
    for (const score of unsent) {
      const run = await findRun(this.deps.database, score.run_id);
      if (run !== undefined && this.#settings.has(toBundleKey(run)))
        (await this.#of(this.#settings.get(toBundleKey(run))))?.send({ run, score });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const opened = await Promise.all(this.#open.values());
    await Promise.all(opened.map(async (telemetry) => await telemetry?.[Symbol.asyncDispose]()));
  }

  #of(settings: EventSettings | undefined): Promise<StoreTelemetry | undefined> {
    const { database, env, now, onDefect } = this.deps;
    // A missing package is reported once, and is no reason to lose a run.
    const nothing = (error: unknown) => {
      onDefect(error);
      return undefined;
    };
    if (!isTelemetryConfigured(settings, env)) return Promise.resolve(undefined);
    const key = JSON.stringify(settings ?? null);
    const known = this.#open.get(key) ?? openStoreTelemetry(database, { settings, env, now, onDefect }).catch(nothing);
    this.#open.set(key, known);
    return known;
  }
}

function toBundleKey({ bundle_sha256 }: RunRow): string {
  return bundle_sha256 === null ? "" : Buffer.from(bundle_sha256).toString("hex");
}
