/** Questions to a judge: a name, a prompt of our own, and the shape of the answer. */
import { z } from "zod";
import type { Json } from "../../core/json.ts";
import { reply } from "./answer-shape.ts";

/** One question about a whole. */
export interface Question<T> {
  readonly about: string;
  /** Changes with the prompt or the shape: answers of different versions are never shared. */
  readonly version: number;
  readonly prompt: string;
  readonly answer: z.ZodType<T>;
  readonly examples?: readonly { readonly facts: Json; readonly answer: Json }[];
  /** Asked anew each time, though another metric of the item asked the same. */
  readonly unshared?: boolean;
}

/** One question about each of many elements, asked together. */
export interface BatchQuestion<T> extends Question<Readonly<Record<string, readonly Numbered<T>[]>>> {
  /** The name of the elements among the facts. */
  readonly elements: string;
  /** The name of the list in the answer. */
  readonly list: string;
}

/** An element of a reply with the number of what it answers. */
export type Numbered<T> = T & { readonly index?: number | undefined };

/** What came of a question: the answer, or why there is none. */
export type Found<T> =
  | { readonly status: "answered"; readonly value: T }
  | { readonly status: "failed"; readonly why: string };

type Shape = z.core.$ZodLooseShape;
type Reply<Fields extends Shape> = z.output<z.ZodObject<Fields>>;
interface Wording extends Pick<Question<unknown>, "about" | "prompt" | "unshared"> {
  /** Default 1. */
  readonly version?: number;
}

/** A question whose answer has these fields. */
export function defineQuestion<Fields extends Shape>(
  question: Wording & { readonly answer: Fields },
): Question<Reply<Fields>> {
  const { version = 1, ...wording } = question;
  return Object.freeze({ ...wording, version, answer: reply(question.answer) as z.ZodType<Reply<Fields>> });
}

/** A question about many elements; `element` are the fields of the answer to one of them. */
export function defineBatch<Fields extends Shape>(
  question: Wording & { readonly elements: string; readonly list: string; readonly element: Fields },
): BatchQuestion<Reply<Fields>> {
  const { about, version = 1, prompt, elements, list } = question;
  const element = reply({ index: z.number().int().optional(), ...question.element });
  const answer = reply({ [list]: z.array(element) }) as unknown as BatchQuestion<Reply<Fields>>["answer"];
  return Object.freeze({ about, version, prompt, elements, list, answer });
}
