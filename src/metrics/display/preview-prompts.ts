/** Builds the messages of all questions of a metric without sending them. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import type { Model, ModelQuestion } from "../../core/model.ts";
import { renderPromptAddition } from "../execution/prompt-addition.ts";
import { buildPrompt } from "../judging/caller.ts";
import { getMetricBody, instructionQuestion, isInstructionMetric, type Subject } from "../metric-body.ts";
import { runMetric } from "../execution/run-metric.ts";
import { toPromptMessages, type PromptMessage } from "./prompt-messages.ts";

/** With an item, the first questions contain its facts; later ones depend on answers that do not exist yet. */
export async function previewPrompts(subject: Subject, item: DatasetItem | undefined): Promise<PromptMessage[]> {
  const asked = item === undefined ? [] : await captureFirstQuestions(subject, item);
  const questions = isInstructionMetric(subject.type) ? [instructionQuestion(subject)] : getMetricBody(subject.type).questions;
  const addition = renderPromptAddition(subject);
  return questions.flatMap((question) => {
    const first = asked.find(({ about }) => about === question.about);
    return first === undefined
      ? toPromptMessages({ ...question, prompt: buildPrompt(question, { addition }) }, undefined)
      : toPromptMessages(first, first.facts);
  });
}

/** Captures the questions that would be asked before any answer arrives. */
async function captureFirstQuestions(subject: Subject, item: DatasetItem): Promise<ModelQuestion<unknown>[]> {
  const asked: ModelQuestion<unknown>[] = [];
  const listener: Model = {
    id: "nobody/nobody",
    ask: async <T>(question: ModelQuestion<T>) => {
      asked.push(question as ModelQuestion<unknown>);
      return { status: "failed", code: "request", why: "this is a preview: nothing is sent", spending: { costUsd: 0, calls: 0 } };
    },
  };
  await runMetric(subject, item, { services: { judge: listener } });
  return asked;
}
