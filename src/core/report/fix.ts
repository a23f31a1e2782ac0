/** One cause of lost points, added up over all runs of a report: what to fix, and what that is worth. */
import { z } from "zod";
import { RunStatus } from "./run-status.ts";

/** What happened: three kinds of calls, one of answers, and the two ways to miss the task. */
export const FixKind = z.enum(["call-failed", "call-slow", "not-needed", "too-large", "check", "ending"]);
export type FixKind = z.infer<typeof FixKind>;

/** Where the fix belongs: in what agents use, in what they deliver, or in how they work. */
export const FixArea = z.enum(["use", "deliver", "work"]);
export type FixArea = z.infer<typeof FixArea>;

export const fixAreas: Readonly<Record<FixKind, FixArea>> = {
  "call-failed": "use",
  "call-slow": "use",
  check: "deliver",
  ending: "deliver",
  "not-needed": "work",
  "too-large": "work",
};

/** What the AXIS Result of a run, or the headline of a report, would gain. */
export const FixPoints = z.object({
  /** If only these calls, checks or endings were repaired. */
  least: z.number().min(0),
  /** If the failed runs that never got past it had met their goal, too. Equal to `least` where that is not possible. */
  most: z.number().min(0),
});
export type FixPoints = z.infer<typeof FixPoints>;

/** A run that met the cause. */
export const FixRun = z.object({
  scenarioKey: z.string(),
  agentName: z.string(),
  trial: z.number().int(),
  runId: z.string(),
  status: RunStatus,
  /** The first steps at which it was met, as interaction ids; empty for a check or an ending. */
  steps: z.array(z.number().int()),
  /** What this run's own AXIS Result would gain. */
  ...FixPoints.shape,
});
export type FixRun = z.infer<typeof FixRun>;

export const Fix = z.object({
  /** Short and stable: the same cause has the same id in every report. */
  id: z.string(),
  kind: FixKind,
  area: FixArea,
  /** What to change: `docs.acme.dev/api`, `acme.search_docs`, `acme deploy`, a tool, or the text of a check. */
  target: z.string(),
  targetType: z.enum(["url", "mcp", "command", "tool", "check", "ending"]),
  /** The host, program, MCP server or tool of the target, to group by; null for checks and endings. */
  owner: z.string().nullable(),
  /** What was seen, such as `404 Not Found` or `exit code 2: unknown option '--preview'`. */
  symptom: z.string(),
  /** Target and symptom as a sentence without a full stop. */
  title: z.string(),
  /** The rise of the report's AXIS Result. */
  points: FixPoints,
  /** How often it happened, over all runs. */
  occurrences: z.number().int(),
  scenarios: z.number().int(),
  /** Runs in which a later call to the same target worked. */
  workedLater: z.number().int(),
  /** Every run that met it, in the order of the report. */
  runs: z.array(FixRun),
  /** Whether runs that met it failed more often than others; null if every run met it, and for checks and endings. */
  failures: z
    .object({
      with: z.object({ failed: z.number().int(), runs: z.number().int() }),
      without: z.object({ failed: z.number().int(), runs: z.number().int() }),
      /** Fisher's exact test, two-sided. */
      p: z.number(),
    })
    .nullable(),
  /** The first time it was seen: the call and what came back, shortened. */
  evidence: z.object({ runId: z.string(), step: z.number().int().nullable(), call: z.string(), output: z.string() }),
  /** Where agents had the address from, counted in runs; null for anything but addresses that failed. */
  origin: z.object({ prompt: z.number().int(), output: z.number().int(), guessed: z.number().int() }).nullable(),
  /** What helps, in a sentence. */
  advice: z.string(),
  /** What a model that judged these runs said about it. */
  insights: z.array(z.object({ judge: z.string(), message: z.string(), runId: z.string() })),
});
export type Fix = z.infer<typeof Fix>;

/** All causes of one host, program, server or tool together, repaired as a whole. */
export const FixOwner = z.object({
  owner: z.string(),
  points: FixPoints,
  runs: z.number().int(),
  failed: z.number().int(),
  /** Ids of its fixes, the most expensive first. */
  fixes: z.array(z.string()),
});
export type FixOwner = z.infer<typeof FixOwner>;

/** What the list of fixes does not say by itself. */
export const FixSummary = z.object({
  owners: z.array(FixOwner),
  /** Counted runs that were looked at. */
  runs: z.number().int(),
  /** Runs with test, lint or compile commands that failed first and worked later: work in progress, not listed. */
  inProgressRuns: z.number().int(),
  /** Causes that are too rare and too cheap to list: which agent met each of them, by id. A comparison needs them. */
  unlisted: z.record(z.string(), z.string()),
});
export type FixSummary = z.infer<typeof FixSummary>;
