/** Questions about the claims of an answer: extract them, then judge them against the evidence or the query. */
import { z } from "zod";
import { reply, texts, word, words } from "../../judging/answer-shape.ts";
import { defineBatch, defineQuestion } from "../../judging/question.ts";
import { asData, numbered, reasonFirst } from "./rules.ts";

export const extractClaims = defineQuestion({
  about: "claims.extract",
  prompt: `You take texts apart into the single claims they make.

List every claim in "text" as a statement of its own, in the order of the text:
- One fact, number, instruction or opinion per statement. "Open Monday to Friday, closed on holidays" makes two.
- Each statement can be understood alone: put names in place of pronouns and of words such as "this" or "there".
- Keep numbers, units, names and the strength of words (must, should, may, at least) exactly as they are.
- Leave out greetings, thanks, questions back and remarks about the answer itself. Do not say the same thing twice.
- Add nothing that is not in the text, also where the text is wrong.
A text that claims nothing has an empty list.

Example. text: "Hi! The Nile is 6,650 km long and it flows north." gives
statements: ["The Nile is 6,650 km long.", "The Nile flows north."]

${asData}`,
  answer: { statements: texts },
});

export const verdictOnEvidence = word(["Fully Supported", "Partially Supported", "No Evidence", "Contradictory"]);

const faithfulness = `You check claims against evidence, and against nothing else: what you know yourself does not count, neither for nor against a claim.

The verdicts:
- "Fully Supported": the evidence states the claim, or it follows from the evidence without any further assumption.
- "Partially Supported": a part of the claim follows from the evidence and the evidence is silent on the rest.
- "No Evidence": the evidence says nothing that bears on the claim, or there is no evidence at all.
- "Contradictory": the evidence says something that cannot be true together with the claim.

Numbers, dates and units have to agree exactly; the same amount written differently (1,000 and 1000; 1 km and 1000 m) agrees.
Strength counts: a claim that makes "recommended" into "required", "at least" into "exactly", "may" into "will", or the other way
round, is "Contradictory".

Example. evidence: "The pass costs 20 euros. Booking ahead is recommended."
- "The pass costs 20 euros." is Fully Supported. "The pass costs 20 euros and is valid all day." is Partially Supported.
- "The office has a lift." is No Evidence. "Booking ahead is required." is Contradictory.`;

export const judgeFaithfulness = defineBatch({
  about: "claims.faithfulness",
  prompt: `${faithfulness}\n\n${numbered("claims")}\n${reasonFirst}\n\n${asData}`,
  elements: "claims",
  list: "verdicts",
  element: { reason: words, verdict: verdictOnEvidence },
});

const whole = `The facts hold a whole "text" instead of a list. Take it apart into single claims first, each understandable alone and with its numbers
and the strength of its words kept, and give each as "statement" together with its verdict. A text that claims nothing has an empty list.`;

/** Extracts and judges claims in one question. */
export const judgeFaithfulnessWhole = defineQuestion({
  about: "claims.faithfulness",
  prompt: `${faithfulness}\n\n${whole}\n${reasonFirst}\n\n${asData}`,
  answer: { verdicts: z.array(reply({ statement: z.string(), reason: words, verdict: verdictOnEvidence })) },
});

export const verdictOnQuestion = word(["yes", "no", "idk"]);

const relevancy = `You decide for single statements of an answer whether they are relevant to the question in "query". Whether they are true does not matter
here.

"relevancyMode" says how strictly:
- "strict": only a statement that itself answers what was asked is relevant. Background, side remarks and advice are not.
- "task": a statement that closely relates to what was asked and helps the person with it is relevant too.

The verdicts: "yes" when the statement is relevant under that mode, "no" when it is not, and "idk" only when the statement is too unclear
to tell.

Example. query: "When does the museum open?"
- "The museum opens at nine." is yes in both modes.
- "Tickets can be bought at the door." is no when strict, and yes for the task.
- "The city was founded in 1150." is no in both.`;

export const judgeRelevancy = defineBatch({
  about: "claims.relevancy",
  prompt: `${relevancy}\n\n${numbered("statements")}\n${reasonFirst}\n\n${asData}`,
  elements: "statements",
  list: "verdicts",
  element: { reason: words, verdict: verdictOnQuestion },
});

export const judgeRelevancyWhole = defineQuestion({
  about: "claims.relevancy",
  prompt: `${relevancy}\n\n${whole}\n${reasonFirst}\n\n${asData}`,
  answer: { verdicts: z.array(reply({ statement: z.string(), reason: words, verdict: verdictOnQuestion })) },
});

export const explainRelevancy = defineQuestion({
  about: "relevancy.explain",
  unshared: true,
  prompt: `You explain a score to the people who built the system that was measured. "score" is the share of an answer's statements that were found
relevant to "query", from 0 to 1; "irrelevantStatements" are those that were not.

Write "explanation": one to three plain sentences that say what the answer did well or badly with regard to the question, and name the
statements that cost it points, if any. Do not repeat the whole list, do not judge whether anything is true, do not change the score.

${asData}`,
  answer: { explanation: z.string() },
});
