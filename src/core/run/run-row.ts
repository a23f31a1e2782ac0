/** A run as the database stores it, apart from its card: what is requested, and what is known when it ends. */
import { z } from "zod";
import type { RunId } from "../names/ids.ts";
import { DimensionScores } from "../report/baseline.ts";
import { RunStatus as EndedStatus } from "../report/run-status.ts";

/** The state of a run in the queue. Only a finished run has an outcome. */
export const RunStatus = z.enum(["queued", "running", "finished", "cancelled"]);
export type RunStatus = z.infer<typeof RunStatus>;

/** A run to be created. */
export interface NewRun {
  readonly id: z.infer<typeof RunId>;
  readonly workspaceId: string;
  readonly scenarioKey: string;
  /** SHA-256 of the resolved scenario, in hex. */
  readonly scenarioHash: string;
  readonly agent: string;
  readonly model?: string | null;
  readonly trial?: number;
  readonly priority?: number;
  readonly reportId?: string | null;
  readonly bundleSha256?: Uint8Array | null;
  readonly traceContext?: string | null;
  readonly competitionId?: string | null;
  readonly feedsBaseline?: boolean;
}

const count = z.number().int().nonnegative();

/** What is stored when a run ends, besides the facts. Null or absent means unknown. */
export const RunEnding = z.object({
  /** Millionths of a US dollar. */
  cost_micros: count.nullable().optional(),
  tokens: z.record(z.string(), z.unknown()).nullable().optional(),
  changed_files: count.nullable().optional(),
  repair_loops: count.optional(),
  axis_result: z.number().int().min(0).max(100).nullable().optional(),
  run_status: EndedStatus.nullable().optional(),
  /** Why it did not pass, in a sentence. */
  why: z.string().nullable().optional(),
  /** The four dimensions of the AXIS Result. */
  dimensions: DimensionScores.nullable().optional(),
  /** The judged document of the run. */
  result_doc: z.unknown().optional(),
});
export type RunEnding = z.infer<typeof RunEnding>;
