/** The JSON Schema shown to a model: the schema of the answer, with the nonce as a required property. */
import { z } from "zod";
import type { JsonSchema } from "../../../core/keys/key-spelling.ts";

/** The property that proves an object was written for this question. */
export const nonceKey = "nonce";
/** Contains an answer that is not itself an object. */
export const wrapperKey = "answer";

export interface AnswerShape {
  /** The schema of the answer alone. */
  readonly answer: JsonSchema;
  /** The schema of what the model must write. */
  readonly reply: JsonSchema;
  /** The answer is in a property of the reply because it is not itself an object. */
  readonly wrapped: boolean;
}

export function toAnswerShape(schema: z.ZodType): AnswerShape {
  // Parts that JSON Schema cannot express (such as a custom check) allow anything; zod still validates them.
  const { $schema: _, ...answer } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const wrapped = answer.type !== "object";
  const properties = wrapped ? { [wrapperKey]: answer } : (answer.properties ?? {});
  const required = wrapped ? [wrapperKey] : (answer.required ?? []);
  const reply = {
    ...(wrapped ? { type: "object", additionalProperties: false } : answer),
    properties: {
      [nonceKey]: { type: "string", description: "the nonce given at the end of the question" },
      ...properties,
    },
    required: [nonceKey, ...required],
  };
  return { answer, reply, wrapped };
}
