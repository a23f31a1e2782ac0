/** By what rules stored runs are scored: weights, judges, and how often a judge is asked. */
import type { ConfigDocument } from "../../config/documents.ts";
import { planJudges } from "../../config/planning/judges.ts";
import type { Judge } from "../../core/judge.ts";
import { type QuestionId, questionIds } from "../../core/question.ts";
import { defaultWeights } from "../../core/weights.ts";
import type { JudgingWorld } from "../../judge-run.ts";

/** What of a config decides it; nothing of it where there is no project. */
type Deciding = Pick<ConfigDocument, "settings" | "judging">;

export async function scoringSettings(
  { settings, judging }: Deciding,
  flags: { readonly judge?: string; readonly folder: string },
  configDir: string,
): Promise<Omit<JudgingWorld, "abort">> {
  const planned = await planJudges(judging, flags, configDir);
  const judges = questionIds.map((question): [QuestionId, Judge] => [question, planned[question].judge]);
  return {
    judges: Object.fromEntries(judges) as Record<QuestionId, Judge>,
    weights: { ...defaultWeights, ...settings?.scoring_weights },
    judging: { retries: judging?.retries ?? 2, timeoutMs: (judging?.timeout_minutes ?? 10) * 60_000 },
  };
}
