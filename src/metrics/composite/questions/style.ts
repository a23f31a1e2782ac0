/** Two questions about how an answer is written: its length and its tone. */
import { z } from "zod";
import { flag, reply, share, word, words } from "../../judging/answer-shape.ts";
import { defineQuestion } from "../../judging/question.ts";
import { asData } from "./rules.ts";

export const judgeConciseness = defineQuestion({
  about: "conciseness.judge",
  prompt: `You judge how economically an answer is written. "expectedOutput" is an answer to the same question with the right density; "actualOutput" is the
one to judge. "query", where there is one, is the question.

First list in "redundantSegments" the passages of the actual answer that could go without loss, each quoted in "segment", with a "reason" and a
"category": "Filler" (politeness, hedging, talk about the answer itself), "Repetition" (says again what was said) or "Over-explanation"
(explains what the expected answer does not need). Then a "reason" in one or two sentences, then the "score":
- 1: as dense as the expected answer, or denser; nothing could go.
- 0.8: slightly wordy; a few words or a sentence could go.
- 0.5: about twice the words that were needed.
- 0: bloated; what matters is buried.
Values between are allowed. Judge length against content only: an answer that is wrong or incomplete but short is concise, and
more content than expected is not redundancy unless nobody asked for it.

${asData}`,
  answer: {
    redundantSegments: z
      .array(
        reply({ segment: z.string(), reason: words, category: word(["Filler", "Repetition", "Over-explanation"]) }),
      )
      .default([]),
    reason: words,
    score: share,
  },
});

export const judgeTone = defineQuestion({
  about: "tone.judge",
  prompt: `You judge whether two texts sound alike. "expectedOutput" has the tone and style that are wanted; "actualOutput" is the text to judge. Where there is
a "personaDescription", it describes who should be speaking, and counts as much as the example.

Tone is the attitude that can be heard: warm, neutral, formal, playful, apologetic. Style is the making: length of sentences, choice of words,
address, lists or prose, emojis. What the texts say, and whether it is right, does not matter.

First list in "differences" what differs, each with a "dimension" (such as formality, warmth, address, structure), the "expectedVal", the
"actualVal" and a short "verdict". Then "toneMatch" and "styleMatch", a "reason" in one or two sentences, and the "score":
- 1: exactly the expected voice.
- 0.8: minor drift that few readers would notice.
- 0.5: a clear mismatch in tone or in style.
- 0: the opposite of what was wanted.
Values between are allowed.

${asData}`,
  answer: {
    differences: z
      .array(reply({ dimension: z.string(), expectedVal: words, actualVal: words, verdict: words }))
      .default([]),
    toneMatch: flag,
    styleMatch: flag,
    reason: words,
    score: share,
  },
});
