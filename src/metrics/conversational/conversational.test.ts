import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { flattenSignals } from "../../core/signal.ts";
import { AnalysisCache } from "../analysis-cache.ts";
import type { BaseMetric } from "../base-metric.ts";
import { fakeModel } from "../fake-model.fixture.ts";
import { ConversationEfficiency } from "./conversation-efficiency.ts";
import { ConversationFlow } from "./conversation-flow.ts";
import { GoalCompletion } from "./goal-completion.ts";
import { PersonaToneAdherence } from "./persona-tone-adherence.ts";
import { exampleMessages, longConversation, scriptedJudge, type ShownFacts } from "./scripted-conversation.fixture.ts";

const item = { conversation: exampleMessages };

async function overall(metric: BaseMetric, given: Record<string, unknown> = item): Promise<Record<string, unknown>> {
  const { signals } = await metric.execute(given);
  const flat = flattenSignals(metric.getSignals(signals), signals);
  expect(flat.notes).toEqual([]);
  return Object.fromEntries((flat.signals["overall"] ?? []).map(({ name, value }) => [name, value]));
}

describe("all four on one item", () => {
  test("ask eight questions together, and 2, 3, 5 and 3 alone", async () => {
    const counts = [];
    for (const metric of [ConversationFlow, GoalCompletion, ConversationEfficiency, PersonaToneAdherence]) {
      const llm = scriptedJudge();
      expect((await metric({ llm }).execute(item)).status).toBe("scored");
      counts.push(llm.calls.length);
    }
    expect(counts).toEqual([2, 3, 5, 3]);
    const llm = scriptedJudge();
    const cache = new AnalysisCache();
    const metrics = [ConversationFlow, GoalCompletion, ConversationEfficiency, PersonaToneAdherence];
    await Promise.all(metrics.map(async (metric) => await metric({ llm }).execute(item, { cache })));
    expect(llm.calls).toHaveLength(8);
  });

  test("without a conversation none asks anything", async () => {
    for (const metric of [ConversationFlow, GoalCompletion, ConversationEfficiency, PersonaToneAdherence]) {
      const llm = scriptedJudge();
      expect(await metric({ llm }).execute({ query: "q" })).toMatchObject({ status: "not-applicable" });
      expect(llm.calls).toEqual([]);
    }
  });

  test("every question that fails makes the metrics fail that need it, with its reason", async () => {
    const needs = {
      "conversation.moments": [ConversationFlow, GoalCompletion, ConversationEfficiency, PersonaToneAdherence],
      "conversation.turns": [ConversationFlow, GoalCompletion, ConversationEfficiency],
      "goal.analyze": [GoalCompletion],
      "efficiency.goal": [ConversationEfficiency],
      "efficiency.waste": [ConversationEfficiency],
      "efficiency.path": [ConversationEfficiency],
      "persona.turns": [PersonaToneAdherence],
      "persona.consistency": [PersonaToneAdherence],
    };
    for (const [about, metrics] of Object.entries(needs))
      for (const metric of metrics) {
        const result = await metric({ llm: scriptedJudge({ [about]: new Error("the judge is down") }) }).execute(item);
        expect(result).toMatchObject({ status: "failed", score: null });
        expect(result.why).toContain(about);
      }
  });
});

describe("flow", () => {
  interface Row {
    readonly turns: readonly { role: string; state: string; dialogue_act: string; user_effort_score: number | null }[];
    readonly moments: readonly {
      id: number;
      topic: string;
      start_turn: number;
      end_turn: number;
      coherence_score: number;
    }[];
    readonly results: Readonly<Record<string, { readonly components: { readonly final_score: number } }>>;
  }
  const file = new URL("../../../test/fixtures/metric-vectors.json", import.meta.url);
  const rows = (JSON.parse(readFileSync(file, "utf8")) as { conversation_flow: Row[] }).conversation_flow;

  /** Words as long as the effort needs them to be, and the friction that makes up the rest. */
  const messageOf = (effort: number | null) =>
    effort === null
      ? { role: "assistant", content: "x" }
      : { role: "user", content: effort > 0.6 ? "x".repeat(400) : "" };
  const frictionOf = (effort: number | null) => (effort === null ? null : (effort > 0.6 ? effort - 0.4 : effort) / 0.6);

  test.each(rows)(
    "the vectors hold through execute, with a judge that says what they say: row %#",
    async ({ turns, moments, results }) => {
      const llm = fakeModel({
        "conversation.moments": { moments },
        "conversation.turns": {
          turns: turns.map(({ state, dialogue_act, user_effort_score }, index) => ({
            index,
            state,
            dialogue_act,
            friction_score: frictionOf(user_effort_score),
          })),
        },
      });
      const conversation = turns.map(({ user_effort_score }) => messageOf(user_effort_score));
      for (const [preset, { components }] of Object.entries(results)) {
        const config = preset === "geometric" ? { use_geometric_mean: true } : preset;
        const result = await ConversationFlow({ llm, config } as never).execute({ conversation });
        expect(result.score).toBeCloseTo(components.final_score, 9);
      }
    },
  );

  test("its threshold is 0.7 with any config, and unknown settings are refused", () => {
    for (const config of ["balanced", "strict", "lenient", "research_mode", { maxTotalPenalty: 0.1 }] as const)
      expect(ConversationFlow({ config })).toMatchObject({
        threshold: 0.7,
        name: "Conversation Flow",
        requiredFields: ["conversation"],
      });
    expect(() => ConversationFlow({ config: "harsh" } as never)).toThrow(/config/);
    expect(() => ConversationFlow({ config: { maxPenalty: 1 } } as never)).toThrow(/config/);
  });

  test("without a message of a user there is nothing to measure, and nothing is asked", async () => {
    const llm = scriptedJudge();
    const result = await ConversationFlow({ llm }).execute({ conversation: [{ role: "assistant", content: "hello" }] });
    expect(result).toMatchObject({ status: "not-applicable", score: null });
    expect(llm.calls).toEqual([]);
  });

  test("its readings show the score, the first five turns and the last three", async () => {
    const metric = ConversationFlow({ llm: scriptedJudge() });
    const { signals, score } = await metric.execute({ conversation: longConversation(20) });
    const flat = flattenSignals(metric.getSignals(signals), signals).signals;
    expect(flat["overall"]).toMatchObject([{ name: "final_score", value: score, headlineDisplay: true }]);
    expect(Object.keys(flat).filter((group) => group.startsWith("turn_"))).toHaveLength(8);
    expect(flat["Score Breakdown"]?.map(({ name }) => name)).toEqual([
      "base_score",
      "coherence",
      "efficiency",
      "user_experience",
      "total_penalty",
      "raw_penalty",
    ]);
    expect(flat["states"]).toMatchObject([{ name: "Solution Proposal", value: 20 }]);
  });
});

describe("goal", () => {
  test("achieved, partly and not, with some clarifications, is 0.54", async () => {
    const metric = GoalCompletion({ llm: scriptedJudge() });
    const result = await metric.execute({ ...item, additionalInput: { goal: "get a refund" } });
    expect(result.score).toBeCloseTo(0.54, 12);
    expect(result.metadata).toMatchObject({ goalInferred: false });
    expect(await overall(metric)).toMatchObject({
      completion_score: 0.5,
      outcome: "partially_achieved",
      total_sub_goals: 3,
      bottleneck_count: 0,
    });
  });

  test("a goal that is not given is inferred, and the metadata says so", async () => {
    const llm = scriptedJudge();
    const result = await GoalCompletion({ llm }).execute(item);
    expect(result.metadata).toMatchObject({ goalInferred: true });
    expect(llm.calls.find(({ about }) => about === "goal.analyze")?.facts).not.toHaveProperty("goal");
  });

  test("no sub-goals is a failure; no mapped moment leaves completion alone", async () => {
    const analysis = { primaryGoal: "g", goalEvolution: "", subGoals: [], goalMomentMappings: [] };
    expect(await GoalCompletion({ llm: scriptedJudge({ "goal.analyze": analysis }) }).execute(item)).toMatchObject({
      status: "failed",
    });
    const subGoals = [{ description: "d", status: "achieved", requiredClarifications: 9, agentRetries: 0 }];
    const llm = scriptedJudge({ "goal.analyze": { ...analysis, subGoals } });
    const result = await GoalCompletion({ llm }).execute(item);
    expect(result.score).toBe(1);
    expect(await overall(GoalCompletion({ llm }))).toMatchObject({
      goal_drift_detected: true,
      unmapped_moment_share: 1,
    });
  });

  test("an abandoned goal that came up early is an abandoned outcome", async () => {
    const subGoals = [
      {
        description: "d",
        status: "abandoned",
        firstMentionedTurn: 1,
        requiredClarifications: 0,
        agentRetries: 0,
        turnsToComplete: 6,
      },
    ];
    const llm = scriptedJudge({
      "goal.analyze": { primaryGoal: "g", goalEvolution: "", subGoals, goalMomentMappings: [] },
    });
    expect(await overall(GoalCompletion({ llm }))).toMatchObject({
      outcome: "abandoned",
      abandoned_early: true,
      bottleneck_count: 1,
    });
  });

  test("weights that do not add up, and outcomes the wrong way round, are mistakes", () => {
    expect(() => GoalCompletion({ completionWeight: 0.7 })).toThrow(/add up to 1/);
    expect(() => GoalCompletion({ outcomeThresholdPartial: 0.9 })).toThrow(/outcomeThresholdPartial/);
  });
});

describe("efficiency", () => {
  test("ten turns, two wasted, one moderate and one minor, seven enough, is 0.694", async () => {
    const metric = ConversationEfficiency({ llm: scriptedJudge() });
    const conversation = [...longConversation(10), { role: "tool", toolCallId: "1", content: "not counted" }];
    const result = await metric.execute({ conversation });
    expect(result.score).toBeCloseTo(0.694, 12);
    expect(await overall(metric, { conversation })).toMatchObject({
      total_turns: 10,
      wasted_turns: 2,
      inefficiency_count: 2,
      tool_related_count: 1,
      optimal_turn_count: 7,
    });
  });

  test("the judge's own total is kept beside the score and not used", async () => {
    const result = await ConversationEfficiency({ llm: scriptedJudge() }).execute({
      conversation: longConversation(10),
    });
    expect(result.metadata).toMatchObject({ judgedTotalWastedTurns: 9 });
  });

  test("an optimum below 1 or beyond the conversation is held", async () => {
    const score = async (optimalTurnCount: number) => {
      const llm = scriptedJudge({
        "efficiency.path": { optimalTurnCount },
        "efficiency.waste": { inefficiencies: [] },
      });
      return (await ConversationEfficiency({ llm }).execute({ conversation: longConversation(10) })).score;
    };
    expect(await score(-3)).toBeCloseTo(0.6 + 0.4 * 0.1, 12);
    expect(await score(50)).toBe(1);
  });

  test("only tool messages are nothing to measure", async () => {
    const llm = scriptedJudge();
    expect(
      await ConversationEfficiency({ llm }).execute({
        conversation: [{ role: "tool", toolCallId: "1", content: "x" }],
      }),
    ).toMatchObject({ status: "not-applicable" });
    expect(llm.calls).toEqual([]);
  });
});

describe("persona", () => {
  const three = { conversation: longConversation(6) };
  const personaOf = (llm: ReturnType<typeof scriptedJudge>) =>
    (llm.calls.find(({ about }) => about === "persona.turns")?.facts as unknown as { persona: { description: string } })
      .persona;

  test("adherence .9 .7 .5 and consistency .8 is 0.73", async () => {
    const metric = PersonaToneAdherence({ llm: scriptedJudge() });
    expect((await metric.execute(three)).score).toBeCloseTo(0.73, 12);
    expect(await overall(metric, three)).toMatchObject({
      persona_breaks: 1,
      analyzed_turns: 3,
      tone_drift_detected: false,
    });
  });

  test("the persona is the option, the additional input, the item's description, or a default, in this order", async () => {
    const heard = async (options: object, more: object) => {
      const llm = scriptedJudge();
      await PersonaToneAdherence({ llm, ...options }).execute({ ...three, ...more });
      return personaOf(llm).description;
    };
    const additionalInput = { persona: { description: "from input", key_characteristics: ["calm"] } };
    expect(await heard({ persona: "from option" }, { additionalInput, personaDescription: "from item" })).toBe(
      "from option",
    );
    expect(await heard({}, { additionalInput, personaDescription: "from item" })).toBe("from input");
    expect(await heard({}, { personaDescription: "from item" })).toBe("from item");
    expect(await heard({}, {})).toContain("helpful");
  });

  test("tools are heard only when asked for, and an agent that says nothing is nothing to measure", async () => {
    const count = async (analyzeOnlyAgentTurns: boolean) => {
      const llm = scriptedJudge();
      await PersonaToneAdherence({ llm, analyzeOnlyAgentTurns }).execute(item);
      return (llm.calls.find(({ about }) => about === "persona.turns")?.facts as unknown as ShownFacts).messages.length;
    };
    expect([await count(true), await count(false)]).toEqual([2, 3]);
    const llm = scriptedJudge();
    expect(
      await PersonaToneAdherence({ llm }).execute({ conversation: [{ role: "user", content: "hello" }] }),
    ).toMatchObject({ status: "not-applicable" });
    expect(llm.calls).toEqual([]);
  });

  test("drift is the judge's word, or a variance beyond its threshold", async () => {
    const swings = ({ messages }: ShownFacts) => ({
      turns: messages.map((_, index) => ({
        index,
        adherenceScore: index % 2,
        toneClassification: "",
        personaMatch: true,
        deviationType: "none",
      })),
    });
    expect(
      await overall(PersonaToneAdherence({ llm: scriptedJudge({ "persona.turns": swings }) }), three),
    ).toMatchObject({ tone_drift_detected: true });
  });

  test("a persona that cannot be read fails, and is not replaced by another", async () => {
    const result = await PersonaToneAdherence({ llm: scriptedJudge() }).execute({
      ...three,
      additionalInput: { persona: { descriptoin: "x" } },
    });
    expect(result).toMatchObject({ status: "failed", score: null });
  });
});
