/** Names of variables that hold a model's key: a check never sees one, whatever the config says. */
import type { AgentAdapter } from "../../core/agent.ts";
import type { Judge } from "../../core/judge.ts";
import type { QuestionId } from "../../core/question.ts";

const providerKeys = [
  "ANTHROPIC_API_KEY",
  "OPENAI_API_KEY",
  "CODEX_API_KEY",
  "GEMINI_API_KEY",
  "GOOGLE_API_KEY",
  "OPENROUTER_API_KEY",
];

/** Those of the agent and of the judges of a job, too. */
export function modelKeys({
  agent: { adapter },
  judges,
}: {
  readonly agent: { readonly adapter: AgentAdapter };
  readonly judges: Readonly<Partial<Record<QuestionId, Judge>>>;
}): readonly string[] {
  const ofJudges = Object.values(judges).flatMap(judgeKeys);
  return [...providerKeys, ...(adapter.keys?.required ?? []), ...(adapter.keys?.optional ?? []), ...ofJudges];
}

/** The names of variables a judge uses, those of its members included. */
export function judgeKeys({ keys = [], members = [] }: Judge): string[] {
  return [...keys, ...members.flatMap(judgeKeys)];
}
