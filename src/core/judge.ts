/** Answers the typed questions of scoring: the built-in `rules`, a model, an agent, a panel, or a judge of one's own. */
import { z } from "zod";
import type { Env } from "./agent.ts";
import type { ModelSpending } from "./model.ts";
import type { Question } from "./question.ts";
import { TokenUsage } from "./model/token-usage.ts";

/** What an answer cost, however it ended. Judges in code may say only `usage`. */
interface Cost {
  readonly usage?: TokenUsage;
  readonly spending?: ModelSpending;
}

/** What a judge says. `value` is hostile until it has been parsed with the question's own schema. */
export type Answer =
  | ({ readonly status: "answered"; readonly value: unknown } & Cost)
  /** It will not answer, and asking again would not help. */
  | ({ readonly status: "declined"; readonly why: string } & Cost)
  /** It could not answer this time; `unreadable` says that it was reached and said something else. */
  | ({
      readonly status: "failed";
      readonly why: string;
      readonly raw?: string;
      readonly unreadable?: boolean;
    } & Cost);

/** What an agent left behind, as it was when its last process had ended. */
export interface LeftWork {
  /**
   * Copies it into a folder it makes, for reading only; files that instruct agents are there under other names.
   * False where what was kept is no longer what the agent had left: then there is nothing to look at.
   */
  copyForJudge(into: string): Promise<boolean>;
}

/** How a question is asked. */
export interface AskContext {
  readonly abort: AbortSignal;
  readonly attempt: number;
  /** What was wrong with the answer before. */
  readonly problem?: string;
  /** For this attempt; scoring always says it. */
  readonly timeoutMs?: number;
  /** The run in question, as a mark for whatever is started. */
  readonly runId?: string;
  /** Asked several times on purpose: which time this is, from 1. Stored answers to another time are not taken. */
  readonly draw?: number;
  /** Only for a judge that looks, and only where the question says `workspace`. */
  readonly left?: LeftWork;
}

export const JudgeKind = z.enum(["agent", "model", "rules", "custom", "panel"]);
export type JudgeKind = z.infer<typeof JudgeKind>;

export interface Judge {
  readonly id: string;
  readonly kind?: JudgeKind;
  /** What the report says of it besides its id. */
  readonly about?: { readonly agent?: string; readonly provider?: string; readonly model?: string };
  /** Takes all interactions of a run at once instead of batches of 50. */
  readonly wholeRun?: boolean;
  /** Can look into a copy of the workspace. */
  readonly looks?: boolean;
  /** Ends by itself at its time limit and at the abort: waiting for its turn does not count as an attempt. */
  readonly keepsTime?: boolean;
  /** False: it spends, and what it costs is not known before it is asked. Default true. */
  readonly costKnown?: boolean;
  /** Names of variables whose values it uses; those values are never written down. */
  readonly keys?: readonly string[];
  /** A panel: each of them is asked everything, and `ask` itself is not used. */
  readonly members?: readonly Judge[];
  /** The members are this judge itself, asked so many times: numbers are means, and yes or no is by majority. */
  readonly draws?: number;
  /** What this machine lacks for it, in sentences; empty means ready. Called before anything runs. */
  missing?(env: Env): Promise<string[]>;
  /** On a further attempt `question` holds only what is missing, and `problem` says what was wrong before. */
  ask(question: Question, context: AskContext): Promise<Answer>;
}

/** Where the members of a panel were furthest apart. */
export const Disagreement = z.object({
  /** Such as `check 2` or `interaction 7, success`. */
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
  /** Null: not known. Absent: it spends nothing. */
  costUsd: z.number().nonnegative().nullable().optional(),
  /** Every answer was a stored one. */
  cached: z.boolean().optional(),
};

/** Who answered one question, as the report says it. */
export const JudgeUsed = z.object({
  ...used,
  /** Of a panel, each with what it failed at, if it did. */
  members: z.array(z.object({ ...used, failure: z.string().optional() })).optional(),
  disagreement: Disagreement.optional(),
  /** Asked several times: the goal score by each answer alone, in points. */
  goals: z.array(z.number()).optional(),
});
export type JudgeUsed = z.infer<typeof JudgeUsed>;
export type MemberUsed = NonNullable<JudgeUsed["members"]>[number];
