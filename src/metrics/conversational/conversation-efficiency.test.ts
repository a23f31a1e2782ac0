import { describe, expect, test } from "vitest";
import { ConversationEfficiency } from "./conversation-efficiency.ts";
import { longConversation, scriptedJudge } from "./scripted-conversation.fixture.ts";
import { readOverall } from "./overall.fixture.ts";

describe("efficiency", () => {
  test("ten turns, two wasted, one moderate and one minor, seven enough, is 0.694", async () => {
    const metric = ConversationEfficiency({ llm: scriptedJudge() });
    const conversation = [...longConversation(10), { role: "tool", toolCallId: "1", content: "not counted" }];
    const result = await metric.execute({ conversation });
    expect(result.score).toBeCloseTo(0.694, 12);
    expect(await readOverall(metric, { conversation })).toMatchObject({
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
