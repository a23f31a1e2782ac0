/** Questions to a judge: a name, a prompt, and the schema of the answer. */
import { z } from "zod";
import type { Json } from "../../core/json.ts";
import { reply } from "./answer-shape.ts";

/** A single question. */
export interface Question<T> {
  readonly about: string;
  /** Increased with every change of prompt or schema, because answers of different versions must not be shared. */
  readonly version: number;
  readonly prompt: string;
  readonly answer: z.ZodType<T>;
  readonly examples?: readonly { readonly facts: Json; readonly answer: Json }[];
  /** Asks every time, even if another metric of the item asked the same. */
  readonly unshared?: boolean;
}

/** A question about many elements that are asked about together. */
export interface BatchQuestion<T> extends Question<Readonly<Record<string, readonly Numbered<T>[]>>> {
  /** The key of the elements in the facts. */
  readonly elements: string;
  /** The key of the list in the answer. */
  readonly list: string;
}

/** An element of a reply, with the index of the element it answers. */
export type Numbered<T> = T & { readonly index?: number | undefined };

/** The outcome of a question: the answer, or why there is none. */
export type QuestionOutcome<T> =
  | { readonly status: "answered"; readonly value: T }
  | { readonly status: "failed"; readonly why: string };

type Shape = z.core.$ZodLooseShape;
type Reply<Fields extends Shape> = z.output<z.ZodObject<Fields>>;
interface Wording {
  readonly about: string;
  readonly prompt: string;
  /** Default 1. */
  readonly version?: number;
  readonly unshared?: boolean;
}

/** Defines a question whose answer has these fields. */
export function defineQuestion<Fields extends Shape>(
  question: Wording & { readonly answer: Fields },
): Question<Reply<Fields>> {
  const { version = 1, ...wording } = question;
  return Object.freeze({ ...wording, version, answer: reply(question.answer) as z.ZodType<Reply<Fields>> });
}

/** Defines a question about many elements; `element` has the fields of one answer. */
export function defineBatch<Fields extends Shape>(
  question: Wording & { readonly elements: string; readonly list: string; readonly element: Fields },
): BatchQuestion<Reply<Fields>> {
  const { about, version = 1, prompt, elements, list } = question;
  const element = reply({ index: z.number().int().optional(), ...question.element });
  const answer = reply({ [list]: z.array(element) }) as unknown as BatchQuestion<Reply<Fields>>["answer"];
  return Object.freeze({ about, version, prompt, elements, list, answer });
}
