import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { flattenSignals } from "../../core/score/signal.ts";
import { fakeModel } from "../../testing/fake-model.ts";
import { ConversationFlow } from "./conversation-flow.ts";
import { longConversation, scriptedJudge } from "./scripted-conversation.fixture.ts";

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
