/** A step of a run as executed: what was done, from when to when, and whether it succeeded. */
import { z } from "zod";

export const RunStep = z.object({
  kind: z.enum(["setup", "agent.turn", "gate", "scorecard", "judge", "upload"]),
  /** Milliseconds since 1970. */
  startMs: z.number(),
  endMs: z.number(),
  ok: z.boolean(),
  /** The agent's turn, from 0: its own, or the one a gate followed. */
  turn: z.number().int().nonnegative().optional(),
  gate: z
    .object({ name: z.string(), execution: z.number().int().positive(), exitCode: z.number().int().nullable() })
    .optional(),
});
export type RunStep = z.infer<typeof RunStep>;

/** Where to report a step, and which clock to use. */
export interface StepDeps<T> {
  readonly now: () => Date;
  readonly onStep: (step: RunStep) => void;
  /** Whether the outcome is good; without this function, every outcome that was not thrown is good. */
  readonly isOk?: (made: T) => boolean;
}

/** Does the work and reports it as a step, even if it throws. */
export async function timeStep<T>(kind: RunStep["kind"], work: () => Promise<T>, deps: StepDeps<T>): Promise<T> {
  const startMs = deps.now().getTime();
  let ok = false;
  try {
    const made = await work();
    ok = deps.isOk?.(made) ?? true;
    return made;
  } finally {
    deps.onStep({ kind, startMs, endMs: deps.now().getTime(), ok });
  }
}
