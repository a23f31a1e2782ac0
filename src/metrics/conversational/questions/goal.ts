/** The question about a conversation's goal and how far it was reached. */
import { z } from "zod";
import { goalStatuses } from "../../arithmetic/dialogue/goal-completion-score.ts";
import { asData } from "../../composite/questions/rules.ts";
import { reply, share, word, words } from "../../judging/answer-shape.ts";
import { defineQuestion } from "../../judging/question.ts";
import { count } from "./count.ts";

const id = z.union([z.string(), z.number()]);

export const SubGoal = reply({
  description: words,
  status: word(goalStatuses),
  firstMentionedTurn: count.nullish(),
  achievedAtTurn: count.nullish(),
  associatedMomentId: id.nullish(),
  turnsToComplete: count.nullish(),
  requiredClarifications: count,
  agentRetries: count,
});
export type SubGoal = z.output<typeof SubGoal>;

export const MomentMapping = reply({
  momentId: id,
  momentTopic: words,
  addressedSubgoals: z.array(id).default([]),
  momentEfficiency: share,
});
export type MomentMapping = z.output<typeof MomentMapping>;

export const analyzeGoal = defineQuestion({
  about: "goal.analyze",
  prompt: `You judge whether a conversation between a user and an agent reached its goal. "goal" is what the user wanted; where it is missing, infer it
from what the user says. "moments" are the parts of the conversation with their ids, "turns" what each message does; messages are numbered
from 0.

1. Write the goal in one sentence as "primaryGoal". In "goalEvolution" say in one sentence how it changed on the way, or that it did not.
2. Break it down into three to six sub-goals that together make up the goal. A goal too simple for that may have fewer, but never none.
   Sub-goals come from the goal, not from what the agent happened to do.
3. For each sub-goal give its "status" as it stands at the end:
   - "achieved": done, and the conversation shows it. A promise to do it is not enough.
   - "partially_achieved": a usable part is done.
   - "not_achieved": tried or asked for, and not done.
   - "abandoned": dropped by the user or forgotten by the agent.
   Then the numbers you can read off the conversation: "firstMentionedTurn", "achievedAtTurn", "turnsToComplete" (messages from the one to
   the other), "associatedMomentId", "requiredClarifications" (how often the agent had to ask back for it) and "agentRetries" (how often the
   agent had to try again). Leave out what cannot be told; the last two are 0 where there were none.
4. In "goalMomentMappings" list every moment that serves some sub-goal, with its id, its topic, the sub-goals it serves, and
   "momentEfficiency" from 0 to 1: 1 where every message moved a sub-goal forward, 0.5 where half of them did, 0 where none did. Leave out
   moments that serve none.

${asData}`,
  answer: {
    primaryGoal: words,
    goalEvolution: words,
    subGoals: z.array(SubGoal),
    goalMomentMappings: z.array(MomentMapping).default([]),
  },
});

export type GoalAnalysis = z.output<typeof analyzeGoal.answer>;
