import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Model } from "../../core/model.ts";
import { fakeModel } from "../../testing/fake-model.ts";
import { askBatch } from "./batch.ts";
import type { QuestionCaller } from "./caller.ts";
import { Ledger } from "./ledger.ts";
import { defineBatch } from "./question.ts";

const echo = defineBatch({
  about: "echo",
  prompt: "p",
  elements: "words",
  list: "answers",
  element: { said: z.string() },
});

function callerOf(judge: Model | null, settings: Partial<QuestionCaller["settings"]> = {}): QuestionCaller {
  const standard = {
    temperature: 0,
    timeoutMs: 1,
    maxConcurrentLlmCalls: 2,
    forceGranular: false,
    allowFallback: true,
    addition: "",
  };
  const { signal } = new AbortController();
  return {
    judge,
    settings: { ...standard, ...settings },
    ledger: new Ledger(),
    callbacks: {},
    abort: signal,
    notes: [],
  };
}

/** What a careless judge does to one answer of a reply. */
const carelessness = fc.constantFrom("right", "left out", "twice", "beyond", "without number");

test("whatever a judge leaves out, doubles or misnumbers, each element gets its own answer or the whole fails", async () => {
  const words = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 8 });
  const property = fc.asyncProperty(words, fc.infiniteStream(carelessness), async (elements, ways) => {
    const judge = fakeModel({
      echo: ({ words: asked }: { words: string[] }) => ({
        answers: asked.flatMap((said, index) => {
          const way = ways.next().value as string;
          if (way === "left out") return [];
          if (way === "twice")
            return [
              { index, said },
              { index, said: "another" },
            ];
          if (way === "beyond") return [{ index: index + asked.length, said }];
          return way === "right" ? [{ index, said }] : [{ said: "whose is this?" }];
        }),
      }),
    });
    const found = await askBatch(callerOf(judge), { question: echo, facts: {}, elements });
    if (found.status === "failed") expect(found.why).toMatch(/\d of \d answers missing/);
    // An answer without a number is believed only where it is the only one for the only element.
    else found.value.forEach(({ said }, index) => expect([elements[index], "whose is this?"]).toContain(said));
    expect(judge.calls.length).toBeLessThanOrEqual(2 + elements.length);
  });
  await fc.assert(property, { numRuns: 300 });
});

test("an empty list asks nothing", async () => {
  expect(await askBatch(callerOf(null), { question: echo, facts: {}, elements: [] })).toEqual({
    status: "answered",
    value: [],
  });
});

test.each(["auth", "rate-limit", "transport", "request"] as const)(
  "a judge that fails by %s is not asked again",
  async (code) => {
    const judge = fakeModel({ echo: new Error("no") }, { code });
    const found = await askBatch(callerOf(judge), { question: echo, facts: {}, elements: ["a", "b", "c"] });
    expect(found).toEqual({ status: "failed", why: "echo: 3 of 3 answers missing: no" });
    expect(judge.calls).toHaveLength(1);
  },
);

test("a reply that was cut off is cured by asking about less", async () => {
  const truncated = new Error("cut off");
  const one = ({ words }: { words: string[] }) => ({ answers: words.map((said, index) => ({ index, said })) });
  const judge = fakeModel({ echo: [truncated, truncated, one] }, { code: "truncated" });
  const found = await askBatch(callerOf(judge), { question: echo, facts: {}, elements: ["a", "b"] });
  expect(found).toMatchObject({ status: "answered", value: [{ said: "a" }, { said: "b" }] });
  expect(judge.calls).toHaveLength(4);
});

test("single questions keep to their number at once", async () => {
  let running = 0;
  let most = 0;
  const slow: Model = {
    id: "slow/judge",
    ask: async (question) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((done) => setImmediate(done));
      running -= 1;
      const value = question.answer.parse({ answers: [{ index: 0, said: "x" }] });
      return { status: "answered", value, spending: { costUsd: null, calls: 1 } };
    },
  };
  const caller = callerOf(slow, { forceGranular: true, maxConcurrentLlmCalls: 3 });
  const found = await askBatch(caller, { question: echo, facts: {}, elements: Array.from("abcdefghij") });
  expect(found.status).toBe("answered");
  expect(most).toBe(3);
  expect(caller.ledger.cost).toBeNull();
  expect(caller.ledger.summary().calls).toEqual({ batch: 0, reask: 0, single: 10, failed: 0 });
});
