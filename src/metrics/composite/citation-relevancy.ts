/** Citation relevancy: are the sources that an answer cites relevant to the question? */
import type { MultiTurnConversation } from "../../core/item/message.ts";
import { failed, fromRaw } from "../../core/score.ts";
import type { Signal } from "../../core/score/signal.ts";
import { extractCitations } from "../arithmetic/citations/extract-citations.ts";
import { defineMetric } from "../define-metric.ts";
import type { Analyses } from "../judging/analyses.ts";
import type { QuestionOutcome } from "../judging/question.ts";
import { judgeCitations } from "./questions/citations.ts";

interface FoundCitation {
  readonly citation: string;
  readonly originalQuery: string;
  /** Index of the assistant message; 0 without a conversation. */
  readonly turnIndex: number;
}

interface CitationRelevancyResult {
  readonly score: number;
  readonly citations: readonly (FoundCitation & { readonly isRelevant: boolean; readonly reason: string })[];
}

export const CitationRelevancy = defineMetric({
  id: "citation_relevancy",
  title: "Citation Relevancy",
  about: "Share of the citations in the answer that are relevant to the question.",
  needs: ["query", "actualOutput", "judge"],
  uses: ["conversation"],
  threshold: 0.8,
  tags: ["agent", "knowledge", "multi_turn", "citation"],
  questions: [judgeCitations],
  async measure({ query, actualOutput, conversation }, { analyses }) {
    const found =
      conversation === undefined ? listCitations(actualOutput, query, 0) : listConversationCitations(conversation);
    if (found.length === 0)
      return { score: fromRaw(0), result: { score: 0, citations: [] }, explanation: "The answer has no citations." };
    const judged = await judgeFoundCitations(analyses, found);
    if (judged.status === "failed") return { score: failed(judged.why) };
    const citations = judged.value;
    const relevant = citations.filter(({ isRelevant }) => isRelevant).length;
    const score = relevant / citations.length;
    const explanation = `${relevant} of ${citations.length} citations are relevant to their question.`;
    return { score: fromRaw(score), result: { score, citations }, explanation };
  },
  signals,
});

type JudgedCitations = CitationRelevancyResult["citations"];

/** Asks one question for each distinct query. */
async function judgeFoundCitations(
  analyses: Analyses,
  found: readonly FoundCitation[],
): Promise<QuestionOutcome<JudgedCitations>> {
  const queries = [...new Set(found.map(({ originalQuery }) => originalQuery))];
  const asking = queries.map(async (originalQuery) => {
    const own = found.filter((one) => one.originalQuery === originalQuery);
    const elements = own.map(({ citation }) => citation);
    const verdicts = await analyses.askEach({ question: judgeCitations, facts: { originalQuery }, elements });
    return { own, verdicts };
  });
  const judged: JudgedCitations[number][] = [];
  for (const { own, verdicts } of await Promise.all(asking)) {
    if (verdicts.status === "failed") return verdicts;
    for (const [index, one] of own.entries()) {
      const verdict = verdicts.value[index];
      if (verdict !== undefined) judged.push({ ...one, isRelevant: verdict.isRelevant, reason: verdict.reason });
    }
  }
  return { status: "answered", value: judged };
}

function listCitations(text: string, originalQuery: string, turnIndex: number): FoundCitation[] {
  return extractCitations(text, { markdown: true }).map((citation) => ({ citation, originalQuery, turnIndex }));
}

/** A question stays open until an answer to it has a citation. */
function listConversationCitations({ messages }: MultiTurnConversation): FoundCitation[] {
  const found: FoundCitation[] = [];
  let pending: string | undefined;
  for (const [turnIndex, message] of messages.entries()) {
    if (message.role === "user") pending = message.content;
    if (message.role !== "assistant" || pending === undefined) continue;
    const own = listCitations(message.content ?? "", pending, turnIndex);
    if (own.length > 0) pending = undefined;
    found.push(...own);
  }
  return found;
}

function signals({ score, citations }: CitationRelevancyResult): Signal[] {
  const relevant = citations.filter(({ isRelevant }) => isRelevant).length;
  return [
    { name: "relevance_score", value: score, headlineDisplay: true },
    { name: "total_citations", value: citations.length },
    { name: "relevant_citations_count", value: relevant },
    { name: "irrelevant_citations_count", value: citations.length - relevant },
    ...citations.flatMap((one, index): Signal[] => {
      const group = `citation_${index}`;
      return [
        { name: "relevance_verdict", value: one.isRelevant, group, headlineDisplay: true },
        { name: "turn_index", value: one.turnIndex, group },
        { name: "original_query", value: one.originalQuery, group },
        { name: "citation_text", value: one.citation, group },
        { name: "relevance_reason", value: one.reason, group },
      ];
    }),
  ];
}
