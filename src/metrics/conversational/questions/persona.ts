/** Questions about how an agent speaks: message by message, and over the whole conversation. */
import { z } from "zod";
import { asData, numbered } from "../../composite/questions/rules.ts";
import { flag, share, texts, word, words } from "../../judging/answer-shape.ts";
import { defineBatch, defineQuestion } from "../../judging/question.ts";

export const judgePersona = defineBatch({
  about: "persona.turns",
  prompt: `You judge whether messages of an agent fit a persona. "persona" describes how the agent should be: its character, the tone it should strike,
phrases that are typical of it, and what it should never do ("antiPatterns"). Judge the manner, not whether what is said is true.

"adherenceScore" from 0 to 1:
- 1: as the persona would say it. 0.8: fits, a little flat. 0.5: neutral, or mixed. 0.2: clearly out of character.
- 0: the opposite of the persona, or one of its antiPatterns.
A message too short to show any manner ("Done.") is judged by whether the persona would be that brief.

"toneClassification" is the tone you hear, in one or two words. "personaMatch" is true where the message could be the persona's.
"positiveIndicators" and "negativeIndicators" are the words that speak for and against it. "deviationType" is "tone_shift" where the tone is
another, "characteristic_break" where a trait of the persona is broken, "anti_pattern" where it does what it should never do, else "none".

${numbered("messages")}

${asData}`,
  elements: "messages",
  list: "turns",
  element: {
    positiveIndicators: texts.default([]),
    negativeIndicators: texts.default([]),
    toneClassification: words,
    personaMatch: flag,
    deviationType: word(["tone_shift", "characteristic_break", "anti_pattern", "none"]),
    adherenceScore: share,
  },
});

/** The judge's reply about one message. */
export type PersonaTurn = NonNullable<z.output<typeof judgePersona.answer>["turns"]>[number];

const momentNames = z.array(z.union([z.string(), z.number()])).default([]);

export const judgeConsistency = defineQuestion({
  about: "persona.consistency",
  prompt: `You judge how evenly an agent kept to its persona over a conversation. "turnAnalyses" says for each of its messages how well it fits the
persona and what tone it has; "moments" are the parts of the conversation.

- "consistencyScore" from 0 to 1: 1 where the manner is the same throughout, 0.7 where it wavers once, 0.4 where it changes between parts,
  0 where every message sounds like somebody else. A persona that is missed evenly is consistent.
- "toneDriftDetected": true where the tone moves in one direction over the conversation and does not come back; then "driftDirection" says
  from what to what.
- "mostConsistentMoments" and "leastConsistentMoments": ids of moments, if any stand out.

${asData}`,
  answer: {
    consistencyScore: share,
    toneDriftDetected: flag,
    driftDirection: z.string().nullish(),
    mostConsistentMoments: momentNames,
    leastConsistentMoments: momentNames,
  },
});
