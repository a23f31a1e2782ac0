/** The gate of a report: what its results must reach, as written in a config and as stored with the report. */
import { z } from "zod";
import { FailureClass } from "../outcome.ts";

/** The share of a result's counted trials that must pass: more than half, every one, or a number; 0 requires none. */
export const MinPassRate = z.union([z.enum(["most", "all"]), z.number().min(0).max(1)]);
export type MinPassRate = z.infer<typeof MinPassRate>;

/** A result passes when most of its counted trials passed; with one trial, when that trial passed. */
export const defaultMinPassRate: MinPassRate = "most";

export const GateSettings = z.strictObject({
  min_pass_rate: MinPassRate.optional().describe(
    'Share of a result\'s counted trials that must pass: "most" (more than half, the default), "all", or 0 to 1; 0 requires none.',
  ),
  fail_under: z.number().min(0).max(100).optional().describe("Lowest mean AXIS Result that a result may have."),
});
export type GateSettings = z.infer<typeof GateSettings>;

/** The gate as stored in a report. */
export const ReportGate = z.object({
  minPassRate: MinPassRate,
  /** The lowest mean AXIS Result that a result may have; null if any is enough. */
  failUnder: z.number().nullable(),
  /** The pass rate was requested by a flag, so a failure that is also in the baseline counts, too. */
  countsOldFailures: z.literal(true).optional(),
  /** Results that may fail in each way; default none. */
  allowedFailures: z.partialRecord(FailureClass, z.number().int()).optional(),
});
export type ReportGate = z.infer<typeof ReportGate>;

export const defaultGate: ReportGate = { minPassRate: defaultMinPassRate, failUnder: null };

/** Whether enough of the counted trials passed. */
export function meetsPassRate(passed: number, counted: number, rate: MinPassRate): boolean {
  if (rate === "most") return passed * 2 > counted;
  if (rate === "all") return passed === counted;
  // A share such as 0.1 is not exact in binary, so a whole number of trials may miss it by a rounding error.
  return passed >= rate * counted - 1e-9;
}

export const ReportVerdict = z.object({
  verdict: z.enum(["PASS", "FAIL", "INCOMPLETE", "MEASURED"]),
  /** Whether the exit code is 0. */
  ok: z.boolean(),
  /** The facts behind the verdict, as one sentence without a full stop. */
  sentence: z.string(),
  /** Why the report does not pass, most important first; empty if ok. */
  reasons: z.array(z.string()).readonly(),
});
export type ReportVerdict = Readonly<z.infer<typeof ReportVerdict>>;
