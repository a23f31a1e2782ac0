import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { flattenSignals } from "../core/score/signal.ts";
import { failed, fromRaw, notApplicable, scored } from "../core/score.ts";
import { BaseMetric } from "./base-metric.ts";
import { defineMetric } from "./define-metric.ts";
import { fakeModel } from "../testing/fake-model.ts";

const keywordShare = defineMetric({
  id: "keyword_share",
  title: "Keyword Share",
  about: "Share of the required keywords that occur in the answer.",
  needs: ["actualOutput"],
  uses: ["additionalInput"],
  options: z.strictObject({ keywords: z.array(z.string()).min(1) }),
  threshold: 0.8,
  tags: ["heuristic"],
  measure({ actualOutput }, { options }) {
    const found = options.keywords.filter((word) => actualOutput.includes(word));
    return {
      score: fromRaw(found.length / options.keywords.length),
      signals: [{ name: "found", value: found.length }],
    };
  },
});

test("a defined metric measures, called or newed", async () => {
  const called = await keywordShare({ keywords: ["a", "b"] }).execute({ actual_output: "an apple" });
  const newed = await new keywordShare({ keywords: ["a", "b"] }).execute({ actualOutput: "an apple" });
  expect(called).toEqual(newed);
  expect(called).toMatchObject({
    status: "scored",
    score: 0.5,
    costEstimate: 0,
    signals: [{ name: "found", value: 1 }],
  });
  expect(called.explanation).toBe("Keyword Share: 0.5, threshold 0.8.");
});

test("instances are metrics, of their factory too, and hold frozen options", () => {
  const metric = keywordShare({ keywords: ["a"], threshold: 0 });
  expect(metric).toBeInstanceOf(BaseMetric);
  expect(metric).toBeInstanceOf(keywordShare);
  expect(metric.constructor).toBe(keywordShare);
  expect(keywordShare.name).toBe("KeywordShare");
  expect(metric.threshold).toBe(0);
  expect(Object.isFrozen(metric.options)).toBe(true);
  expectTypeOf(metric.options.keywords).toEqualTypeOf<string[]>();
});

test("a class may extend a defined metric", async () => {
  class Shouting extends keywordShare {
    override get name() {
      return "Shouting";
    }
  }
  const metric = new Shouting({ keywords: ["a"] });
  expect(metric).toBeInstanceOf(Shouting);
  expect(metric).toBeInstanceOf(keywordShare);
  expect(metric.name).toBe("Shouting");
  expect((await metric.execute({ actualOutput: "a" })).score).toBe(1);
});

test("without what it needs a metric is not applicable and is never called", async () => {
  const result = await keywordShare({ keywords: ["a"] }).execute({
    query: "q",
    additional_input: { actual_ouput: "x" },
  });
  expect(result).toMatchObject({ status: "not-applicable", score: null });
  expect(result.why).toBe('the item has no actualOutput (found similar: "actual_ouput")');
});

test("a metric that says nothing but its score has it as its headline", async () => {
  const plain = defineMetric({
    id: "plain",
    title: "Plain",
    about: "Says 1.",
    needs: [],
    measure: () => ({ score: fromRaw(1) }),
  });
  const { signals } = await plain().execute({});
  expect(flattenSignals(plain.getSignals(signals), signals).signals).toMatchObject({
    overall: [{ name: "score", value: 1, headlineDisplay: true }],
  });
});

test("unknown options are refused with the nearest name", () => {
  expect(() => keywordShare({ keyword: ["a"] } as never)).toThrow(
    'keyword_share: unknown option "keyword", did you mean "keywords"?',
  );
  expect(() => keywordShare({ keywords: [] })).toThrow("keyword_share: keywords");
  expect(() => keywordShare({ keywords: ["a"], max_retries: 1, maxRetries: 2 } as never)).toThrow("another spelling");
});

test("what a metric throws is a failed result, and what it cannot compute too", async () => {
  const broken = defineMetric({
    id: "broken",
    title: "Broken",
    about: "Throws.",
    needs: [],
    measure: () => {
      throw new Error("ouch");
    },
  });
  const nan = defineMetric({
    id: "nan",
    title: "NaN",
    about: "Divides by nothing.",
    needs: [],
    measure: () => ({ score: fromRaw(0 / 0) }),
  });
  expect(await broken().execute({})).toMatchObject({ status: "failed", score: null, why: "broken threw: ouch" });
  expect(await nan().execute({})).toMatchObject({ status: "failed", score: null });
});

test("a judged metric without a judge fails, and with one counts what it cost", async () => {
  const judged = defineMetric({
    id: "judged",
    title: "Judged",
    about: "Asks.",
    needs: ["actualOutput", "judge"],
    async measure({ actualOutput, judge }, { abort }) {
      const question = { about: "x", prompt: "p", facts: { actualOutput }, answer: z.object({ score: z.number() }) };
      const answer = await judge.ask(question, { abort });
      return { score: answer.status === "answered" ? fromRaw(answer.value.score) : failed(answer.why) };
    },
  });
  expect(judged.config).toMatchObject({ judged: true, requiredFields: ["actualOutput"] });
  expect(await judged().execute({ actualOutput: "a" })).toMatchObject({ status: "failed", score: null });
  const result = await judged({
    llm: fakeModel({ x: { score: 7 } }, { costUsd: 0.001, tokenUsage: { input: 10, output: 5 } }),
  }).execute({ actualOutput: "a" });
  expect(result).toMatchObject({
    status: "scored",
    score: 1,
    costEstimate: 0.001,
    tokenUsage: { input: 10, output: 5 },
  });
});

test("a metric may look at a run, and does not apply without one", async () => {
  const steps = defineMetric({
    id: "steps",
    title: "Steps",
    about: "One entry is best.",
    needs: ["transcript"],
    uses: ["workspace"],
    measure: ({ transcript, workspace }) => ({ score: fromRaw(1 / transcript.length), metadata: { workspace } }),
  });
  const transcript = [{ type: "assistant", timestamp: "2026-01-01T00:00:00.000Z", text: "done" } as const];
  expect(await steps().execute({}, { run: { transcript } })).toMatchObject({
    score: 1,
    metadata: { workspace: undefined },
  });
  const alone = await steps().execute({});
  expect(alone).toMatchObject({ status: "not-applicable", why: "this metric needs a run, but transcript is missing" });
});

test("an embedder is handed to a metric that asks for one, and its absence fails it", async () => {
  const alike = defineMetric({
    id: "alike",
    title: "Alike",
    about: "Says whether it was handed an embedder.",
    needs: ["embedder"],
    async measure({ embedder }, { abort }) {
      const found = await embedder.embed(["a"], abort);
      return { score: found.status === "embedded" ? fromRaw(1) : failed(found.why) };
    },
  });
  const embedder = { id: "e", embed: async () => ({ status: "embedded", vectors: [[1]], costUsd: 0 }) as const };
  expect(await alike().execute({}, { embedder })).toMatchObject({ score: 1 });
  expect(await alike({ embedModel: embedder }).execute({})).toMatchObject({ score: 1 });
  expect(await alike().execute({})).toMatchObject({ status: "failed", score: null });
  expect(alike.config.judged).toBe(false);
});

test("an abort rejects with its reason", async () => {
  const reason = new Error("enough");
  await expect(
    keywordShare({ keywords: ["a"] }).execute({ actualOutput: "a" }, { abort: AbortSignal.abort(reason) }),
  ).rejects.toBe(reason);
});

test("mistakes do not compile", () => {
  const declared = { id: "x", title: "X", about: "x" } as const;
  // @ts-expect-error a field that is not declared cannot be read
  defineMetric({ ...declared, needs: ["query"], measure: ({ actualOutput }) => ({ score: fromRaw(actualOutput) }) });
  // @ts-expect-error there is no such field
  defineMetric({ ...declared, needs: ["actualOuput"], measure: () => ({ score: notApplicable("x") }) });
  // @ts-expect-error points are not a share
  defineMetric({ ...declared, needs: [], measure: () => ({ score: scored(80) }) });
  // @ts-expect-error a required option is left out
  expect(() => keywordShare()).toThrow();
  // @ts-expect-error an option that does not exist
  expect(() => keywordShare({ keywords: ["a"], strict: true })).toThrow();
  defineMetric({
    ...declared,
    needs: ["query"],
    uses: ["retrievedContent"],
    measure({ query, retrievedContent }) {
      expectTypeOf(query).toEqualTypeOf<string>();
      expectTypeOf(retrievedContent).toEqualTypeOf<readonly string[] | undefined>();
      return { score: notApplicable("types only") };
    },
  });
});
