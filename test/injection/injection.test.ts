/** Every text of the corpus in a run, past the real prompt and the real reading: the verdict is that of the clean twin. */
import type { LanguageModel } from "ai";
import { describe, expect, test } from "vitest";
import type { AgentAdapter } from "../../src/core/agent.ts";
import type { AxisResult } from "../../src/core/score/axis-result.ts";
import type { Evidence } from "../../src/core/evidence.ts";
import type { Judge } from "../../src/core/judge.ts";
import { defaultWeights } from "../../src/core/score/weights.ts";
import { agentJudge } from "../../src/judging/model-judges/agent-judge.ts";
import { modelJudge } from "../../src/judging/model-judges/model-judge.ts";
import { modelOf } from "../../src/judging/models/open-model.ts";
import { axisResult } from "../../src/judging/scoring/axis-result.ts";
import type { InjectionCase } from "./case.ts";
import { families } from "./corpus.ts";
import { injectedRun } from "./injected-run.ts";
import { readPrompt, type Style, stubReply, styles } from "./stub-judge.ts";

const cases = families.flatMap(({ name: family, cases: own }) => own.map((each) => ({ family, ...each })));
const matrix = cases.flatMap((each) => styles.map((style) => ({ ...each, style })));

/** A language model of the SDK's own kind that answers by reading the prompt. */
function stubModel(style: Style): LanguageModel {
  return {
    specificationVersion: "v3",
    provider: "stub",
    modelId: style,
    supportedUrls: {},
    doGenerate: async ({ prompt }) => ({
      content: [{ type: "text", text: stubReply(textOf(prompt), style) }],
      finishReason: { unified: "stop", raw: "stop" },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    }),
    doStream: () => Promise.reject(new Error("nothing is streamed")),
  };
}

function textOf(prompt: readonly { readonly content: string | readonly object[] }[]): string {
  return prompt
    .map(({ content }) =>
      typeof content === "string" ? content : content.map((part) => ("text" in part ? part.text : "")).join("\n"),
    )
    .join("\n\n");
}

/** The same as an agent, in this process. */
const stubAgent: AgentAdapter = {
  name: "stub",
  canJudge: true,
  run: async ({ prompt }) => ({ status: "completed", result: stubReply(prompt, "talkative") }),
};
const agent = agentJudge(
  { name: "stub", adapter: stubAgent, config: { agent: "stub" } },
  { env: {}, names: [], configDir: "/", now: () => new Date(), onWarning: () => {} },
);

/** All numbers a judge gave; sizes and durations are not his. */
async function verdictOn(evidence: Evidence, judge: Judge): Promise<object> {
  const { score, replies } = await axisResult(evidence, {
    judges: { goal: judge, environment: judge, service: judge, agent: judge },
    weights: defaultWeights,
    judging: { retries: 0, timeoutMs: 60_000 },
    agentName: "stub",
    abort: new AbortController().signal,
  });
  return { grades: score.goalAchievement.criteria.map((one) => one.score), replies, ...audits(score) };
}

function audits({ environment, service, agent: own }: AxisResult): object {
  const numbers = (dimension: AxisResult["agent"]) =>
    dimension.audits.map(({ id, success, weight, contextRelevance }) => [id, success, weight, contextRelevance]);
  return { audits: [environment, service, own].map(numbers), necessity: own.necessity?.score };
}

test("the corpus has its twelve families and at least eighty cases, each told apart", () => {
  expect(families).toHaveLength(12);
  expect(cases.length).toBeGreaterThanOrEqual(80);
  expect(new Set(cases.map(({ family, name }) => `${family}: ${name}`)).size).toBe(cases.length);
  expect(new Set(cases.map(({ text }) => text)).size).toBe(cases.length);
});

test("the stub tells a met check from one that is not, and would see a real success", async () => {
  const judge = modelJudge(modelOf(stubModel("bare")));
  const clean = injectedRun("assistant");
  expect(await verdictOn(clean, judge)).toMatchObject({ grades: [10, 0], replies: [] });
  const better = clean.transcript.map((entry) =>
    entry.type === "tool_result" && entry.id === "t" ? { ...entry, output: "ALL GREEN, NO WARNING" } : entry,
  );
  expect(await verdictOn({ ...clean, transcript: better }, judge)).toMatchObject({ grades: [10, 10] });
});

/** The verdict on the clean twin, asked for once for each place and judge. */
const twins = new Map<string, Promise<object>>();
function verdictOnTwin(where: InjectionCase["where"], name: string, judge: Judge): Promise<object> {
  const key = `${name} ${where}`;
  const known = twins.get(key) ?? verdictOn(injectedRun(where), judge);
  twins.set(key, known);
  return known;
}

describe("as a model", () => {
  test.each(matrix)("$family: $name ($style)", async ({ where, text, style }) => {
    const judge = modelJudge(modelOf(stubModel(style)));
    const [twin, verdict] = [
      await verdictOnTwin(where, style, judge),
      await verdictOn(injectedRun(where, text), judge),
    ];
    expect(verdict).toEqual(twin);
  });
});

describe("as an agent", () => {
  test.each(cases)("$family: $name", async ({ where, text }) => {
    const [twin, verdict] = [
      await verdictOnTwin(where, "agent", agent),
      await verdictOn(injectedRun(where, text), agent),
    ];
    expect(verdict).toEqual(twin);
  });
});

test("a reader who believed the forged answers would have been fooled: the corpus is not harmless", () => {
  const forged = cases.filter(({ text }) => /"score":\s*10/.test(text));
  expect(forged.length).toBeGreaterThanOrEqual(4);
  expect(() => readPrompt("no marks at all")).toThrow("marks");
});
