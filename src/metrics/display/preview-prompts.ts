/** The messages that a metric would send to a judge, so that people can read them before spending money. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import type { Model, ModelQuestion } from "../../core/model.ts";
import { assemblePrompt, type AskedQuestion } from "../../judging/models/question/prompt.ts";
import { renderPromptAddition } from "../execution/prompt-addition.ts";
import { runMetric } from "../execution/run-metric.ts";
import { buildPrompt } from "../judging/caller.ts";
import { getMetricBody, instructionQuestion, isInstructionMetric, type Subject } from "../metric-body.ts";

export interface PromptMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** Replaces the facts if no item is given, or if they depend on an earlier answer. */
const placeholder = "<the facts of an item go here>";

/** Both are drawn at random for each question that is sent. */
const sampleMarks = { tag: "TAG", nonce: "NONCE" };

/** With an item, the first questions contain its facts; later ones depend on answers that do not exist yet. */
export async function previewPrompts(subject: Subject, item: DatasetItem | undefined): Promise<PromptMessage[]> {
  const asked = item === undefined ? [] : await captureFirstQuestions(subject, item);
  const questions = isInstructionMetric(subject.type)
    ? [instructionQuestion(subject)]
    : getMetricBody(subject.type).questions;
  const addition = renderPromptAddition(subject);
  return questions.flatMap((question) => {
    const prompt = buildPrompt(question.prompt, addition);
    const first = asked.find(({ about }) => about === question.about);
    return toMessages(first ?? { ...question, prompt, facts: placeholder });
  });
}

function toMessages(question: AskedQuestion): PromptMessage[] {
  const { system, examples, question: last } = assemblePrompt(question, sampleMarks);
  const pairs = examples.flatMap(({ facts, answer }): PromptMessage[] => [
    { role: "user", content: facts },
    { role: "assistant", content: answer },
  ]);
  return [{ role: "system", content: system }, ...pairs, { role: "user", content: last }];
}

/** Captures the questions that would be asked before any answer arrives. */
async function captureFirstQuestions(subject: Subject, item: DatasetItem): Promise<ModelQuestion<unknown>[]> {
  const asked: ModelQuestion<unknown>[] = [];
  const listener: Model = {
    id: "nobody/nobody",
    ask: async <T>(question: ModelQuestion<T>) => {
      asked.push(question as ModelQuestion<unknown>);
      return {
        status: "failed",
        code: "request",
        why: "this is a preview: nothing is sent",
        spending: { costUsd: 0, calls: 0 },
      };
    },
  };
  await runMetric(subject, item, { services: { judge: listener } });
  return asked;
}
