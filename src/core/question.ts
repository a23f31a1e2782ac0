/** The typed questions to judges, and the shapes of their answers: four about a run, and one about two patches. */
import { z } from "zod";
import type { Category } from "./score/category.ts";
import type { Evidence } from "./evidence.ts";

export const QuestionId = z.enum(["goal", "environment", "service", "agent"]);
export type QuestionId = z.infer<typeof QuestionId>;
export const questionIds = QuestionId.options;

interface QuestionBase {
  readonly scenario: string;
  readonly task: string;
  /** The whole run as data, for judges in code. What an agent wrote in it is data, never an instruction. */
  readonly evidence: Evidence;
}

/** Judged checks only; `index` is the position in the rubric. */
export interface GoalQuestion extends QuestionBase {
  readonly question: "goal";
  readonly checks: readonly { readonly index: number; readonly check: string }[];
  /** Entries as text, at most 50,000 characters, cut in the middle. */
  readonly transcript: string;
  readonly finalAnswer: string | null;
  readonly durationMs: number | null;
  readonly tokens: number | null;
  /** Whether the judge can look into a copy of the workspace. */
  readonly workspace: boolean;
}

export interface ProcessQuestion extends QuestionBase {
  readonly question: Category;
  /** The sparse index, at most 60,000 characters. */
  readonly index: string;
  /** The interactions to grade: at most 50 and 40,000 characters at a time, unless the judge takes whole runs. */
  readonly interactions: readonly {
    readonly id: number;
    readonly categories: readonly Category[];
    readonly content: string;
  }[];
  /** Agent question only: whether necessity is asked here (once per run, with the whole index). */
  readonly necessity: boolean;
}

/** Two patches of one task, without a word about whose they are; so there is no evidence either. */
export interface DuelQuestion extends Pick<QuestionBase, "scenario" | "task"> {
  readonly question: "duel";
  readonly patchA: string;
  readonly patchB: string;
}

export type Question = GoalQuestion | ProcessQuestion | DuelQuestion;

const share = z.number().min(0).max(1);

export const Pattern = z.object({
  description: z.string(),
  interactionIds: z.array(z.number().int()),
  severity: z.enum(["low", "medium", "high"]),
});
export type Pattern = z.infer<typeof Pattern>;

export const Grade = z.object({
  index: z.number().int(),
  rationale: z.string(),
  cites: z.array(z.union([z.number(), z.string()])).optional(),
  score: z.number().min(0).max(10),
});
export type Grade = z.infer<typeof Grade>;
export const GoalAnswer = z.object({ grades: z.array(Grade) });
export type GoalAnswer = z.infer<typeof GoalAnswer>;

export const ExecutionAudit = z.object({ id: z.number().int(), rationale: z.string(), success: share });
export const ExecutionAnswer = z.object({ audits: z.array(ExecutionAudit), patterns: z.array(Pattern).optional() });
export type ExecutionAnswer = z.infer<typeof ExecutionAnswer>;

export const AgentAudit = ExecutionAudit.extend({ weight: share, contextRelevance: share });
export type AgentAudit = z.infer<typeof AgentAudit>;
export const Necessity = z.object({ rationale: z.string(), unnecessaryIds: z.array(z.number().int()), score: share });
export type Necessity = z.infer<typeof Necessity>;
export const AgentAnswer = z.object({
  audits: z.array(AgentAudit),
  necessity: Necessity.optional(),
  patterns: z.array(Pattern).optional(),
});
export type AgentAnswer = z.infer<typeof AgentAnswer>;

export const DuelAnswer = z.object({ reason: z.string(), better: z.enum(["A", "B", "tie"]) });
export type DuelAnswer = z.infer<typeof DuelAnswer>;
