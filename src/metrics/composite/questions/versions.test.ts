import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import * as aspects from "./aspects.ts";
import * as citations from "./citations.ts";
import * as claims from "./claims.ts";
import * as context from "./context.ts";
import * as facts from "./facts.ts";
import * as privacy from "./privacy.ts";
import * as style from "./style.ts";
import * as subQuestions from "./sub-questions.ts";

/**
 * The wording of every question, as a digest beside its version. Scores of differently worded questions are not
 * comparable: whoever changes a prompt raises its version, and the version of the metrics that ask it, and writes the
 * new digest here.
 */
const locked: Readonly<Record<string, string>> = {
  "checkAspects 1": "8a2e3f16adc7",
  "checkCriteria 1": "e81edabc11c4",
  "checkFacts 1": "b4b9e6d02969",
  "checkQuestions 1": "b7e2f2cba715",
  "decomposeAspects 1": "c493d04c3eed",
  "decomposeCriteria 1": "03f0fbd9a7cd",
  "decomposeQuery 1": "9dddd0ab66f9",
  "explainPii 1": "3e04d3ee4016",
  "explainRelevancy 1": "298f34d77eb8",
  "extractClaims 1": "3a05749f8e6b",
  "extractFacts 1": "658b223c6095",
  "extractPii 1": "822aa0699b5e",
  "extractPoints 1": "df748cf8e10b",
  "extractTruth 1": "57bf3c96e8ae",
  "judgeChunkRelevancy 1": "8d08dfded671",
  "judgeChunkUsefulness 1": "c23f6eca1e3b",
  "judgeChunkUtilization 1": "a6fcd6db0dc2",
  "judgeCitations 1": "f0f4fe36a06c",
  "judgeConciseness 1": "d77ea61d22af",
  "judgeFaithfulness 1": "b5dfa1a0e478",
  "judgeFaithfulnessWhole 1": "c0f0fadb909f",
  "judgePii 1": "a02e3b41c2a5",
  "judgeRecall 1": "cc3797b49249",
  "judgeRelevancy 1": "aaa5cfaa65bf",
  "judgeRelevancyWhole 1": "dd54a2696652",
  "judgeSufficiency 1": "13415fe7832e",
  "judgeTone 1": "719f672e163b",
};

function isQuestion(value: unknown): value is { about: string; version: number; prompt: string } {
  return typeof value === "object" && value !== null && "about" in value && "prompt" in value;
}

test("a question is not reworded without a new version", () => {
  const modules = { aspects, citations, claims, context, facts, privacy, style, subQuestions };
  const found = Object.values(modules).flatMap((module) => Object.entries(module));
  const digests = found.flatMap(([name, value]) =>
    isQuestion(value)
      ? [[`${name} ${value.version}`, createHash("sha256").update(value.prompt).digest("hex").slice(0, 12)]]
      : [],
  );
  expect(Object.fromEntries(digests)).toEqual(locked);
});
