/** The built-in metrics in their order, one line each. */
import type { RegisteredMetric } from "../core/metric.ts";
import { AnswerCompleteness } from "./composite/answer-completeness.ts";
import { AnswerConciseness } from "./composite/answer-conciseness.ts";
import { AnswerCriteria } from "./composite/answer-criteria.ts";
import { AnswerRelevancy } from "./composite/answer-relevancy.ts";
import { CitationRelevancy } from "./composite/citation-relevancy.ts";
import { ContextualPrecision } from "./composite/contextual/contextual-precision.ts";
import { ContextualRanking } from "./composite/contextual/contextual-ranking.ts";
import { ContextualRecall } from "./composite/contextual/contextual-recall.ts";
import { ContextualRelevancy } from "./composite/contextual/contextual-relevancy.ts";
import { ContextualSufficiency } from "./composite/contextual/contextual-sufficiency.ts";
import { ContextualUtilization } from "./composite/contextual/contextual-utilization.ts";
import { FactualAccuracy } from "./composite/factual-accuracy.ts";
import { Faithfulness } from "./composite/faithfulness.ts";
import { PIILeakage } from "./composite/pii-leakage.ts";
import { ToneStyleConsistency } from "./composite/tone-style-consistency.ts";
import { ConversationEfficiency } from "./conversational/conversation-efficiency.ts";
import { ConversationFlow } from "./conversational/conversation-flow.ts";
import { GoalCompletion } from "./conversational/goal-completion.ts";
import { PersonaToneAdherence } from "./conversational/persona-tone-adherence.ts";
import { CitationPresence } from "./heuristic/citation-presence.ts";
import { ContainsMatch } from "./heuristic/contains-match.ts";
import { ExactStringMatch } from "./heuristic/exact-string-match.ts";
import { Latency } from "./heuristic/latency.ts";
import { LengthConstraint } from "./heuristic/length-constraint.ts";
import { LevenshteinRatio } from "./heuristic/levenshtein-ratio.ts";
import { PIILeakageHeuristic } from "./heuristic/pii-leakage-heuristic.ts";
import { SentenceBLEU } from "./heuristic/sentence-bleu.ts";
import { HitRateAtK } from "./retrieval/hit-rate-at-k.ts";
import { MeanReciprocalRank } from "./retrieval/mean-reciprocal-rank.ts";
import { NDCGAtK } from "./retrieval/ndcg-at-k.ts";
import { PrecisionAtK } from "./retrieval/precision-at-k.ts";
import { RecallAtK } from "./retrieval/recall-at-k.ts";
import { ToolCorrectness } from "./tool/tool-correctness.ts";

export const builtInMetrics: readonly RegisteredMetric[] = [
  Faithfulness,
  AnswerRelevancy,
  FactualAccuracy,
  AnswerCompleteness,
  AnswerCriteria,
  AnswerConciseness,
  ToneStyleConsistency,
  CitationRelevancy,
  ContextualRelevancy,
  ContextualRanking,
  ContextualPrecision,
  ContextualRecall,
  ContextualSufficiency,
  ContextualUtilization,
  PIILeakage,
  ExactStringMatch,
  ContainsMatch,
  LevenshteinRatio,
  SentenceBLEU,
  Latency,
  LengthConstraint,
  CitationPresence,
  PIILeakageHeuristic,
  HitRateAtK,
  MeanReciprocalRank,
  NDCGAtK,
  PrecisionAtK,
  RecallAtK,
  ToolCorrectness,
  GoalCompletion,
  ConversationFlow,
  ConversationEfficiency,
  PersonaToneAdherence,
];
