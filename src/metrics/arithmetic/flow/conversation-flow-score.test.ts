import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { conversationFlowScore } from "./conversation-flow-score.ts";
import { resolveFlowConfig, flowPresets } from "./flow-config.ts";
import { type DialogueState, dialogueActs, dialogueStates, type FlowMoment, type FlowTurn } from "./flow-turn.ts";
import { splitSegments, findStateLoops } from "./segments.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const turns = fc
  .array(fc.tuple(fc.constantFrom(...dialogueStates), fc.constantFrom(...dialogueActs), share), {
    minLength: 1,
    maxLength: 40,
  })
  .map((list) =>
    list.map(([state, dialogueAct, effort], turnIndex): FlowTurn => {
      const role = turnIndex % 2 === 0 ? "user" : "agent";
      return { turnIndex, role, state, dialogueAct, userEffortScore: role === "user" ? effort : null };
    }),
  );
const moments = fc.array(share, { maxLength: 6 }).map((scores) =>
  scores.map((coherenceScore, id): FlowMoment => ({
    id,
    topic: "t",
    startTurn: id,
    endTurn: id,
    turnCount: 1,
    coherenceScore,
  })),
);

function inStates(...states: DialogueState[]): FlowTurn[] {
  return states.map((state, turnIndex) => ({
    turnIndex,
    role: "agent",
    state,
    dialogueAct: "statement",
    userEffortScore: null,
  }));
}

describe("the score of flow", () => {
  test("it stays between 0 and 1, with every preset, and penalties never exceed their cap", () => {
    fc.assert(
      fc.property(
        turns,
        moments,
        fc.constantFrom(...(Object.keys(flowPresets) as (keyof typeof flowPresets)[])),
        (some, parts, preset) => {
          const score = conversationFlowScore(some, parts, preset);
          expect(score?.components.finalScore).toBeGreaterThanOrEqual(0);
          expect(score?.components.finalScore).toBeLessThanOrEqual(1);
          expect(score?.components.cappedPenalty).toBeLessThanOrEqual(flowPresets[preset].maxTotalPenalty);
        },
      ),
    );
  });

  test("without a message of the user there is no score", () => {
    expect(conversationFlowScore(inStates("Confirmation"), [])).toBeNull();
  });

  test("a coherence of 0 is a value", () => {
    const user: FlowTurn = {
      turnIndex: 0,
      role: "user",
      state: "Confirmation",
      dialogueAct: "thanking",
      userEffortScore: 0,
    };
    const moment: FlowMoment = { id: 1, topic: "t", startTurn: 0, endTurn: 0, turnCount: 1, coherenceScore: 0 };
    expect(conversationFlowScore([user], [moment])?.components).toMatchObject({ coherence: 0, baseScore: 0.6 });
  });
});

describe("loops", () => {
  const config = resolveFlowConfig();

  test("coming back to a clarification is no loop", () => {
    const back = inStates("Intent Clarification", "Tool Execution", "Intent Clarification");
    expect(findStateLoops(splitSegments(back), config)).toEqual([]);
  });

  test("a repetition is found as the definition finds it", () => {
    const states = fc.array(fc.constantFrom(...dialogueStates.slice(0, 3)), { maxLength: 20 });
    fc.assert(
      fc.property(states, (list) => {
        const segments = splitSegments(inStates(...list));
        const sizes = findStateLoops(segments, config).filter(({ severity }) => severity > 0.4).length;
        const expected = config.loopWindowSizes.filter((size) =>
          segments.some(
            (_, start) =>
              start + 2 * size <= segments.length &&
              segments
                .slice(start, start + size)
                .every(({ state }, offset) => state === segments[start + size + offset]?.state),
          ),
        ).length;
        expect(sizes).toBe(segments.length < 3 ? 0 : expected);
      }),
    );
  });

  test("looking for loops can be switched off", () => {
    const loop = splitSegments(inStates("Tool Execution", "Error/Recovery", "Tool Execution"));
    expect(findStateLoops(loop, config)).toHaveLength(1);
    expect(findStateLoops(loop, resolveFlowConfig({ loopDetectionEnabled: false }))).toEqual([]);
  });
});

describe("settings", () => {
  test("a part of them completes the balanced preset", () => {
    const config = resolveFlowConfig({ penaltyWeights: { stateLoop: 0 }, maxTotalPenalty: 0.1 });
    expect(config.penaltyWeights).toEqual({ ...flowPresets.balanced.penaltyWeights, stateLoop: 0 });
    expect(config).toMatchObject({ maxTotalPenalty: 0.1, cascadeWindowSize: 4 });
  });
});
