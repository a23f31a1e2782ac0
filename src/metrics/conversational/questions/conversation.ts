/** Questions about the course of a conversation: its moments, their coherence, and the act of each message. */
import { z } from "zod";
import { dialogueActs, dialogueStates } from "../../arithmetic/flow/flow-turn.ts";
import { asData, numbered } from "../../composite/questions/rules.ts";
import { reply, share, texts, word, words } from "../../judging/answer-shape.ts";
import { defineBatch, defineQuestion } from "../../judging/question.ts";

const coherence = `Coherence says how well the messages of a moment belong together, from 0 to 1:
- 1: each message takes up the one before it, nothing is lost or misunderstood.
- 0.7: one digression or repetition, soon repaired.
- 0.4: messages pass each other by, answers do not fit what was asked.
- 0: no connection can be seen.`;

const before = `Where there is a "context", it holds the messages directly before: read them to understand, and judge none of them.`;

export const findMoments = defineQuestion({
  about: "conversation.moments",
  prompt: `You divide a conversation between a user and an agent into moments: stretches of messages in a row that are about one thing, such as one
question with its answer, or one step of a task with the questions and tool calls it took.

- Each message has a number, "turn". A moment runs from its "startTurn" to its "endTurn", both included.
- Moments do not overlap and leave no message out. Greetings and thanks belong to the moment beside them.
- Begin a new moment where the topic or the task changes, not with every question. A short conversation may be a single moment.
- Give each moment a number as "id", counted from 1, and a "topic" of at most eight words.

${coherence}

${before}

${asData}`,
  answer: {
    moments: z.array(
      reply({
        id: z.union([z.string(), z.number()]),
        topic: words,
        startTurn: z.number(),
        endTurn: z.number(),
        coherenceScore: share.nullish(),
      }),
    ),
  },
});

export const judgeCoherence = defineBatch({
  about: "conversation.coherence",
  prompt: `You judge how coherent single moments of a conversation are. "moments" are stretches of messages between a user and an agent, each with its
topic.

${coherence}

${numbered("moments")}
For each, first write in "analysis" one short sentence, then "coherenceScore".

${asData}`,
  elements: "moments",
  list: "moments",
  element: { analysis: words, coherenceScore: share },
});

export const judgeTurns = defineBatch({
  about: "conversation.turns",
  prompt: `You describe what each message of a conversation between a user and an agent does. Messages of the agent may hold tool calls; a tool's own
output is shown cut short, as "toolOutput".

"state" is where the conversation stands with this message:
- "Greeting/Small Talk": courtesy, nothing of the matter.
- "Intent Clarification": finding out what is wanted.
- "Information Gathering": asking for or giving details that are needed.
- "Tool Execution": calling a tool, or its output.
- "Solution Proposal": an answer, a result or a suggestion.
- "Refinement/Correction": changing or correcting something said before.
- "Confirmation": agreeing, or making sure that something is right or done.
- "Error/Recovery": something failed, or is being repaired.

"dialogueAct" is what the message does: "statement", "question", "command", "apology", "thanking", "agreement", "disagreement" or
"instruction". Of several, take the one the message is mainly for.

For messages of the user, and only for them, "frictionScore" says from 0 to 1 how hard the conversation makes it for them:
- 0: at ease, or just beginning. 0.3: has to add or explain something. 0.6: has to repeat or correct. 1: frustrated, or giving up.
"indicators" are the words of the message that show it, if there are any.

The list "messages" is numbered from 0 in the order given. Answer for every one of them exactly once and give its number as "index".
${before}
Where "frictionIsMissing" is true, all messages are the user's and each needs its "frictionScore".

${asData}`,
  elements: "messages",
  list: "turns",
  element: {
    state: word(dialogueStates),
    dialogueAct: word(dialogueActs),
    frictionScore: share.nullish(),
    indicators: texts.optional(),
  },
});

/** The judge's reply about one message. */
export type JudgedTurn = NonNullable<z.output<typeof judgeTurns.answer>["turns"]>[number];
