/** Questions about the efficiency of a conversation: its goal, what was wasted, and the shortest path. */
import { z } from "zod";
import { asData } from "../../composite/questions/rules.ts";
import { flag, reply, texts, word, words } from "../../judging/answer-shape.ts";
import { defineQuestion } from "../../judging/question.ts";
import { count } from "./count.ts";

const inefficiencyTypes = [
  "redundant_question",
  "circular_logic",
  "unnecessary_clarification",
  "repetitive_information",
  "off_topic_detour",
  "premature_tool_use",
  "delayed_action",
  "redundant_tool_call",
  "incorrect_tool_call",
] as const;

export const findGoal = defineQuestion({
  about: "efficiency.goal",
  prompt: `You read a conversation between a user and an agent and say what it is for. "moments" are its parts.

- "primaryGoal": what the user wants, in one sentence.
- "goalComplexity": "simple" for one question or one action, "moderate" for a few steps that depend on each other, "complex" for many steps,
  several tools or open questions.
- "expectedTurnRange": the fewest and most messages, tools not counted, that a good conversation about this goal takes, such as "4-8". Judge by
  the goal, not by how long this conversation was.

${asData}`,
  answer: {
    primaryGoal: words,
    goalComplexity: word(["simple", "moderate", "complex"]),
    expectedTurnRange: z.union([z.string(), z.number(), z.array(z.number())]),
  },
});

export const Inefficiency = reply({
  type: word(inefficiencyTypes),
  turnIndices: z.array(count).default([]),
  description: words,
  turnsWasted: count,
  severity: word(["severe", "moderate", "minor"]),
  toolRelated: flag.optional(),
});
export type Inefficiency = z.output<typeof Inefficiency>;

export const findWaste = defineQuestion({
  about: "efficiency.waste",
  prompt: `You look for what was wasted in a conversation between a user and an agent. "primaryGoal" is what it was for; messages are numbered from 0,
"turns" says what each does, "moments" are its parts.

List each inefficiency once, with one "type":
- "redundant_question": the agent asks what it was told already, or could know.
- "circular_logic": the same exchange again without getting further.
- "unnecessary_clarification": asking back where the request was clear.
- "repetitive_information": saying again what was said.
- "off_topic_detour": messages that do not serve the goal.
- "premature_tool_use": a tool called before what it needs was known.
- "delayed_action": waiting or announcing where the agent could have acted.
- "redundant_tool_call": a tool called again for what was there already.
- "incorrect_tool_call": the wrong tool, or wrong arguments.

"turnIndices" are the messages it shows in. "turnsWasted" are the messages that would fall away without it; 0 where none would. "severity" is
"severe" where it put the goal at risk or cost the user real effort, "moderate" where it was noticeable, "minor" otherwise. "toolRelated" is
true where a tool is the cause. Do not list what a careful agent would have done as well, such as confirming before something that cannot be
undone. A conversation without waste has an empty list. "totalWastedTurns" is your own total, and "primaryInefficiencyCategory" the type that
cost most, if any.

${asData}`,
  answer: {
    inefficiencies: z.array(Inefficiency),
    totalWastedTurns: count.nullish(),
    primaryInefficiencyCategory: z.string().nullish(),
  },
});

export const findPath = defineQuestion({
  about: "efficiency.path",
  prompt: `You work out the shortest good conversation that would have reached the same goal. "messages" is what happened, in "actualTurnCount" messages
without tools; "inefficiencies" are what was found wasteful in it; "goalComplexity" and "expectedTurnRange" say what may be expected.

- "optimalTurnCount": how many messages of user and agent together, tools not counted, a competent agent would have needed with this user. At
  least 1. The user still has to say what only the user knows, and steps that are dangerous to skip stay.
- "keySteps": the steps that remain, in order. "removedSteps": what falls away. "efficiencyGain": from 0 to 1, the share of messages saved.

${asData}`,
  answer: {
    optimalTurnCount: z.preprocess((raw) => (typeof raw === "number" ? Math.max(1, raw) : raw), z.number().min(1)),
    keySteps: texts.default([]),
    removedSteps: texts.default([]),
    efficiencyGain: z.number().nullish(),
  },
});
