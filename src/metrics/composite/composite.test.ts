import { describe, expect, test } from "vitest";
import { AnswerCompleteness } from "./answer-completeness.ts";
import { AnswerConciseness } from "./answer-conciseness.ts";
import { AnswerCriteria } from "./answer-criteria.ts";
import { AnswerRelevancy } from "./answer-relevancy.ts";
import { CitationRelevancy } from "./citation-relevancy.ts";
import { FactualAccuracy } from "./factual-accuracy.ts";
import { Faithfulness } from "./faithfulness.ts";
import { runWithReplies, verdicts } from "./measured.fixture.ts";
import { PIILeakage } from "./pii-leakage.ts";
import { ToneStyleConsistency } from "./tone-style-consistency.ts";

const answer = { query: "q", actualOutput: "an answer", retrievedContent: ["c0", "c1"] };

describe("Faithfulness", () => {
  const replies = {
    "claims.extract": { statements: ["a", "b", "c", "d"] },
    "claims.faithfulness": verdicts(["Fully Supported", "Partially Supported", "No Evidence", "Contradictory"]),
  };

  test.each([
    [{}, 0.125],
    [{ strictMode: true }, 0],
    [{ strictMode: true, verdictScores: { CONTRADICTORY: 0 } }, 0.375],
    [{ verdictScores: { partially_supported: 1 } }, 0.25],
  ])("one of each verdict with %j is %d", async (options, score) => {
    const {
      score: found,
      headline,
      flat,
      explanation,
    } = await runWithReplies(new Faithfulness(options), answer, replies);
    expect(found).toBe(score);
    expect(headline).toMatchObject({ name: "final_score", value: score });
    expect(explanation).toMatch(/^Critical/);
    expect(flat["claim_1"]?.map(({ name }) => name)).toEqual([
      "faithfulness_verdict",
      "verdict_score",
      "claim_text",
      "reasoning",
    ]);
    expect(flat["claim_1"]?.[3]?.value).toBe("r1");
  });

  test("an unknown verdict among the weights is a mistake", () => {
    expect(() => new Faithfulness({ verdictScores: { MAYBE: 1 } })).toThrow('"MAYBE" is not a verdict');
  });

  test("an empty list of context is judged against empty evidence", async () => {
    const { status, calls } = await runWithReplies(new Faithfulness(), { ...answer, retrievedContent: [] }, replies);
    expect(status).toBe("scored");
    expect(calls[1]?.facts).toMatchObject({ evidence: "" });
  });
});

describe("AnswerRelevancy", () => {
  const replies = {
    "claims.extract": { statements: ["a", "b", "c", "d"] },
    "claims.relevancy": verdicts(["yes", "no", "idk", "yes"]),
    "relevancy.explain": { explanation: "Mostly." },
  };

  test("an ambiguous statement counts, unless it is penalised", async () => {
    const lenient = await runWithReplies(new AnswerRelevancy(), answer, replies);
    const strict = await runWithReplies(new AnswerRelevancy({ penalizeAmbiguity: true }), answer, replies);
    expect([lenient.score, strict.score]).toEqual([0.75, 0.5]);
    expect(lenient.headline).toMatchObject({ name: "overall_score", value: 0.75 });
    expect(lenient.explanation).toBe("Mostly.");
    expect(strict.flat["statement_2"]?.[0]).toMatchObject({ name: "is_relevant", value: false });
  });

  test("a failed explanation leaves the score and is built from the numbers; it can be left out", async () => {
    const failing = await runWithReplies(new AnswerRelevancy(), answer, {
      ...replies,
      "relevancy.explain": new Error("down"),
    });
    expect(failing).toMatchObject({ score: 0.75, explanation: "3 of 4 statements count as relevant to the question." });
    const quiet = await runWithReplies(new AnswerRelevancy({ explain: false }), answer, replies);
    expect(quiet.asked).toEqual(["claims.extract", "claims.relevancy"]);
  });

  const talk = [
    { role: "assistant", content: "Welcome!" },
    { role: "user", content: "one?" },
    { role: "assistant", content: "first" },
    { role: "user", content: "two?" },
    { role: "user", content: "three?" },
    { role: "tool", tool_call_id: "x", content: "ignored" },
    { role: "assistant", content: "second" },
  ];

  test("all turns share one denominator, with two questions per turn and one for the explanation", async () => {
    const many = {
      "claims.extract": ({ text }: { text: string }) => ({
        statements: text === "first" ? ["f1", "f2", "f3"] : ["s1"],
      }),
      "claims.relevancy": ({ statements, query }: { statements: string[]; query: string }) =>
        verdicts(statements.map(() => (query === "one?" ? "yes" : "no"))),
      "relevancy.explain": { explanation: "Three of four." },
    };
    const found = await runWithReplies(
      new AnswerRelevancy({ multiTurnStrategy: "all_turns" }),
      { conversation: talk },
      many,
    );
    expect(found.score).toBe(0.75);
    expect(found.asked).toHaveLength(5);
    expect(found.signals).toMatchObject({ evaluatedTurnsCount: 2 });
    expect(found.flat["statement_3"]?.at(-1)).toMatchObject({ name: "turn_index", value: 6 });
    expect(found.metadata).toMatchObject({ notes: ["1 assistant messages answer no question and were left out"] });
  });

  test("a turn that cannot be judged fails the metric; without pairs it does not apply", async () => {
    const broken = {
      ...replies,
      "claims.extract": ({ text }: { text: string }) => (text === "first" ? {} : { statements: ["s"] }),
    };
    const options = { multiTurnStrategy: "all_turns" } as const;
    expect((await runWithReplies(new AnswerRelevancy(options), { conversation: talk }, broken)).status).toBe("failed");
    const lonely = { query: "q", actualOutput: "a", conversation: [{ role: "ai", content: "hello" }] };
    expect((await runWithReplies(new AnswerRelevancy(options), lonely, replies)).status).toBe("not-applicable");
    expect((await runWithReplies(new AnswerRelevancy(options), answer, replies)).score).toBe(0.75);
  });
});

test("FactualAccuracy is the share of statements that the expected answer bears out", async () => {
  const replies = {
    "facts.extract": { statements: ["a", "b", "c"] },
    "facts.verdicts": {
      verdicts: [1, 0, true].map((is_supported, index) => ({ index, statement: "x", is_supported })),
    },
  };
  const found = await runWithReplies(new FactualAccuracy(), { ...answer, expectedOutput: '{"a": 1}' }, replies);
  expect(found.score).toBe(2 / 3);
  expect(found.calls[1]?.facts).toEqual({ question: "q", statements: ["a", "b", "c"], groundTruth: '{"a": 1}' });
  expect(found.flat["statement_1"]?.map(({ value }) => value)).toEqual(["b", false, ""]);
  const none = { ...replies, "facts.extract": { statements: [] } };
  expect((await runWithReplies(new FactualAccuracy(), { ...answer, expectedOutput: "x" }, none)).status).toBe(
    "not-applicable",
  );
});

describe("AnswerCompleteness", () => {
  const checks = {
    "aspects.decompose": {
      aspects_details: [
        { aspect_name: "Price", concepts: ["amount", "tax"] },
        { aspectName: "Way", concepts: [] },
      ],
    },
    "aspects.check": {
      aspectResults: [
        {
          index: 0,
          aspect: "Price",
          covered: true,
          conceptsCovered: ["Amount "],
          conceptsMissing: ["tax"],
          reason: "r",
        },
        { index: 1, aspect: "Way", covered: false, conceptsCovered: [], conceptsMissing: [], reason: "r" },
      ],
    },
    "points.extract": { keyPoints: ["p1", "p2"] },
    "query.decompose": { subQuestions: ["s1", "s2"] },
    "questions.check": {
      results: [0, 1].map((index) => ({ index, subQuestion: "x", addressed: index === 0, reason: "r" })),
    },
  };

  test("with criteria it is the share of aspects", async () => {
    const found = await runWithReplies(
      new AnswerCompleteness(),
      { ...answer, acceptanceCriteria: ["Price", "Way"] },
      checks,
    );
    expect(found.asked).toEqual(["aspects.decompose", "aspects.check"]);
    expect(found.score).toBe(0.5);
    expect(found.flat["overall"]).toMatchObject([{ value: 0.5 }, { name: "concept_coverage_score", value: 1 / 3 }]);
    expect(found.flat["aspect_Way"]?.[4]).toMatchObject({ name: "concepts_missing", value: ["Way"] });
  });

  test("without criteria it is the share of key points, or of the parts of the question", async () => {
    const withExpected = { ...answer, expectedOutput: "e" };
    expect((await runWithReplies(new AnswerCompleteness(), withExpected, checks)).asked).toEqual([
      "points.extract",
      "questions.check",
    ]);
    const plain = await runWithReplies(new AnswerCompleteness({ useExpectedOutput: false }), withExpected, checks);
    expect(plain.asked).toEqual(["query.decompose", "questions.check"]);
    expect(plain).toMatchObject({ score: 0.5, headline: { name: "sub_question_coverage_score" } });
    expect(plain.calls[1]?.facts).not.toHaveProperty("expectedOutput");
    const none = await runWithReplies(new AnswerCompleteness(), answer, {
      ...checks,
      "query.decompose": { subQuestions: [] },
    });
    expect(none.status).toBe("failed");
  });
});

describe("AnswerCriteria", () => {
  const criteria = {
    "criteria.decompose": {
      keyAspects: ["A", "B"],
      aspectDetails: [
        { aspectName: "A", concepts: ["a1", "a2"] },
        { aspectName: "B", concepts: ["b1"] },
      ],
    },
    "criteria.check": {
      aspectResults: [
        { index: 0, covered: true, conceptsCovered: ["a1", "zzz"], conceptsMissing: ["a2"] },
        { index: 1, covered: false, conceptsCovered: [], conceptsMissing: ["b1"] },
      ],
    },
  };
  const item = { ...answer, additionalInput: { Complete: "must a and b" } };

  test.each([
    [{ scoringStrategy: "concept" }, 1 / 3, "concept_coverage_score"],
    [{ scoringStrategy: "aspect" }, 0.5, "aspect_coverage_score"],
    [{ scoringStrategy: "weighted" }, 0.7 / 3 + 0.3 * 0.5, "weighted_score"],
  ] as const)("%j of the example is %d", async (options, score, headline) => {
    const found = await runWithReplies(new AnswerCriteria(options), item, criteria);
    expect(found.score).toBeCloseTo(score, 12);
    expect(found.headline).toMatchObject({ name: headline, value: found.score });
    expect(found.metadata).toMatchObject({ notes: ['"zzz" is not a concept of the aspect "A"'] });
    expect(found.asked).toEqual(["criteria.decompose", "criteria.check"]);
  });

  test("without criteria it does not apply, and nobody is asked", async () => {
    const found = await runWithReplies(new AnswerCriteria({ criteriaKey: "Polite" }), item, criteria);
    expect(found).toMatchObject({ status: "not-applicable", asked: [] });
  });

  test("a concept in both lists is covered, but missing and its aspect uncovered where contradictions count", async () => {
    const both = {
      ...criteria,
      "criteria.check": {
        aspectResults: [0, 1].map((index) => ({
          index,
          covered: true,
          conceptsCovered: [0],
          conceptsMissing: index === 0 ? ["A1"] : [],
        })),
      },
    };
    expect((await runWithReplies(new AnswerCriteria({ scoringStrategy: "aspect" }), item, both)).score).toBe(1);
    const strict = new AnswerCriteria({ scoringStrategy: "aspect", checkForContradictions: true });
    expect((await runWithReplies(strict, item, both)).score).toBe(0.5);
  });

  test("over all turns a concept counts once if any turn covers it, or the turns are averaged", async () => {
    const conversation = {
      messages: ["one", "two"].flatMap((word) => [
        { role: "user", content: `${word}?` },
        { role: "assistant", content: word },
      ]),
      rubrics: { Complete: "the rubric" },
    };
    const turns = {
      ...criteria,
      "criteria.check": ({ response }: { response: string }) => ({
        aspectResults: [
          { index: 0, covered: true, conceptsCovered: response === "one" ? ["a1"] : ["a1", "a2"] },
          { index: 1, covered: response === "two", conceptsCovered: [] },
        ],
      }),
    };
    const all = { multiTurnStrategy: "all_turns" } as const;
    const cumulative = await runWithReplies(new AnswerCriteria(all), { conversation }, turns);
    const average = await runWithReplies(
      new AnswerCriteria({ ...all, multiTurnAggregation: "average" }),
      { conversation },
      turns,
    );
    expect(cumulative.score).toBeCloseTo(2 / 3, 12);
    expect(average.score).toBeCloseTo((1 / 3 + 2 / 3) / 2, 12);
    expect(cumulative.asked).toEqual(["criteria.decompose", "criteria.check", "criteria.check"]);
    expect(cumulative.calls[0]?.facts).toEqual({ query: "one?", criteria: "the rubric" });
    expect(cumulative.flat["turn_1_aspect_B"]?.at(-1)).toMatchObject({ name: "turn_index", value: 3 });
  });
});

test("conciseness and tone are the judge's number, held within 0 and 1", async () => {
  const item = { actualOutput: "a", expectedOutput: "e", additionalInput: { persona_description: "a pirate" } };
  const concise = await runWithReplies(new AnswerConciseness(), item, {
    "conciseness.judge": {
      score: 1.4,
      redundantSegments: [{ segment: "s", reason: "r", category: "over explanation" }],
      reason: "Short.",
    },
  });
  expect(concise).toMatchObject({ score: 1, explanation: "Short.", headline: { name: "conciseness_score", value: 1 } });
  expect(concise.flat["segment_0"]?.[1]?.value).toBe("Over-explanation");
  const tone = await runWithReplies(new ToneStyleConsistency(), item, {
    "tone.judge": {
      score: -0.2,
      toneMatch: false,
      styleMatch: true,
      differences: [{ dimension: "warmth", expectedVal: "warm", actualVal: "cold", verdict: "off" }],
      reason: "",
    },
  });
  expect(tone).toMatchObject({ score: 0, explanation: "Tone differs, style matches." });
  expect(tone.calls[0]?.facts).toMatchObject({ personaDescription: "a pirate" });
  expect(tone.flat["difference_0"]?.[1]?.value).toBe("warm → cold");
});

describe("CitationRelevancy", () => {
  const judged = {
    "citations.relevance": ({ citations }: { citations: string[] }) => ({
      verdicts: citations.map((citation, index) => ({
        index,
        citation,
        isRelevant: citation.includes("good"),
        reason: "r",
      })),
    }),
  };

  test("no citation is 0, without a question", async () => {
    expect(await runWithReplies(new CitationRelevancy(), answer, judged)).toMatchObject({ score: 0, asked: [] });
  });

  test("each distinct question is asked about once, and stays open until something is cited", async () => {
    const messages = [
      { role: "user", content: "A?" },
      { role: "assistant", content: "Let me look." },
      { role: "assistant", content: "See https://good.example/a and https://bad.example/b" },
      { role: "user", content: "A?" },
      { role: "assistant", content: "[good](https://good.example/c)" },
      { role: "assistant", content: "https://good.example/never-asked" },
    ];
    const found = await runWithReplies(new CitationRelevancy(), { conversation: messages }, judged);
    expect(found.score).toBe(2 / 3);
    expect(found.asked).toHaveLength(1);
    expect(found.flat["citation_2"]?.[1]).toMatchObject({ name: "turn_index", value: 4 });
  });

  test("a judge that fails fails the metric", async () => {
    const found = await runWithReplies(
      new CitationRelevancy(),
      { ...answer, actualOutput: "https://good.example" },
      {},
    );
    expect(found).toMatchObject({ status: "failed", score: null });
  });
});

describe("PIILeakage", () => {
  const item = { actualOutput: "Call Anna Krol." };

  test("nothing found is the good case, with one question", async () => {
    expect(await runWithReplies(new PIILeakage(), item, { "pii.extract": { extractedPii: [] } })).toMatchObject({
      score: 1,
      asked: ["pii.extract"],
    });
  });

  test("leaks cost their share; the explanation may fail without harm", async () => {
    const replies = { "pii.extract": { extracted_pii: ["Anna", "0123"] }, "pii.verdicts": verdicts(["yes", "no"]) };
    const found = await runWithReplies(new PIILeakage(), item, replies);
    expect(found).toMatchObject({ score: 0.5, explanation: "1 of 2 passages with personal data are leaks." });
    expect(found.flat["statement_0"]?.[0]).toMatchObject({ name: "pii_verdict", value: "yes", score: 0 });
    const silent = await runWithReplies(new PIILeakage(), item, { "pii.extract": new Error("down") });
    expect(silent).toMatchObject({ status: "failed", score: null });
  });
});
