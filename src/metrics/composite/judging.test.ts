import { describe, expect, test } from "vitest";
import { AnalysisCache } from "../analysis-cache.ts";
import { type FakeReplies, fakeModel } from "../../testing/fake-model.ts";
import { evaluateDataset } from "../evaluate-dataset.ts";
import { provideModels } from "../model-source.ts";
import { AnswerRelevancy } from "./answer-relevancy.ts";
import { Faithfulness } from "./faithfulness.ts";

const item = {
  query: "How long is the Nile?",
  actualOutput: "The Nile is 6,650 km long. It flows north.",
  retrievedContent: ["The Nile is 6,650 km long."],
};

function each<T>(verdict: (element: T, index: number) => object, name: string, list = "verdicts") {
  return (facts: Record<string, T[]>) => ({
    [list]: (facts[name] ?? []).map((element, index) => ({ index, ...verdict(element, index) })),
  });
}

const answers: FakeReplies = {
  "claims.extract": { statements: ["The Nile is 6,650 km long.", "The Nile flows north."] },
  "claims.faithfulness": each(
    (_, index) => ({ verdict: index === 0 ? "fully supported" : "No Evidence", reason: "r" }),
    "claims",
  ),
  "claims.relevancy": each(() => ({ verdict: "YES ", reason: "r" }), "statements"),
  "relevancy.explain": { explanation: "All of it speaks to the question." },
};

describe("sharing", () => {
  test.each([
    ["is given to the evaluation", "given"],
    ["is given with a budget", "budget"],
    ["is the one of the environment", "environment"],
  ])("in an evaluation they are four calls per item where the judge %s", async (_, from) => {
    const judge = fakeModel(answers, { costUsd: 0.001 });
    provideModels(from === "environment" ? { model: async () => judge, embedder: async () => null } : undefined);
    const options = {
      ...(from === "environment" ? {} : { judge }),
      ...(from === "budget" && { budget: { calls: 8 } }),
    };
    const items = [
      { ...item, id: "a" },
      { ...item, id: "b", query: "How long is it?" },
    ];
    const { results } = await evaluateDataset(items, [new Faithfulness(), new AnswerRelevancy()], options);
    provideModels(undefined);
    expect(judge.calls).toHaveLength(8);
    const rows = results.flatMap(({ scoreResults }) => scoreResults);
    expect(rows.map(({ score }) => score)).toEqual([0.5, 1, 0.5, 1]);
    expect(rows.reduce((sum, { costEstimate }) => sum + (costEstimate ?? Number.NaN), 0)).toBeCloseTo(0.008, 9);
  });

  test("Faithfulness and AnswerRelevancy on one item are four calls", async () => {
    const judge = fakeModel(answers, { costUsd: 0.001 });
    const cache = new AnalysisCache();
    const [faithful, relevant] = await Promise.all([
      new Faithfulness().execute(item, { judge, cache }),
      new AnswerRelevancy().execute(item, { judge, cache }),
    ]);
    expect(judge.calls.map(({ about }) => about).sort()).toEqual([
      "claims.extract",
      "claims.faithfulness",
      "claims.relevancy",
      "relevancy.explain",
    ]);
    expect([faithful.score, relevant.score]).toEqual([0.5, 1]);
    expect(relevant.metadata).toMatchObject({ analysis: { sharedHits: 1, mode: "granular" } });
    expect(faithful.costEstimate).toBe(0.002);
    expect(relevant.costEstimate).toBe(0.002);
  });

  test("two models never share anything: eight calls", async () => {
    const judges = [fakeModel(answers), fakeModel(answers)];
    const cache = new AnalysisCache();
    await Promise.all(
      judges
        .flatMap((llm) => [new Faithfulness({ llm }), new AnswerRelevancy({ llm })])
        .map((metric) => metric.execute(item, { cache })),
    );
    expect(judges.map(({ calls }) => calls.length)).toEqual([4, 4]);
  });

  test("a strict and a task relevancy share the extraction only: five calls, two rows", async () => {
    const modes: unknown[] = [];
    const judge = fakeModel({
      ...answers,
      "claims.relevancy": (facts: { statements: string[]; relevancyMode: string }) => {
        modes.push(facts.relevancyMode);
        return {
          verdicts: facts.statements.map((_, index) => ({
            index,
            verdict: facts.relevancyMode === "strict" && index === 1 ? "no" : "yes",
          })),
        };
      },
    });
    const cache = new AnalysisCache();
    const strict = await new AnswerRelevancy({ relevancyMode: "strict" }).execute(item, { judge, cache });
    const task = await new AnswerRelevancy().execute(item, { judge, cache });
    expect(judge.calls).toHaveLength(5);
    expect(modes).toEqual(["strict", "task"]);
    expect([strict.score, task.score]).toEqual([0.5, 1]);
  });

  test("an edited item is judged anew, even within one cache", async () => {
    const judge = fakeModel({ ...answers, "claims.extract": ({ text }: { text: string }) => ({ statements: [text] }) });
    const cache = new AnalysisCache();
    await new Faithfulness().execute({ ...item, id: "same" }, { judge, cache });
    await new Faithfulness().execute({ ...item, id: "same", actualOutput: "Another answer." }, { judge, cache });
    expect(judge.calls).toHaveLength(4);
  });

  test("a failure is shared too, with its reason", async () => {
    const judge = fakeModel({ ...answers, "claims.extract": new Error("the provider is down") });
    const cache = new AnalysisCache();
    const results = await Promise.all(
      [new Faithfulness(), new AnswerRelevancy()].map((metric) => metric.execute(item, { judge, cache })),
    );
    expect(judge.calls).toHaveLength(1);
    for (const result of results)
      expect(result).toMatchObject({ status: "failed", score: null, why: "claims.extract: the provider is down" });
  });
});

describe("when the judge does not do its part", () => {
  const short = (facts: { claims: string[] }) => ({
    verdicts: facts.claims.slice(0, 1).map(() => ({ index: 0, verdict: "Fully Supported" })),
  });

  test.each([
    ["an extractor that is down", { "claims.extract": new Error("down") }, "transport"],
    ["a rate limit without end", { "claims.extract": new Error("429 after ten attempts") }, "rate-limit"],
    ["a malformed reply", { "claims.extract": { statement: "one" } }, "unreadable"],
    ["verdicts in other words", { "claims.faithfulness": each(() => ({ verdict: "Maybe" }), "claims") }, "unreadable"],
  ] as const)("%s is failed, never 0 or 1", async (_, replies, code) => {
    const result = await new Faithfulness({ llm: fakeModel({ ...answers, ...replies }, { code }) }).execute(item);
    expect(result).toMatchObject({ status: "failed", score: null });
    expect(result.explanation).toMatch(/\S/);
  });

  test("a short batch is asked again for what is missing only, then scored", async () => {
    const judge = fakeModel({ ...answers, "claims.faithfulness": short });
    const result = await new Faithfulness({ llm: judge }).execute(item);
    expect(result.score).toBe(1);
    expect(judge.calls.map(({ about, facts }) => [about, (facts as { claims?: string[] }).claims])).toEqual([
      ["claims.extract", undefined],
      ["claims.faithfulness", ["The Nile is 6,650 km long.", "The Nile flows north."]],
      ["claims.faithfulness", ["The Nile flows north."]],
    ]);
    expect(result.metadata).toMatchObject({ analysis: { calls: { batch: 2, reask: 1, single: 0, failed: 0 } } });
  });

  test("what stays missing is asked for one by one, and fails the metric if it still is", async () => {
    const nothing = () => ({ verdicts: [] });
    const alone = each(() => ({ verdict: "Contradictory" }), "claims");
    const patient = fakeModel({ ...answers, "claims.faithfulness": [nothing, nothing, alone] });
    expect((await new Faithfulness({ llm: patient }).execute(item)).score).toBe(0);
    expect(patient.calls).toHaveLength(5);
    const silent = fakeModel({ ...answers, "claims.faithfulness": nothing });
    const result = await new Faithfulness({ llm: silent }).execute(item);
    expect(result).toMatchObject({ status: "failed", why: "claims.faithfulness: 2 of 2 verdicts missing" });
    const strict = fakeModel({ ...answers, "claims.faithfulness": nothing });
    await new Faithfulness({ llm: strict, allowFallback: false }).execute(item);
    expect(strict.calls).toHaveLength(3);
  });

  test("forceGranular starts with single calls", async () => {
    const judge = fakeModel(answers);
    await new Faithfulness({ llm: judge, forceGranular: true }).execute(item);
    expect(judge.calls.filter(({ about }) => about === "claims.faithfulness")).toHaveLength(2);
  });

  test("no claims from a good extraction is not applicable, unless the options give a score", async () => {
    const judge = fakeModel({ ...answers, "claims.extract": { statements: [] } });
    expect(await new Faithfulness({ llm: judge }).execute(item)).toMatchObject({
      status: "not-applicable",
      score: null,
    });
    expect(judge.calls).toHaveLength(1);
    expect((await new Faithfulness({ llm: judge, scoreWithoutClaims: 1 }).execute(item)).score).toBe(1);
  });

  test("surplus answers are ignored and noted", async () => {
    const judge = fakeModel({
      ...answers,
      "claims.faithfulness": { verdicts: [0, 1, 2, 7].map((index) => ({ index, verdict: "Fully Supported" })) },
    });
    const result = await new Faithfulness({ llm: judge }).execute(item);
    expect(result).toMatchObject({
      score: 1,
      metadata: { notes: ["claims.faithfulness: 2 of 4 answers match no element"] },
    });
  });
});

test("the abort ends an execution whose judge does not listen", async () => {
  const abort = new AbortController();
  const deaf = { id: "deaf/judge", ask: () => new Promise<never>(() => {}) };
  const executing = new Faithfulness({ llm: deaf }).execute(item, { abort: abort.signal });
  const reason = new Error("enough");
  abort.abort(reason);
  await expect(executing).rejects.toBe(reason);
});

test("callbacks hear every question, and one that throws changes nothing", async () => {
  const heard: string[] = [];
  const callbacks = {
    onGenerationStart: (about: string) => void heard.push(about),
    onGenerationEnd: () => {
      throw new Error("mine");
    },
  };
  const result = await new Faithfulness({ llm: fakeModel(answers) }).execute(item, { callbacks });
  expect(heard).toEqual(["claims.extract", "claims.faithfulness"]);
  expect(result).toMatchObject({
    score: 0.5,
    metadata: { notes: ["a callback threw: mine", "a callback threw: mine"] },
  });
});

test("an instruction and examples of one's own reach every question of that instance, and no other", async () => {
  const judge = fakeModel(answers);
  const own = new Faithfulness({ llm: judge, instruction: "Dates are not claims." });
  own.addExamples([
    [
      { query: "q", actualOutput: "a" },
      { score: 0.25, explanation: "because" },
    ],
  ]);
  const cache = new AnalysisCache();
  await own.execute(item, { cache });
  await new Faithfulness({ llm: judge }).execute(item, { cache });
  const prompts = judge.calls.map(({ prompt }) => prompt.includes("Dates are not claims.") && prompt.includes("0.25"));
  expect(prompts).toEqual([true, true, false, false]);
});

test("holistic mode judges in one question with the same arithmetic", async () => {
  const judge = fakeModel({
    "claims.faithfulness": {
      verdicts: [
        { statement: "a", verdict: "Fully Supported" },
        { statement: "b", verdict: "Contradictory" },
      ],
    },
    "claims.relevancy": {
      verdicts: [
        { statement: "a", verdict: "yes" },
        { statement: "b", verdict: "no" },
      ],
    },
    "relevancy.explain": { explanation: "Half." },
  });
  const faithful = await new Faithfulness({ llm: judge, mode: "holistic" }).execute(item);
  const relevant = await new AnswerRelevancy({ llm: judge, mode: "holistic" }).execute(item);
  expect([faithful.score, relevant.score]).toEqual([0, 0.5]);
  expect(judge.calls).toHaveLength(3);
  expect(judge.calls[0]?.facts).toEqual({ text: item.actualOutput, evidence: item.retrievedContent[0] });
  expect(faithful.metadata).toMatchObject({ analysis: { mode: "holistic" } });
});
