/** Questions about what an answer should address if no criteria are given: key points of the expected answer, or parts of the query. */
import { flag, texts, words } from "../../judging/answer-shape.ts";
import { defineBatch, defineQuestion } from "../../judging/question.ts";
import { asData, numbered, reasonFirst } from "./rules.ts";

export const extractPoints = defineQuestion({
  about: "points.extract",
  prompt: `You read an answer that is known to be good, "expectedOutput", and list the key points it makes in reply to "query".

A key point is something the person asking would miss if it were left out. Give each as one short sentence that another answer can be
checked for; join details that belong together, leave out politeness, repetition and decoration. Usually there are two to six.

Example. query: "Can I bring my dog?" expectedOutput: "Yes, dogs are welcome on a lead, but not in the restaurant." gives
keyPoints: ["Dogs are allowed.", "Dogs have to be on a lead.", "Dogs may not enter the restaurant."]

${asData}`,
  answer: { keyPoints: texts },
});

export const decomposeQuery = defineQuestion({
  about: "query.decompose",
  prompt: `You break a question down. List the two or three separate things that "query" asks for, each as a short question that can be answered for
itself. Stay with what is asked, spoken or clearly meant; do not add what might be interesting too. A question about one single thing gives
the two or three parts that a complete answer to it has.

Example. query: "What does the course cost and how do I sign up?" gives
subQuestions: ["What does the course cost?", "How does one sign up for the course?"]

${asData}`,
  answer: { subQuestions: texts },
});

export const checkQuestions = defineBatch({
  about: "questions.check",
  prompt: `You check how completely "response" answers "query". "subQuestions" are the points that a complete answer deals with, written as questions or as
statements; where there is an "expectedOutput", it shows what a complete answer looks like.

"addressed" is true when the response answers the question or makes the point, in whatever words, and false when it leaves it open, only touches
its topic, or puts it off. Whether the response is right does not matter here, as long as it does not dodge.

${numbered("subQuestions")} Repeat it in "subQuestion".
${reasonFirst}

${asData}`,
  elements: "subQuestions",
  list: "results",
  element: { subQuestion: words, reason: words, addressed: flag },
});
