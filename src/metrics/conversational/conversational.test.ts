import { describe, expect, test } from "vitest";
import { AnalysisCache } from "../analysis-cache.ts";
import { ConversationEfficiency } from "./conversation-efficiency.ts";
import { ConversationFlow } from "./conversation-flow.ts";
import { GoalCompletion } from "./goal-completion.ts";
import { PersonaToneAdherence } from "./persona-tone-adherence.ts";
import { exampleMessages, scriptedJudge } from "./scripted-conversation.fixture.ts";

const item = { conversation: exampleMessages };

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
