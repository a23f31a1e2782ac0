import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Model } from "../../../core/model.ts";
import { ConversationFlow } from "../conversation-flow.ts";
import { exampleMessages, longConversation, scriptedJudge, type ShownFacts } from "../scripted-conversation.fixture.ts";
import { partition } from "./moments.ts";
import { toShownMessage } from "./shown-message.ts";
import { splitWindows } from "./windows.ts";

describe("a partition", () => {
  const stretch = fc.record({ startTurn: fc.integer({ min: -5, max: 40 }), endTurn: fc.integer({ min: -5, max: 40 }) });

  test("every message is in exactly one stretch, whatever the judge said", () => {
    fc.assert(
      fc.property(
        fc.array(stretch, { minLength: 1 }),
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 1, max: 20 }),
        (said, from, length) => {
          const parts = partition(said, from, from + length);
          expect(
            parts.flatMap(({ startTurn, endTurn }) =>
              Array.from({ length: endTurn - startTurn + 1 }, (_, index) => startTurn + index),
            ),
          ).toEqual(Array.from({ length }, (_, index) => from + index));
        },
      ),
    );
  });

  test("an overlap moves the later start, and a gap extends the earlier stretch", () => {
    const said = [
      { startTurn: 3, endTurn: 4 },
      { startTurn: 1, endTurn: 3 },
      { startTurn: 7, endTurn: 8 },
    ];
    expect(partition(said, 0, 10)).toEqual([
      { startTurn: 0, endTurn: 3 },
      { startTurn: 4, endTurn: 6 },
      { startTurn: 7, endTurn: 9 },
    ]);
  });
});

describe("windows", () => {
  test("they hold every message once, at most 80, with the last four before as context", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), (length) => {
        const windows = splitWindows(longConversation(length).map((message) => ({ ...message })));
        expect(windows.reduce((sum, { messages }) => sum + messages.length, 0)).toBe(length);
        for (const { from, messages, context } of windows) {
          expect(messages.length).toBeLessThanOrEqual(80);
          expect(context).toHaveLength(from === 0 ? 0 : 4);
        }
        expect(windows).toHaveLength(Math.ceil(length / 80));
      }),
    );
  });

  test("long messages make them shorter, and one too long for any has its own", () => {
    const long = { role: "user", content: "x".repeat(50_000) };
    const endless = { role: "user", content: "x".repeat(500_000) };
    expect(splitWindows([long, long, long, endless, long]).map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ]);
  });
});

describe("what the judge is shown", () => {
  test("a tool's output is cut to 100 characters, and its calls are named", () => {
    const shown = toShownMessage({ role: "tool", toolCallId: "1", content: "😀".repeat(200), isError: true });
    expect(shown).toEqual({ role: "agent", toolOutput: `${"😀".repeat(100)} …`, toolFailed: true });
    const toolCalls = [{ id: "1", name: "find", args: { q: "x" }, tags: [] }];
    expect(toShownMessage({ role: "assistant", toolCalls })).toEqual({
      role: "agent",
      content: "",
      toolCalls: ['find({"q":"x"})'],
    });
  });
});

describe("moments and turns", () => {
  const flow = async (replies: Parameters<typeof scriptedJudge>[0], messages: readonly object[] = exampleMessages) => {
    const judge = scriptedJudge(replies);
    const result = await ConversationFlow({ llm: judge }).execute({ conversation: messages });
    return { judge, result, asked: judge.calls.map(({ about }) => about) };
  };

  test("two questions are enough for a conversation", async () => {
    const { result, asked } = await flow({});
    expect(result.status).toBe("scored");
    expect(asked.toSorted()).toEqual(["conversation.moments", "conversation.turns"]);
  });

  test("400 messages take a number of calls that grows with windows, and every message is sent to each question once", async () => {
    for (const length of [400, 800]) {
      const { judge, result } = await flow({}, longConversation(length));
      expect(result.status).toBe("scored");
      expect(judge.calls).toHaveLength((2 * length) / 80);
      const sent = judge.calls
        .filter(({ about }) => about === "conversation.turns")
        .flatMap(({ facts }) => (facts as unknown as ShownFacts).messages);
      expect(sent).toHaveLength(length);
      const context = judge.calls.flatMap(({ facts }) => (facts as unknown as ShownFacts).context ?? []);
      expect(context).toHaveLength(2 * 4 * (length / 80 - 1));
    }
  });

  test("ids that every window counts from 1 are made unique", async () => {
    const { result } = await flow({}, longConversation(240));
    expect((result.signals as { moments: { id: unknown }[] }).moments.map(({ id }) => id)).toEqual([1, "1-2", "1-3"]);
  });

  test("a coherence that is missing is asked for once; one of 0 is not missing", async () => {
    const moments = [
      { id: "a", topic: "t", startTurn: 0, endTurn: 2 },
      { id: "b", topic: "u", startTurn: 3, endTurn: 5, coherenceScore: 0 },
    ];
    const { result, judge, asked } = await flow({
      "conversation.moments": { moments },
      "conversation.coherence": { moments: [{ index: 0, coherenceScore: 1, analysis: "" }] },
    });
    expect(asked).toHaveLength(3);
    expect(judge.calls.at(-1)?.facts).toMatchObject({ moments: [{ topic: "t", messages: [{}, {}, {}] }] });
    expect(result.signals).toMatchObject({ components: { coherence: 0.5 } });
  });

  test("no moments, or a coherence that stays missing, fail; nothing is made up", async () => {
    expect((await flow({ "conversation.moments": { moments: [] } })).result).toMatchObject({
      status: "failed",
      score: null,
    });
    const moments = [{ id: 1, topic: "t", startTurn: 0, endTurn: 5 }];
    const { result } = await flow({ "conversation.moments": { moments }, "conversation.coherence": { moments: [] } });
    expect(result).toMatchObject({ status: "failed", score: null });
  });

  test("a message that stays unanalysed is asked about alone, with the six before it, then fails the metric", async () => {
    const missesLast = ({ messages }: ShownFacts) => ({
      turns: messages
        .map((_, index) => ({ index, state: "Confirmation", dialogueAct: "statement", frictionScore: 0 }))
        .filter((_, index) => messages[index]?.content !== "message 9"),
    });
    const { result, judge } = await flow({ "conversation.turns": missesLast }, longConversation(10));
    expect(result).toMatchObject({ status: "failed", score: null });
    const alone = judge.calls.filter(
      ({ about, facts }) => about === "conversation.turns" && (facts as unknown as ShownFacts).context?.length === 6,
    );
    expect(alone).toHaveLength(1);
  });

  test("friction that is missing for the user is asked for again, and then fails", async () => {
    const state = { state: "Confirmation", dialogueAct: "statement" };
    const without = ({ messages }: ShownFacts) => ({ turns: messages.map((_, index) => ({ index, ...state })) });
    const second = ({ messages }: ShownFacts) => ({
      turns: messages.map((_, index) => ({ index, ...state, frictionScore: 0.5 })),
    });
    expect((await flow({ "conversation.turns": [without, second] })).result.status).toBe("scored");
    expect((await flow({ "conversation.turns": without })).result).toMatchObject({ status: "failed", score: null });
  });

  test("a judge that is down fails the metric after few calls", async () => {
    const { result, judge } = await flow({ "conversation.turns": new Error("down") }, longConversation(800));
    expect(result).toMatchObject({ status: "failed", score: null });
    expect(judge.calls.filter(({ about }) => about === "conversation.turns").length).toBeLessThanOrEqual(5);
  });

  test("windows are asked about one at a time where only one call may be made at a time", async () => {
    const judge = scriptedJudge();
    let running = 0;
    let most = 0;
    const llm: Model = {
      id: "counting",
      async ask(question, options) {
        if (question.about !== "conversation.turns") return await judge.ask(question, options);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running -= 1;
        return await judge.ask(question, options);
      },
    };
    await ConversationFlow({ llm, maxConcurrentLlmCalls: 1 }).execute({ conversation: longConversation(400) });
    expect(most).toBe(1);
    await ConversationFlow({ llm, maxConcurrentLlmCalls: 3 }).execute({ conversation: longConversation(400) });
    expect(most).toBe(3);
  });

  test("numbers beyond their range are held, and unknown words refused", async () => {
    const wild = ({ messages }: ShownFacts) => ({
      turns: messages.map((_, index) => ({ index, state: "confirmation", dialogueAct: "THANKING", frictionScore: 7 })),
    });
    const { result } = await flow({ "conversation.turns": wild });
    expect(result.signals).toMatchObject({
      turns: [{ state: "Confirmation", dialogueAct: "thanking" }, {}, {}, {}, {}, {}],
    });
    const unknown = ({ messages }: ShownFacts) => ({
      turns: messages.map((_, index) => ({ index, state: "Daydreaming", dialogueAct: "statement" })),
    });
    expect((await flow({ "conversation.turns": unknown })).result.status).toBe("failed");
  });
});
