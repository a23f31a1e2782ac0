/** Turns a question to a judge into a model question: instructions and rubric separate from the evidence, plus the schema. */
import { z } from "zod";
import type { ModelQuestion } from "../../core/model.ts";
import {
  AgentAudit,
  DuelAnswer,
  type DuelQuestion,
  ExecutionAudit,
  type GoalQuestion,
  Grade,
  Necessity,
  Pattern,
  type ProcessQuestion,
  type Question,
} from "../../core/question.ts";
import { cutMiddle } from "../../agents/transcript/text.ts";
import { agentParts, agentPrompt } from "./prompts/agent.ts";
import { duelPrompt } from "./prompts/duel.ts";
import { environmentPrompt } from "./prompts/environment.ts";
import { goalPrompt, lookingAtText } from "./prompts/goal.ts";
import { servicePrompt } from "./prompts/service.ts";
import { fillPrompt, type PromptTemplate } from "./prompts/template.ts";

/** Parsed at the top level only: scoring reads the parts, keeps valid ones and reports the others. */
export type OuterAnswer = Readonly<Record<string, unknown>>;

/** A longer task or final answer is cut in the middle. */
const textCharacters = 20_000;

export interface Wording {
  /** The instructions for looking into the workspace. */
  readonly looking?: string;
  /** What was wrong with the previous answer. */
  readonly problem?: string | undefined;
}

/** The same question gives the same bytes: they depend only on the question and the run. */
export function toModelQuestion(question: Question, wording: Wording = {}): ModelQuestion<OuterAnswer> {
  const { problem } = wording;
  return { about: question.question, ...askedParts(question, wording), ...(problem === undefined ? {} : { problem }) };
}

function askedParts(question: Question, wording: Wording) {
  if (question.question === "goal") return goalParts(question, wording);
  return question.question === "duel" ? duelParts(question) : processParts(question);
}

function duelParts(question: DuelQuestion) {
  const cuts = new CutList();
  const task = cuts.cutText("task", question.task);
  const { patchA, patchB } = question;
  cuts.noteIfCut("patchA", patchA);
  cuts.noteIfCut("patchB", patchB);
  return {
    prompt: duelPrompt.text,
    examples: duelPrompt.examples,
    facts: { task, patchA, patchB, cuts: cuts.notes },
    answer: DuelAnswer,
  };
}

function goalParts(question: GoalQuestion, { looking = lookingAtText }: Wording) {
  const checks = question.checks.map((check) => JSON.stringify(check)).join("\n");
  const { transcript, durationMs, tokens } = question;
  const cuts = new CutList();
  const task = cuts.cutText("task", question.task);
  const finalAnswer = question.finalAnswer === null ? null : cuts.cutText("finalAnswer", question.finalAnswer);
  cuts.noteIfCut("transcript", transcript);
  return {
    prompt: fillPrompt(goalPrompt, { looking, checks }),
    examples: goalPrompt.examples,
    facts: { task, transcript, finalAnswer, durationMs, tokens, cuts: cuts.notes },
    answer: z.object({ grades: z.array(acceptAnyItem(Grade)) }),
  };
}

const processPrompts: Record<ProcessQuestion["question"], PromptTemplate> = {
  environment: environmentPrompt,
  service: servicePrompt,
  agent: agentPrompt,
};

function processParts(question: ProcessQuestion) {
  const template = processPrompts[question.question];
  const cuts = new CutList();
  const task = cuts.cutText("task", question.task);
  const { index } = question;
  cuts.noteIfCut("index", index);
  const interactions = question.interactions.map(({ id, categories, content }) => {
    cuts.noteIfCut(`interaction ${id}`, content);
    return { id, categories, content };
  });
  return {
    prompt: fillPrompt(template, { parts: selectParts(question) }),
    examples: template.examples,
    facts: { task, index, interactions, cuts: cuts.notes },
    answer: processAnswer(question),
  };
}

function selectParts({ interactions, necessity }: ProcessQuestion): string {
  if (!necessity) return agentParts.audits;
  return interactions.length === 0 ? agentParts.necessity : agentParts.both;
}

/** Requires only what is asked for this time. */
function processAnswer({ question, interactions, necessity }: ProcessQuestion): z.ZodType<OuterAnswer> {
  const audit = acceptAnyItem(question === "agent" ? AgentAudit : ExecutionAudit);
  return z.object({
    audits: interactions.length > 0 || !necessity ? z.array(audit) : z.array(audit).default([]),
    ...(necessity ? { necessity: acceptAnyItem(Necessity) } : {}),
    patterns: z.array(acceptAnyItem(Pattern)).optional(),
  });
}

/** The model sees the full schema, but any value is accepted: one bad item must not cost the good ones. */
function acceptAnyItem(schema: z.ZodType): z.ZodType {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema);
  return z.unknown().meta(json);
}

/** Lists what a judge does not see. */
class CutList {
  readonly notes: string[] = [];

  /** Returns the text, cut if it is too long. */
  cutText(name: string, text: string): string {
    if (text.length > textCharacters) this.notes.push(`${name}: ${text.length} characters, cut in the middle`);
    return cutMiddle(text, textCharacters);
  }

  /** Notes text that was cut earlier and says so. An agent could fake that mark, so it is only a hint. */
  noteIfCut(name: string, text: string): void {
    if (/\[\.\.\. \d+ (?:characters|entries) cut \.\.\.\]/.test(text)) this.notes.push(`${name}: cut where it says so`);
  }
}
