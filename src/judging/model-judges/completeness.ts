/** Whether an answer covers everything that was asked, within range: only such an answer is cached. */
import type { z } from "zod";
import { AgentAudit, ExecutionAudit, Grade, Necessity, type Question } from "../../core/question.ts";
import type { OuterAnswer } from "./model-question.ts";

export function isComplete(question: Question, answer: OuterAnswer): boolean {
  if (question.question === "goal") {
    const asked = question.checks.map(({ index }) => index);
    return coversOnce(answer["grades"], { schema: Grade, key: "index", asked });
  }
  const schema = question.question === "agent" ? AgentAudit : ExecutionAudit;
  const asked = question.interactions.map(({ id }) => id);
  const audited = asked.length === 0 || coversOnce(answer["audits"], { schema, key: "id", asked });
  return audited && (!question.necessity || Necessity.safeParse(answer["necessity"]).success);
}

interface ExpectedItems {
  readonly schema: z.ZodType;
  readonly key: "index" | "id";
  readonly asked: readonly number[];
}

/** Items about something else are ignored, as they are when the answer is read. */
function coversOnce(list: unknown, { schema, key, asked }: ExpectedItems): boolean {
  if (!Array.isArray(list)) return false;
  const given = list.filter((item: unknown) => asked.some((number) => number === readItemNumber(item, key)));
  const numbers = new Set(given.map((item: unknown) => readItemNumber(item, key)));
  const once = numbers.size === given.length && numbers.size === new Set(asked).size;
  return once && given.every((item: unknown) => schema.safeParse(item).success);
}

function readItemNumber(item: unknown, key: string): unknown {
  return typeof item === "object" && item !== null ? (item as Readonly<Record<string, unknown>>)[key] : undefined;
}
