/** Answers the typed questions of scoring: the built-in `rules`, a model, an agent, a panel, or a custom judge. */
import { z } from "zod";
import type { Env } from "./agent.ts";
import type { ModelSpending } from "./model.ts";
import type { Question } from "./question.ts";
import { TokenUsage } from "./model/token-usage.ts";

/** What an answer cost, whatever its status. Judges in code may report only `usage`. */
interface AnswerCost {
  readonly usage?: TokenUsage;
  readonly spending?: ModelSpending;
}

/** The reply of a judge. `value` is untrusted until it has been parsed with the question's schema. */
export type Answer =
  | ({ readonly status: "answered"; readonly value: unknown } & AnswerCost)
  /** It will not answer, and asking again would not help. */
  | ({ readonly status: "declined"; readonly why: string } & AnswerCost)
  /** It could not answer this time; `unreadable` means that it replied, but not with an answer. */
  | ({
      readonly status: "failed";
      readonly why: string;
      readonly raw?: string;
      readonly unreadable?: boolean;
    } & AnswerCost);

/** What an agent left behind, in the state when its last process ended. */
export interface WorkspaceSnapshot {
  /**
   * Copies it into a new folder, for reading only; files that instruct agents get other names.
   * False if the kept files are no longer what the agent left: then there is nothing to look at.
   */
  copyForJudge(into: string): Promise<boolean>;
}

/** How a question is asked. */
export interface AskContext {
  readonly abort: AbortSignal;
  readonly attempt: number;
  /** What was wrong with the previous answer. */
  readonly problem?: string;
  /** Time limit of this attempt; scoring always sets it. */
  readonly timeoutMs?: number;
  /** The run in question, to label whatever is started. */
  readonly runId?: string;
  /** Which sample this is, from 1, if the question is repeated on purpose. Stored answers of other samples are not used. */
  readonly draw?: number;
  /** Only for a judge that looks, and only if the question has `workspace`. */
  readonly left?: WorkspaceSnapshot;
}

const JudgeKind = z.enum(["agent", "model", "rules", "custom", "panel"]);
type JudgeKind = z.infer<typeof JudgeKind>;

/** What a judge defined in code may set. */
export interface CustomJudge {
  readonly id: string;
  /** Takes all interactions of a run at once instead of batches of 50. */
  readonly wholeRun?: boolean;
  /** Names of variables whose values it uses; those values are never recorded. */
  readonly keys?: readonly string[];
  /** What is missing on this machine, as sentences; empty means ready. Called before anything runs. */
  missing?(env: Env): Promise<string[]>;
  /** On a retry, `question` holds only what is missing, and `problem` says what was wrong before. */
  ask(question: Question, context: AskContext): Promise<Answer>;
}

export interface Judge extends CustomJudge {
  readonly kind?: JudgeKind;
  /** What the report shows about it besides its id. */
  readonly about?: { readonly agent?: string; readonly provider?: string; readonly model?: string };
  /** Can look into a copy of the workspace. */
  readonly looks?: boolean;
  /** Ends by itself at its time limit and on abort; waiting for its turn does not count as an attempt. */
  readonly keepsTime?: boolean;
  /** False: it costs money, and the cost is unknown before it is asked. Default true. */
  readonly costKnown?: boolean;
  /** A panel: every member answers every question, and `ask` itself is not used. */
  readonly members?: readonly Judge[];
  /** The members are this judge, asked that many times: numbers are averaged, and yes or no is decided by majority. */
  readonly draws?: number;
}

/** Where the members of a panel were furthest apart. */
export const Disagreement = z.object({
  /** Such as `check 2` or `step 7, success`. */
  on: z.string(),
  low: z.number(),
  high: z.number(),
});
export type Disagreement = z.infer<typeof Disagreement>;

const used = {
  kind: JudgeKind,
  name: z.string(),
  agent: z.string().optional(),
  provider: z.string().optional(),
  model: z.string().optional(),
  attempts: z.number().int(),
  tokenUsage: TokenUsage.optional(),
  /** Null: unknown. Absent: it spends nothing. */
  costUsd: z.number().nonnegative().nullable().optional(),
  /** Every answer was a stored one. */
  cached: z.boolean().optional(),
};

/** Who answered one question, as shown in the report. */
export const JudgeUsed = z.object({
  ...used,
  /** The members of a panel, each with its failure, if any. */
  members: z.array(z.object({ ...used, failure: z.string().optional() })).optional(),
  disagreement: Disagreement.optional(),
  /** With several samples: the goal score of each answer alone, in points. */
  goals: z.array(z.number()).optional(),
});
export type JudgeUsed = z.infer<typeof JudgeUsed>;
export type MemberUsed = NonNullable<JudgeUsed["members"]>[number];
