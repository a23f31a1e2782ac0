/** Families of models: a judge prefers the work of its own, so another one is asked, and their names are hidden from it. */
import type { Judge } from "../../core/judge.ts";

/** How models of a family are called. */
const modelNames: Readonly<Record<string, string>> = {
  anthropic: "anthropic|claude[\\w-]*(?:\\.\\d+)*|(?<![a-z])(?:opus|sonnet|haiku)(?![a-z])(?:[-_ ]?\\d+(?:[.-]\\d+)*)?",
  openai: "openai|chatgpt[\\w-]*|gpt[-_ ]?\\d[\\w-]*(?:\\.\\d+[\\w-]*)*|codex[\\w-]*|(?<![a-z0-9])o[134](?:-mini|-pro)",
  google: "gemini[\\w-]*(?:\\.\\d+[\\w-]*)*|gemma[\\w-]*",
  meta: "llama[\\w-]*(?:\\.\\d+[\\w-]*)*",
  mistral: "mistral[\\w-]*|mixtral[\\w-]*|codestral[\\w-]*|devstral[\\w-]*",
  deepseek: "deepseek[\\w-]*",
  qwen: "qwen[\\w-]*(?:\\.\\d+[\\w-]*)*",
  moonshot: "moonshot|kimi-[\\w-]+",
  xai: "(?<![a-z])grok-[\\w-]+",
};

/** Finds every name of a model or its maker. */
export const anyModelName = Object.values(modelNames).join("|");

/** What is known of a judge or an entrant. */
export interface ModelOrigin {
  readonly agent?: string | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
}

/** Whether the name of a program or a provider says nothing about what is behind it. */
export function isAnyProgram(name: string): boolean {
  return ["command", "replay", "compatible"].includes(name);
}

/** The family behind an agent or a model; null if nothing says. */
export function guessFamily({ model, provider, agent }: ModelOrigin): string | null {
  const said = [model, provider, agent].filter((name) => name !== undefined);
  for (const name of said)
    for (const [family, names] of Object.entries(modelNames))
      if (name.toLowerCase() === family || new RegExp(`^(?:.*/)?(?:${names})`, "i").test(name)) return family;
  return [provider, agent].find((name) => name !== undefined && !isAnyProgram(name)) ?? null;
}

/** An agent whose work is judged. */
export interface JudgedAgent extends ModelOrigin {
  readonly name: string;
}

export interface ChosenJudge {
  readonly judge: Judge;
  readonly notes: readonly string[];
}

/** The first judge with as few relatives as possible among those it judges; undefined without any. */
export function chooseJudge(judges: readonly Judge[], agents: readonly JudgedAgent[]): ChosenJudge | undefined {
  const [first] = judges
    .map((judge) => ({ judge, relatives: findRelatives(judge, agents) }))
    .toSorted((one, other) => one.relatives.length - other.relatives.length);
  if (first === undefined) return undefined;
  const { judge, relatives } = first;
  if (relatives.length === 0) return { judge, notes: [] };
  const names = relatives.join(", ");
  return {
    judge,
    notes: [`The judge ${judge.id} is of the same family as ${names}; no other one is configured that is not.`],
  };
}

function findRelatives(judge: Judge, agents: readonly JudgedAgent[]): string[] {
  const own = new Set((judge.members ?? [judge]).flatMap(({ about }) => guessFamily(about ?? {}) ?? []));
  return agents.filter((agent) => own.has(guessFamily(agent) ?? "")).map(({ name }) => name);
}
