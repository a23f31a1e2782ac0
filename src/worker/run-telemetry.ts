/** Tells of the runs a worker carried out, to whom the project of each wants it told. */
import type { EventSettings } from "../core/config/event-settings.ts";
import type { RunStep } from "../core/run/run-step.ts";
import { findRun, type RunRow } from "../store/sql/runs/runs.ts";
import type { TellsOf } from "../store/sql/runs/run-ending.ts";
import { findScoreRow, unsentScores } from "../store/sql/runs/scores.ts";
import type { Database } from "../store/sql/schema/database.ts";
import { isWanted } from "../telemetry/open.ts";
import { openStoreTelemetry, type StoreTelemetry } from "../telemetry/store-telemetry.ts";

/** By then whoever scored a run has tried for long enough. */
const againSeconds = 60;
const mostAtOnce = 200;

export interface RunTelemetryWorld {
  readonly database: Database;
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => Date;
  readonly onDefect: (error: unknown) => void;
}

/** What is to be told of one run, and to whom. */
export interface Telling {
  readonly settings: EventSettings | undefined;
  readonly steps: readonly RunStep[];
}

export class RunTelemetry implements AsyncDisposable {
  /** By what the project says: several bundles may say the same. */
  readonly #open = new Map<string, Promise<StoreTelemetry | undefined>>();
  /** What the projects say whose runs came by here. */
  readonly #settings = new Map<string, EventSettings | undefined>();

  constructor(readonly world: RunTelemetryWorld) {}

  /** Which telemetry of a project's runs is sent from here. */
  async tells(settings: EventSettings | undefined): Promise<TellsOf | undefined> {
    return (await this.#of(settings))?.tells;
  }

  /** Tells of a run that is stored and scored. It neither throws nor waits for those who are told. */
  async tell(runId: string, { settings, steps }: Telling): Promise<void> {
    try {
      const telemetry = await this.#of(settings);
      if (telemetry === undefined) return;
      const run = await findRun(this.world.database, runId);
      const score = await findScoreRow(this.world.database, runId);
      if (run === undefined || score === undefined) return;
      this.#settings.set(keyOf(run), settings);
      telemetry.tell({ run, score });
      telemetry.trace({ run, score }, steps);
    } catch (error) {
      this.world.onDefect(error); // The run is scored; what was not told is told again.
    }
  }

  /** Sends again what did not arrive within the last day, of projects whose runs came by here. */
  async tellAgain(): Promise<void> {
    const opened = await Promise.all(this.#open.values());
    if (!opened.some((telemetry) => telemetry?.tells.posthog)) return;
    const unsent = await unsentScores(this.world.database, { limit: mostAtOnce, afterSeconds: againSeconds });
    for (const score of unsent) {
      const run = await findRun(this.world.database, score.run_id);
      if (run !== undefined && this.#settings.has(keyOf(run)))
        (await this.#of(this.#settings.get(keyOf(run))))?.tell({ run, score });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const opened = await Promise.all(this.#open.values());
    await Promise.all(opened.map(async (telemetry) => await telemetry?.[Symbol.asyncDispose]()));
  }

  #of(settings: EventSettings | undefined): Promise<StoreTelemetry | undefined> {
    const { database, env, now, onDefect } = this.world;
    // A package that is not installed here is said once, and is no reason to lose a run.
    const nothing = (error: unknown) => {
      onDefect(error);
      return undefined;
    };
    if (!isWanted(settings, env)) return Promise.resolve(undefined);
    const key = JSON.stringify(settings ?? null);
    const known = this.#open.get(key) ?? openStoreTelemetry(database, { settings, env, now, onDefect }).catch(nothing);
    this.#open.set(key, known);
    return known;
  }
}

function keyOf({ bundle_sha256 }: Pick<RunRow, "bundle_sha256">): string {
  return bundle_sha256 === null ? "" : Buffer.from(bundle_sha256).toString("hex");
}
