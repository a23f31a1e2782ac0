/** Names of variables that hold a model's key: a check never sees one, whatever the config says. */
import type { AgentAdapter } from "../../core/agent.ts";
import { listAgentKeys } from "../../core/agent/agent-keys.ts";
import type { Judge } from "../../core/judge.ts";
import type { QuestionId } from "../../core/question.ts";

/** Well-known keys, independent of the plan: those of the built-in agents and of the model providers. */
const knownKeys = [
  "ANTHROPIC_API_KEY",
  "OPENAI_API_KEY",
  "CODEX_API_KEY",
  "GEMINI_API_KEY",
  "GOOGLE_API_KEY",
  "OPENROUTER_API_KEY",
  "AUGMENT_SESSION_AUTH",
  "BLACKBOX_API_KEY",
  "COPILOT_GITHUB_TOKEN",
  "COPILOT_PROVIDER_API_KEY",
  "CURSOR_API_KEY",
  "DASHSCOPE_API_KEY",
  "DEEPSEEK_API_KEY",
  "FACTORY_API_KEY",
  "KILO_API_KEY",
  "KIMI_MODEL_API_KEY",
  "KIRO_API_KEY",
  "MISTRAL_API_KEY",
  "MOONSHOT_API_KEY",
  "POOLSIDE_API_KEY",
  "QODER_PERSONAL_ACCESS_TOKEN",
  "STAKPAK_API_KEY",
  "XAI_API_KEY",
  "ZAI_API_KEY",
];

/** Also includes the keys of the job's agent and judges. */
export function modelKeys({
  agent: { adapter },
  judges,
}: {
  readonly agent: { readonly adapter: AgentAdapter };
  readonly judges: Readonly<Partial<Record<QuestionId, Judge>>>;
}): readonly string[] {
  const ofJudges = Object.values(judges).flatMap(judgeKeys);
  return [...knownKeys, ...listAgentKeys(adapter), ...ofJudges];
}

/** Names of the variables a judge uses, including those of its members. */
export function judgeKeys({ keys = [], members = [] }: Judge): string[] {
  return [...keys, ...members.flatMap(judgeKeys)];
}
