import { describe, expect, test } from "vitest";
import { PersonaToneAdherence } from "./persona-tone-adherence.ts";
import { exampleMessages, longConversation, scriptedJudge, type ShownFacts } from "./scripted-conversation.fixture.ts";
import { readOverall } from "./overall.fixture.ts";

const item = { conversation: exampleMessages };

describe("persona", () => {
  const three = { conversation: longConversation(6) };
  const factsOf = (llm: ReturnType<typeof scriptedJudge>) => {
    const call = llm.calls.find(({ about }) => about === "persona.turns");
    return call?.facts as unknown as ShownFacts & { persona: { description: string } };
  };

  test("adherence .9 .7 .5 and consistency .8 is 0.73", async () => {
    const metric = PersonaToneAdherence({ llm: scriptedJudge() });
    expect((await metric.execute(three)).score).toBeCloseTo(0.73, 12);
    expect(await readOverall(metric, three)).toMatchObject({
      persona_breaks: 1,
      analyzed_turns: 3,
      tone_drift_detected: false,
    });
  });

  test("the persona is the option, the additional input, the item's description, or a default, in this order", async () => {
    const heard = async (options: object, more: object) => {
      const llm = scriptedJudge();
      await PersonaToneAdherence({ llm, ...options }).execute({ ...three, ...more });
      return factsOf(llm).persona.description;
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
      return factsOf(llm).messages.length;
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
      await readOverall(PersonaToneAdherence({ llm: scriptedJudge({ "persona.turns": swings }) }), three),
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
