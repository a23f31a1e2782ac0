/** Criteria in prose: finds them, splits them into aspects, and checks which aspects an answer covers. */
import { readEitherSpelling } from "../../core/keys/key-case.ts";
import type { MultiTurnConversation } from "../../core/item/message.ts";
import type { Analyses } from "../judging/analyses.ts";
import type { QuestionOutcome } from "../judging/question.ts";
import { checkCriteria, decomposeCriteria } from "./questions/aspects.ts";
import { type Aspect, type AspectResult, matchAspect, buildRubric } from "./rubric.ts";
import type { AnsweredTurn } from "./turns.ts";

interface CriteriaSources {
  readonly acceptanceCriteria?: readonly string[];
  readonly additionalInput?: Readonly<Record<string, unknown>>;
  readonly conversation: MultiTurnConversation | undefined;
}

/** Returns the first source that is not empty: the conversation's rubrics, the acceptance criteria, the additional input. */
export function findCriteria(sources: CriteriaSources, key: string): string | undefined {
  const { acceptanceCriteria = [], additionalInput = {}, conversation } = sources;
  const added = readEitherSpelling(additionalInput, key);
  const candidates = [conversation?.rubrics?.[key], acceptanceCriteria.join("\n"), joinCriteria(added)];
  return candidates.find((text) => text !== undefined && text.trim() !== "");
}

function joinCriteria(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.filter((part) => typeof part === "string").join("\n");
  return typeof value === "string" ? value : undefined;
}

/** Splits criteria into aspects, once per item. */
export async function extractRubric(
  analyses: Analyses,
  query: string,
  criteria: string,
): Promise<QuestionOutcome<readonly Aspect[]>> {
  const found = await analyses.ask(decomposeCriteria, { query, criteria });
  if (found.status === "failed") return found;
  const { keyAspects, aspectDetails } = found.value;
  const names = keyAspects.length > 0 ? keyAspects : aspectDetails.map(({ aspectName }) => aspectName);
  const rubric = buildRubric(
    names.filter((name) => name.trim() !== ""),
    aspectDetails,
  );
  if (rubric.length > 0) return { status: "answered", value: rubric };
  return { status: "failed", why: "the judge found no aspects in the criteria" };
}

export interface TurnCheck {
  readonly rubric: readonly Aspect[];
  readonly criteria: string;
  readonly expectedOutput: string | undefined;
  readonly checkForContradictions: boolean;
}

/** Checks one turn against every aspect. */
export async function checkTurn(
  analyses: Analyses,
  { query, answer }: AnsweredTurn,
  { rubric, criteria, expectedOutput, checkForContradictions }: TurnCheck,
): Promise<QuestionOutcome<readonly AspectResult[]>> {
  const aspectDetails = rubric.map(({ aspectName, concepts }) => ({ aspectName, concepts }));
  const facts = { query, response: answer, aspectDetails, criteria, expectedOutput, checkForContradictions };
  const elements = rubric.map(({ aspectName }) => aspectName);
  const found = await analyses.askEach({ question: checkCriteria, facts, elements });
  if (found.status === "failed") return found;
  const matching = { checkForContradictions, note: (sentence: string) => analyses.note(sentence) };
  const value = rubric.flatMap((aspect, index) => {
    const reply = found.value[index];
    return reply === undefined ? [] : [matchAspect(aspect, reply, matching)];
  });
  return { status: "answered", value };
}
