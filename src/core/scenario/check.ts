/** One statement of a rubric: judged, or verified by a program. */
import { z } from "zod";
import type { Json } from "../json.ts";
import { TamperedFile } from "../run/tampered-file.ts";

const json: z.ZodType<Json> = z.json();

/** A command whose exit code, or `score: N` line, decides the check. */
export const CommandVerify = z.strictObject({
  command: z.string().min(1),
  timeout_minutes: z.number().positive().optional().describe("Default 3."),
  files: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe("Files next to the scenario, copied over the copy of the workspace at the same relative path."),
  expect_output: z
    .string()
    .min(1)
    .optional()
    .describe("A line that stdout must contain; {nonce} is a random word passed to the command on stdin."),
});
export type CommandVerify = z.infer<typeof CommandVerify>;

/** Facts about a file or about the final answer; all of them must hold. */
export const AssertionVerify = z.strictObject({
  file: z.string().min(1).optional().describe("Path or glob in the workspace; if omitted, the final answer."),
  exists: z.boolean().optional().describe("false: no file may match."),
  contains: z.union([z.string(), z.array(z.string())]).optional(),
  matches: z.string().min(1).optional().describe("JavaScript regular expression, flags mu; or /.../flags."),
  json: z
    .record(z.string(), json)
    .optional()
    .describe("Path to expected value, or to one of $exists $matches $contains $gte $lte."),
});
export type AssertionVerify = z.infer<typeof AssertionVerify>;

export const Verify = z.union([z.string().min(1), CommandVerify, AssertionVerify]);
export type Verify = z.infer<typeof Verify>;

export const CheckInput = z.strictObject({
  check: z.string().min(1).describe("A statement a third party could confirm."),
  weight: z
    .number()
    .nonnegative()
    .optional()
    .describe(
      "Share of the goal. If every check has one, they count in proportion to their sum; else the rest share what is left of 1.",
    ),
  verify: Verify.optional().describe("Lets AXIS itself decide the check, without a judge."),
});
export type CheckInput = z.infer<typeof CheckInput>;

/** A check with its share of the rubric. */
export const Check = z.object({ check: z.string(), weight: z.number(), verify: Verify.optional() });
export type Check = z.infer<typeof Check>;

/** The result of one verified check. `broken`: it could not run, so it says nothing about the agent. */
export const VerifiedCheck = z.object({
  /** Position in the rubric, from 0. */
  index: z.number().int().nonnegative(),
  status: z.enum(["decided", "broken"]),
  /** 0 to 10 with at most two decimals; null when broken. */
  score: z.number().nullable(),
  rationale: z.string(),
  /** Files of the check that changed while it ran, which fails it; absent if there are none. */
  tampered: z.array(TamperedFile).optional(),
});
export type VerifiedCheck = z.infer<typeof VerifiedCheck>;
