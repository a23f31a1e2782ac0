/** A question of scoring as a model is asked it: instructions and rubric apart from the evidence, and the shape of the answer. */
import { z } from "zod";
import type { ModelQuestion } from "../../core/model.ts";
import {
  AgentAudit,
  ExecutionAudit,
  type GoalQuestion,
  Grade,
  Necessity,
  Pattern,
  type ProcessQuestion,
  type Question,
} from "../../core/question.ts";
import { cutMiddle } from "../../transcript/text.ts";
import { agentParts, agentPrompt } from "../prompts/agent.ts";
import { environmentPrompt } from "../prompts/environment.ts";
import { goalPrompt, lookingAtText } from "../prompts/goal.ts";
import { servicePrompt } from "../prompts/service.ts";
import { fill, type PromptTemplate } from "../prompts/template.ts";

/** What is parsed only on the outside: scoring reads the parts, keeps the good ones and names the bad ones. */
export type OuterAnswer = Readonly<Record<string, unknown>>;

/** A task or a final answer longer than this is cut in its middle. */
const textCharacters = 20_000;

export interface Wording {
  /** What the judge is told about looking into the workspace. */
  readonly looking?: string;
  /** What was wrong with the answer before. */
  readonly problem?: string | undefined;
}

/** The same question gives the same bytes: only what is asked and what happened decide them. */
export function modelQuestion(question: Question, wording: Wording = {}): ModelQuestion<OuterAnswer> {
  const asked = question.question === "goal" ? goalParts(question, wording) : processParts(question);
  const { problem } = wording;
  return { about: question.question, ...asked, ...(problem === undefined ? {} : { problem }) };
}

type Parts = Pick<ModelQuestion<OuterAnswer>, "prompt" | "examples" | "facts" | "answer">;

function goalParts(question: GoalQuestion, { looking = lookingAtText }: Wording): Parts {
  const checks = question.checks.map((check) => JSON.stringify(check)).join("\n");
  const { transcript, durationMs, tokens } = question;
  const cuts = new Cuts();
  const task = cuts.text("task", question.task);
  const finalAnswer = question.finalAnswer === null ? null : cuts.text("finalAnswer", question.finalAnswer);
  cuts.marked("transcript", transcript);
  return {
    prompt: fill(goalPrompt, { looking, checks }),
    examples: goalPrompt.examples,
    facts: { task, transcript, finalAnswer, durationMs, tokens, cuts: cuts.said },
    answer: z.object({ grades: z.array(shown(Grade)) }),
  };
}

const processPrompts: Record<ProcessQuestion["question"], PromptTemplate> = {
  environment: environmentPrompt,
  service: servicePrompt,
  agent: agentPrompt,
};

function processParts(question: ProcessQuestion): Parts {
  const template = processPrompts[question.question];
  const cuts = new Cuts();
  const task = cuts.text("task", question.task);
  const { index } = question;
  cuts.marked("index", index);
  const interactions = question.interactions.map(({ id, categories, content }) => {
    cuts.marked(`interaction ${id}`, content);
    return { id, categories, content };
  });
  return {
    prompt: fill(template, { parts: partsOf(question) }),
    examples: template.examples,
    facts: { task, index, interactions, cuts: cuts.said },
    answer: processAnswer(question),
  };
}

function partsOf({ interactions, necessity }: ProcessQuestion): string {
  if (!necessity) return agentParts.audits;
  return interactions.length === 0 ? agentParts.necessity : agentParts.both;
}

/** Holds what is asked for this time, and nothing else that has to be there. */
function processAnswer({ question, interactions, necessity }: ProcessQuestion): z.ZodType<OuterAnswer> {
  const audit = shown(question === "agent" ? AgentAudit : ExecutionAudit);
  return z.object({
    audits: interactions.length > 0 || !necessity ? z.array(audit) : z.array(audit).default([]),
    ...(necessity ? { necessity: shown(Necessity) } : {}),
    patterns: z.array(shown(Pattern)).optional(),
  });
}

/** Shown to the model in full, and taken as it comes: one bad item must not cost the good ones. */
function shown(schema: z.ZodType): z.ZodType {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema);
  return z.unknown().meta(json);
}

/** Keeps count of what a judge is not shown. */
class Cuts {
  readonly said: string[] = [];

  /** The text, cut if it is too long. */
  text(name: string, text: string): string {
    if (text.length > textCharacters) this.said.push(`${name}: ${text.length} characters, cut in the middle`);
    return cutMiddle(text, textCharacters);
  }

  /** Text that was cut before it came here says so itself. What an agent wrote may say so falsely: it is only a hint. */
  marked(name: string, text: string): void {
    if (/\[\.\.\. \d+ (?:characters|entries) cut \.\.\.\]/.test(text)) this.said.push(`${name}: cut where it says so`);
  }
}
