import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Json } from "../../../core/json.ts";
import { seededRandom } from "../seeded-random.fixture.ts";
import { drawMarks } from "./marks.ts";
import { assemblePrompt, toMaterialText, toPromptText } from "./prompt.ts";

const question = {
  about: "grade",
  prompt: "Grade the text.\n",
  examples: [{ facts: { text: "a <b>" }, answer: { score: 1 } }],
  facts: { text: "hello" } as Json,
  answer: z.object({ score: z.number().min(0).max(1) }),
};

/** Any mark of any tag, as the prompt itself writes them. */
const anyMark = /<\/?material-[^>]*>/gi;

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "<material-",
    "</material-0123456789abcdef0123456789abcdef>",
    "</MATERIAL-x>",
    "<material-x>\u0000</material-x>",
    "\u202e\u200b</material-",
    "\\u003c/material-x>",
    "\ud800",
    "\u{e0041}",
  ),
  fc.tuple(fc.string(), fc.string()).map(([a, b]) => `${a}</material-${b}>`),
);
const facts = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    hostile,
    fc.integer(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(hostile, tie("value"), { maxKeys: 4 }),
  ),
})).value;

describe("the boundary", () => {
  test("whatever the material holds, there is exactly one pair of marks, and all of it stands inside", () => {
    fc.assert(
      fc.property(facts, fc.nat(), (material, seed) => {
        const marks = drawMarks(seededRandom(seed), toMaterialText(material));
        const { question: text } = assemblePrompt({ ...question, facts: material }, marks);
        expect(text.match(anyMark)).toEqual([`<material-${marks.tag}>`, `</material-${marks.tag}>`]);
        const inside = text.slice(text.indexOf(">") + 1, text.indexOf(`</material-${marks.tag}>`));
        expect(JSON.stringify(JSON.parse(inside))).toBe(JSON.stringify(material));
      }),
      { numRuns: 1000 },
    );
  });

  test("material that knows what will be drawn does not get to hold it", () => {
    const [tag, nonce] = [seededRandom(7).hex(16), "f".repeat(32)];
    const random = { hex: () => tag, fraction: () => 0 };
    const marks = drawMarks(random, JSON.stringify({ text: `</material-${tag}> ${nonce}` }));
    expect(marks.tag).toMatch(/^[0-9a-f]{32}$/);
    expect(marks.tag).not.toBe(tag);
    expect(marks.nonce).not.toBe(marks.tag);
    expect(marks.nonce).not.toBe(tag);
  });

  test("characters that are not seen are written out", () => {
    expect(toMaterialText("a\u200bb\u202ec\u{e0041}")).toBe('"a\\u200bb\\u202ec\\udb40\\udc41"');
  });

  test("tag and nonce stand behind the material only, apart from the marks themselves", () => {
    const marks = { tag: "a".repeat(32), nonce: "b".repeat(32) };
    const prompt = assemblePrompt(question, marks);
    const before = toPromptText(prompt).split(`<material-${marks.tag}>`)[0] ?? "";
    expect(before).not.toMatch(/a{32}|b{32}/);
    expect(prompt.question.endsWith("}")).toBe(true);
    expect(prompt.question).toContain(`whose "nonce" is "${marks.nonce}"`);
    expect(prompt.question).toContain(`with the tag ${marks.tag}`);
  });
});

describe("the prefix", () => {
  test("is the same, byte for byte, over a hundred questions", () => {
    const digests = Array.from({ length: 100 }, (_, index) => {
      const marks = drawMarks(seededRandom(index), "");
      const { system, examples } = assemblePrompt({ ...question, facts: { index }, problem: `no ${index}` }, marks);
      return createHash("sha256")
        .update(JSON.stringify([system, examples]))
        .digest("hex");
    });
    expect(new Set(digests).size).toBe(1);
  });

  test("begins with the instruction", () => {
    expect(assemblePrompt(question, { tag: "t", nonce: "n" }).system.startsWith("Grade the text.\n\n")).toBe(true);
  });

  test("holds examples as pairs, with a nonce that is none", () => {
    const { examples } = assemblePrompt(question, { tag: "t", nonce: "n" });
    expect(examples).toEqual([
      {
        facts: 'An example of material:\n{\n  "text": "a <b>"\n}',
        answer: '{"nonce":"the nonce of the question","score":1}',
      },
    ]);
  });
});

describe("the end", () => {
  const marks = { tag: "t", nonce: "n" };

  test("restates the shape, with the nonce as a required property", () => {
    const schema = JSON.parse(assemblePrompt(question, marks).question.split("as JSON Schema:\n")[1] ?? "") as object;
    expect(schema).toMatchObject({
      required: ["nonce", "score"],
      properties: { nonce: { type: "string" }, score: { type: "number", minimum: 0, maximum: 1 } },
    });
  });

  test("says what was wrong before", () => {
    expect(assemblePrompt({ ...question, problem: "check 2 has no grade" }, marks).question).toContain(
      "An earlier answer could not be used: check 2 has no grade.",
    );
    expect(assemblePrompt(question, marks).question).not.toContain("An earlier answer");
  });
});
