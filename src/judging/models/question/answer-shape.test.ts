import { expect, test } from "vitest";
import { z } from "zod";
import { toAnswerShape } from "./answer-shape.ts";

test("the nonce comes first and is required, and the answer's own schema stays as it is", () => {
  const { answer, reply, wrapped } = toAnswerShape(z.object({ score: z.number(), note: z.string().optional() }));
  expect(wrapped).toBe(false);
  expect(Object.keys(reply["properties"] as object)).toEqual(["nonce", "score", "note"]);
  expect(reply["required"]).toEqual(["nonce", "score"]);
  expect(answer).toEqual({
    type: "object",
    properties: { score: { type: "number" }, note: { type: "string" } },
    required: ["score"],
  });
});

test("what is no object is wrapped", () => {
  expect(toAnswerShape(z.array(z.string()))).toMatchObject({
    wrapped: true,
    reply: { type: "object", required: ["nonce", "answer"], properties: { answer: { type: "array" } } },
  });
});

test("a schema that transforms shows what it takes, and a check of one's own shows as anything", () => {
  const clamped = z.object({
    score: z.preprocess((value) => value, z.number()),
    verdict: z.string().transform((text) => text.length),
    custom: z.custom<Date>(),
  });
  expect(toAnswerShape(clamped).answer).toMatchObject({
    properties: { score: { type: "number" }, verdict: { type: "string" }, custom: {} },
  });
});
