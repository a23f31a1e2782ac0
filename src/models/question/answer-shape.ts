/** The JSON Schema a model is shown: that of the answer, with the nonce as a required property. */
import { z } from "zod";
import type { JsonSchema } from "../../core/keys/key-spelling.ts";

/** The property that proves an object was written for this question. */
export const nonceKey = "nonce";
/** Holds an answer that is not an object by itself. */
export const wrapperKey = "answer";

export interface AnswerShape {
  /** The schema of the answer alone. */
  readonly answer: JsonSchema;
  /** The schema of what the model has to write. */
  readonly reply: JsonSchema;
  /** The answer stands in a property of the reply, since it is not an object itself. */
  readonly wrapped: boolean;
}

export function answerShape(schema: z.ZodType): AnswerShape {
  // Unknown parts (a custom check, say) are shown as anything: zod still holds the answer to them.
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
