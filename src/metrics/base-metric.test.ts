import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { DatasetItem } from "../core/dataset-item.ts";
import type { MetricContext } from "../core/metric.ts";
import { MetricCategory, type MetricEvaluationResult } from "../core/score/metric-result.ts";
import { parseItem } from "../core/item/parse-item.ts";
import { flattenSignals } from "../core/score/signal.ts";
import { BaseMetric } from "./base-metric.ts";
import { metric } from "./decorator.ts";
import { redirectPrint } from "./display/print.ts";
import { ExactStringMatch } from "./heuristic/exact-string-match.ts";
import { Faithfulness } from "./composite/faithfulness.ts";
import { fakeModel } from "../testing/fake-model.ts";
import { provideModels } from "./model-source.ts";
import { metricRegistry } from "./registry.ts";

const Politeness = metric({
  name: "Politeness (test)",
  description: "Is the reply polite?",
  requiredFields: ["actual_output"],
  optionalFields: ["query"],
})(
  class Politeness extends BaseMetric {
    static override instruction = "Score 1 when the reply is polite, 0 when it is rude.";
  },
);

let printed = "";
let before: (text: string) => void;
beforeEach(() => {
  printed = "";
  before = redirectPrint((text) => void (printed += text));
});
afterEach(() => {
  redirectPrint(before);
  provideModels(undefined);
  metricRegistry.reset();
});

const item = { query: "q", actual_output: "Thank you!", expected_output: "never shown" };

describe("a metric by instruction", () => {
  test("asks the judge with the instruction and the fields, and holds the score within its range", async () => {
    const judge = fakeModel(
      { "metric.score": { score: 3, explanation: "Very polite." } },
      { costUsd: 0.001, tokenUsage: { input: 10, output: 5 } },
    );
    const result = await new Politeness({ llm: judge }).execute(item);
    expect(result).toMatchObject({ status: "scored", score: 1, explanation: "Very polite.", costEstimate: 0.001 });
    expect(judge.calls[0]).toMatchObject({
      about: "metric.score",
      facts: { instruction: Politeness.instruction, query: "q", actualOutput: "Thank you!" },
    });
    expect(judge.calls[0]?.prompt).toContain("Score 1 when the reply is polite");
    expect(
      flattenSignals(new Politeness().getSignals(result.signals), result.signals).signals["overall"],
    ).toMatchObject([{ name: "score", headlineDisplay: true }]);
  });

  test("its declaration is its configuration, and it is registered", () => {
    metricRegistry.register(Politeness);
    expect(Politeness.config).toMatchObject({
      key: "politeness_test",
      requiredFields: ["actualOutput"],
      optionalFields: ["query"],
      metricCategory: "score",
      defaultThreshold: 0.5,
      scoreRange: [0, 1],
      tags: [],
    });
    expect(metricRegistry.get("politeness_TEST")).toBe(Politeness);
  });

  test("a class that is no metric is refused", () => {
    const declare = metric({ name: "x", description: "x", requiredFields: [] });
    // @ts-expect-error not a metric
    expect(() => declare(Map)).toThrow(TypeError);
  });

  test("instances keep their own instruction and examples", async () => {
    const judge = fakeModel({ "metric.score": { score: 0.5, explanation: "e" } });
    const [one, other] = [new Politeness({ llm: judge }), new Politeness({ llm: judge })];
    one.setInstruction("Only thanks count.");
    one.setExamples([[{ actual_output: "Go away" }, { score: 0, explanation: "rude" }]]);
    one.addExamples([[{ actual_output: "Please" }, { score: 1, explanation: "polite" }]]);
    await one.execute(item);
    await other.execute(item);
    expect(judge.calls.map(({ prompt }) => prompt.includes("Only thanks count."))).toEqual([true, false]);
    expect(one.examples).toHaveLength(2);
    expect(other.examples).toHaveLength(0);
    expect(Politeness.examples).toBeUndefined();
  });

  test("without fields it looks at the usual ones", () => {
    const bare = new BaseMetric();
    const seen = bare.getEvaluationFields({ ...item, latency: 3 });
    expect(seen).toMatchObject({ query: "q", actualOutput: "Thank you!", expectedOutput: "never shown" });
    expect(seen.latency).toBeUndefined();
  });

  test("an input model refuses and an output model replaces the shape of the answer", async () => {
    const Labelled = metric({
      name: "Label (test)",
      description: "d",
      requiredFields: ["query"],
      metricCategory: MetricCategory.CLASSIFICATION,
    })(
      class extends BaseMetric {
        static override instruction = "Say which topic it is.";
        static override inputModel = z.object({ query: z.string().max(5) });
        static override outputModel = z.object({ label: z.enum(["a", "b"]), explanation: z.string() });
      },
    );
    const judge = fakeModel({ "metric.score": { label: "a", explanation: "because" } });
    const result = await new Labelled({ llm: judge }).execute({ query: "short" });
    expect(result).toMatchObject({ status: "scored", score: null, explanation: "because", signals: { label: "a" } });
    expect(new Labelled().verdict(result)).toEqual({ threshold: null, passed: null });
    expect(await new Labelled({ llm: judge }).execute({ query: "far too long" })).toMatchObject({ status: "failed" });
  });
});

describe("fields", () => {
  const mapped = new Politeness({ fieldMapping: { actual_output: "additional_output.parts.1.text" } });
  const nested = parseItem({
    additional_output: { parts: [{ text: "no" }, { text: "yes" }] },
    additional_input: { my_field: 5 },
  });

  test("a mapping is followed through keys and indexes, and null on the way is the default", () => {
    expect(mapped.getField(nested, "actual_output")).toBe("yes");
    expect(mapped.getField(nested, "actualOutput", "else")).toBe("yes");
    expect(mapped.getField(parseItem({}), "actualOutput", "else")).toBe("else");
    expect(mapped.getField(nested, "myField")).toBe(5);
    expect(mapped.getField(nested, "query")).toBeNull();
    expect(mapped.getMappedFields(nested)).toEqual({ actualOutput: "yes", query: null });
    expect(mapped.getEvaluationFields(nested)).toMatchObject({ actualOutput: "yes" });
  });

  test("what a mapping cannot find is said with its arrow, and asks nobody", async () => {
    const judge = fakeModel({});
    const result = await mapped.execute({ actual_output: "ignored" }, { judge });
    expect(result).toMatchObject({
      status: "not-applicable",
      why: "the item has no actualOutput ← additionalOutput.parts.1.text",
    });
    expect(judge.calls).toHaveLength(0);
  });

  test("a mapped value of the wrong kind is bad data", async () => {
    const result = await mapped.execute({ additional_output: { parts: [0, { text: 7 }] } }, { judge: fakeModel({}) });
    expect(result).toMatchObject({
      status: "failed",
      why: "actualOutput ← additionalOutput.parts.1.text: expected string, received number",
    });
  });

  test("a mapping that starts nowhere is a mistake", () => {
    expect(() => new Politeness({ fieldMapping: { actual_output: "additional_ouput.x" } })).toThrow(
      'starts at "additional_ouput"',
    );
  });

  test("required and optional fields can be set on an instance, even to none", async () => {
    const judge = fakeModel({ "metric.score": { score: 1, explanation: "e" } });
    const none = new Politeness({ llm: judge, requiredFields: [] });
    expect(none.requiredFields).toEqual([]);
    expect((await none.execute({})).status).toBe("scored");
    none.requiredFields = ["expected_output"];
    expect(none.requiredFields).toEqual(["expectedOutput"]);
    expect((await none.execute({})).status).toBe("not-applicable");
  });

  test("the last item is kept to look at", async () => {
    const one = new Politeness({ llm: fakeModel({ "metric.score": { score: 1 } }) });
    expect(one.inputItem).toBeNull();
    await one.execute({ ...item, id: "x" });
    expect(one.inputItem).toMatchObject({ id: "x", actualOutput: "Thank you!" });
    await mapped.execute(nested, { judge: fakeModel({}) });
    expect(mapped.inputItem).toMatchObject({ actualOutput: "yes", additionalInput: { my_field: 5 } });
  });
});

describe("names, thresholds, verdicts", () => {
  const scored = (score: number | null) => ({ score, status: "scored" }) as MetricEvaluationResult;

  test("names and descriptions: alias, option, declaration", () => {
    expect(new Politeness().name).toBe("Politeness (test)");
    expect(new Politeness({ metricName: "m", metricDescription: "d" })).toMatchObject({ name: "m", description: "d" });
    expect(new Politeness({ metricName: "m", name: "n", description: "e", metricDescription: "d" })).toMatchObject({
      name: "n",
      description: "e",
    });
  });

  test("threshold 0 is a threshold: it passes a score of 0", () => {
    expect(new Politeness({ threshold: 0 }).verdict(scored(0))).toEqual({ threshold: 0, passed: true });
    expect(new Politeness().verdict(scored(0.5))).toEqual({ threshold: 0.5, passed: true });
    expect(new Politeness().verdict(scored(0.49999))).toEqual({ threshold: 0.5, passed: false });
    expect(new Politeness().verdict(scored(null))).toEqual({ threshold: 0.5, passed: null });
    expect(new Politeness({ threshold: null }).verdict(scored(1))).toEqual({ threshold: null, passed: null });
  });

  test("an analysis has no threshold", () => {
    const analysing = new Politeness({ metricCategory: "analysis" });
    expect(analysing.threshold).toBeNull();
    analysing.metricCategory = MetricCategory.SCORE;
    expect(analysing.threshold).toBe(0.5);
  });

  test("where lower is better a score passes strictly below", () => {
    class Rudeness extends Politeness {
      static override inverseScoringMetric = true;
    }
    expect(new Rudeness().verdict(scored(0.5)).passed).toBe(false);
    expect(new Rudeness().verdict(scored(0.4)).passed).toBe(true);
  });
});

describe("a class with an execute of its own", () => {
  const Own = metric({ name: "Own (test)", description: "d", requiredFields: ["query"] })(
    class extends BaseMetric {
      readonly sub = new Politeness({
        llm: fakeModel({ "metric.score": { score: 1, explanation: "e" } }, { costUsd: 0.25 }),
      });
      override async execute(
        given: DatasetItem | Readonly<Record<string, unknown>>,
        context?: MetricContext,
      ): Promise<MetricEvaluationResult> {
        const { query } = given as DatasetItem;
        if (query === "throw") throw new Error("ouch");
        const first = await this.sub.execute(given, context);
        await this.sub.execute(given);
        return {
          ...first,
          score: query === "seven" ? 7 : 1,
          explanation: "",
          costEstimate: this.computeCostEstimate([this.sub]),
        };
      }
    },
  );

  test("keeps every promise: fields, failures, range, explanation, cost", async () => {
    expect(await new Own().execute({})).toMatchObject({ status: "not-applicable", score: null });
    expect(await new Own().execute({ query: "throw" })).toMatchObject({
      status: "failed",
      why: "own_test threw: ouch",
    });
    expect(await new Own().execute({ ...item, query: "seven" })).toMatchObject({
      status: "failed",
      why: "own_test returned 7, not a score from 0 to 1",
    });
    const [one, other] = await Promise.all([new Own().execute(item), new Own().execute(item)]);
    expect(one).toMatchObject({ status: "scored", score: 1, costEstimate: 0.5 });
    expect(one?.explanation).toMatch(/\S/);
    expect(other).toMatchObject({ costEstimate: 0.5 });
  });

  test("a price that is not known makes the sum unknown", async () => {
    const unpriced = fakeModel({ "metric.score": { score: 1 } }, { costUsd: null });
    expect(await new Politeness({ llm: unpriced }).execute(item)).toMatchObject({ score: 1, costEstimate: null });
  });
});

test("a field is read from an item as it was written, too", () => {
  const written = { actual_output: "a", additional_output: { summary: "s" } };
  expect(new ExactStringMatch().getField(written, "actual_output")).toBe("a");
  expect(new ExactStringMatch().getField({}, "actual_output", "instead")).toBe("instead");
  const mapped = new ExactStringMatch({ fieldMapping: { expected_output: "additional_output.summary" } });
  expect(mapped.getMappedFields(written)).toEqual({ actualOutput: "a", expectedOutput: "s" });
});

test("a decorated class that extends a built-in metric measures as that does", async () => {
  const Same = metric({ name: "Same (test)", description: "d", requiredFields: ["actual_output", "expected_output"] })(
    class extends ExactStringMatch {},
  );
  expect(Same.config).toMatchObject({ key: "same_test", judged: false, blankIsPresent: true });
  expect(await new Same().execute({ actual_output: "", expected_output: "" })).toMatchObject({ score: 1 });
});

describe("judges", () => {
  const answers = { "metric.score": { score: 1, explanation: "e" } };

  test("its own model comes before the one it names, that before the one it is handed", async () => {
    const [own, named, handed] = ["own", "named", "handed"].map((id) => fakeModel(answers, { id }));
    const opened: unknown[] = [];
    provideModels({
      model: async (request) => {
        opened.push(request.modelName);
        return request.modelName === undefined ? null : named!;
      },
      embedder: async () => null,
    });
    await new Politeness({ llm: own!, modelName: "a/b" }).execute(item, { judge: handed! });
    await new Politeness({ modelName: "a/b" }).execute(item, { judge: handed! });
    await new Politeness({ modelName: "a/b" }).execute(item);
    await new Politeness().execute(item, { judge: handed! });
    expect([own, named, handed].map((model) => model?.calls.length)).toEqual([1, 2, 1]);
    expect(opened).toEqual(["a/b"]);
    expect(await new Politeness().execute(item)).toMatchObject({ status: "failed", score: null });
  });

  test("a model of the AI SDK is adopted once, and what is no model at all is refused", async () => {
    const foreign = { provider: "p.chat", modelId: "m", doGenerate: () => {} };
    const ours = fakeModel(answers);
    let times = 0;
    const adopt = async () => ((times += 1), ours);
    expect(await new Politeness({ llm: foreign }).execute(item)).toMatchObject({ status: "failed", score: null });
    provideModels({ model: async () => null, embedder: async () => null, adopt });
    await new Politeness({ llm: foreign }).execute(item);
    await new Politeness({ llm: foreign }).execute(item);
    expect([times, ours.calls.length]).toEqual([1, 2]);
    expect(() => new Politeness({ llm: {} as never })).toThrow("expected a model");
  });

  test("settings reach the call", async () => {
    const seen: unknown[] = [];
    const judge = fakeModel(answers);
    const watched = {
      ...judge,
      ask: ((question, options) => (seen.push(options), judge.ask(question, options))) as typeof judge.ask,
    };
    await new Politeness({ llm: watched, temperature: 0.5, timeoutMs: 9, maxOutputTokens: 77 }).execute(item);
    expect(seen).toMatchObject([{ temperature: 0.5, timeoutMs: 9, maxOutputTokens: 77 }]);
  });
});

test("displayPrompt prints and returns the messages, and asks nobody", async () => {
  const judge = fakeModel({});
  const one = new Politeness({ llm: judge });
  one.setExamples([[{ actual_output: "Go away" }, { score: 0, explanation: "rude" }]]);
  const messages = await one.displayPrompt(item);
  expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
  expect(messages.at(-1)?.content).toContain("Thank you!");
  expect(printed).toContain("[system]");
  expect((await new Politeness().displayPrompt()).at(-1)?.content).toContain("<the facts of an item go here>");
  expect(judge.calls).toHaveLength(0);
});

test("displayPrompt shows the question as the options make it", async () => {
  const built = { query: "q", actual_output: "a", retrieved_content: ["c"] };
  const whole = await new Faithfulness({ mode: "holistic", instruction: "Dates count." }).displayPrompt(built);
  expect(whole.map(({ role }) => role)).toEqual(["system", "user", "system", "user"]);
  expect(whole[2]?.content).toContain('whole "text" instead of a list');
  expect(whole[2]?.content).toContain("Dates count.");
  const [, material = ""] = /<material-TAG>\n([^]*)\n<\/material-TAG>/.exec(whole[3]?.content ?? "") ?? [];
  expect(JSON.parse(material)).toEqual({ text: "a", evidence: "c" });
});
