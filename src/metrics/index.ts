/** The door `axis-eval/metrics`: the built-in metrics, what custom ones are made of, the pure functions, and `evaluate`. */
import { provideMetricModels } from "./evaluation/planning/metric-models.ts";

export { judgeVariance, type JudgeVariance } from "./calibration/judge-variance.ts";
export type { Label } from "./calibration/label.ts";
export {
  analyzeMisalignment,
  type MisalignmentFacts,
  type MisalignmentPattern,
  suggestCriteria,
  type SuggestedCriteria,
} from "./calibration/misalignment.ts";
export { contentHash, subset, updateItem } from "../core/item/change-item.ts";
export {
  agentTrajectory,
  conversationStats,
  type ConversationStats,
  extractByTag,
  hasErrors,
  toTranscript,
  turnPairs,
} from "../core/item/conversation.ts";
export { DatasetItem, type ItemField } from "../core/dataset-item.ts";
export { AIMessage, HumanMessage, MultiTurnConversation, ToolCall, ToolMessage } from "../core/item/message.ts";
export type {
  HttpAccess,
  Metric,
  MetricCallbacks,
  MetricConfig,
  MetricContext,
  MetricType,
  MetricVerdict,
} from "../core/metric.ts";
export { MetricCategory, MetricEvaluationResult, MetricScore, SubMetricResult } from "../core/score/metric-result.ts";
export type { Embedder, Model } from "../core/model.ts";
export { parseItem } from "../core/item/parse-item.ts";
export { failed, fromRaw, notApplicable, type ShareScore } from "../core/score.ts";
export { type FlatSignals, flattenSignals, type Signal, type SignalDescriptor } from "../core/score/signal.ts";
export { Dataset, type ItemInput } from "./datasets/dataset.ts";
export type { DatasetIssue, ReadOptions } from "./datasets/read-options.ts";
export type { DatasetSummary } from "./datasets/summary.ts";
export type { WriteOptions } from "./datasets/write.ts";
export { evaluateDataset as evaluate } from "./evaluate-dataset.ts";
export { compareEvaluations, type MetricChange } from "./evaluation/summary/compare.ts";
export type { EvaluationEvent } from "./evaluation/events.ts";
export { toNormalized, toRows } from "./evaluation/exports/tables.ts";
export { type ResultFormat, writeResults } from "./evaluation/exports/write-results.ts";
export {
  checkGates,
  type MetricGate as Gate,
  type GateVerdict,
  type NamedGate,
} from "./evaluation/summary/check-gates.ts";
export type { MetricSpec, TreeSpec } from "./evaluation/planning/metric-spec.ts";
export type { MetricSummary } from "./evaluation/summary/metric-summary.ts";
export type { EvaluateOptions } from "./evaluation/planning/options.ts";
export { EvaluationResult, type EvaluationSummary, type TestResult } from "./evaluation/results/result.ts";
export { type EvaluationVerdict, verdictOf } from "./evaluation/summary/verdict.ts";
export { itemFromRun, type ItemFromRunOptions } from "./item-from-run.ts";
export { AnalysisCache } from "./analysis-cache.ts";
export { extractCitations } from "./arithmetic/citations/extract-citations.ts";
export { conversationFlowScore } from "./arithmetic/flow/conversation-flow-score.ts";
export { FlowConfig } from "./arithmetic/flow/flow-config.ts";
export { latencyScore } from "./arithmetic/latency-score.ts";
export { detectPii } from "./arithmetic/privacy/detect-pii.ts";
export { piiScore } from "./arithmetic/privacy/pii-score.ts";
export { rankingScores } from "./arithmetic/ranking-scores.ts";
export { lengthCheck } from "./arithmetic/text/length-check.ts";
export { levenshteinRatio } from "./arithmetic/text/levenshtein-ratio.ts";
export { sentenceBleu } from "./arithmetic/text/sentence-bleu.ts";
export { containsMatch, exactMatch } from "./arithmetic/text/string-match.ts";
export { fuzzySimilarity } from "./arithmetic/tools/fuzzy-similarity.ts";
export { toolMatchScore } from "./arithmetic/tools/tool-match.ts";
export { alignment } from "./arithmetic/verdicts/alignment.ts";
export { averagePrecision } from "./arithmetic/verdicts/average-precision.ts";
export { faithfulnessScore } from "./arithmetic/verdicts/faithfulness-score.ts";
export { relevancyScore } from "./arithmetic/verdicts/relevancy-score.ts";
export { BaseMetric } from "./base-metric.ts";
export { AnswerCompleteness } from "./composite/answer-completeness.ts";
export { AnswerConciseness } from "./composite/answer-conciseness.ts";
export { AnswerCriteria } from "./composite/answer-criteria.ts";
export { AnswerRelevancy } from "./composite/answer-relevancy.ts";
export { CitationRelevancy } from "./composite/citation-relevancy.ts";
export { ContextualPrecision } from "./composite/contextual/contextual-precision.ts";
export { ContextualRanking } from "./composite/contextual/contextual-ranking.ts";
export { ContextualRecall } from "./composite/contextual/contextual-recall.ts";
export { ContextualRelevancy } from "./composite/contextual/contextual-relevancy.ts";
export { ContextualSufficiency } from "./composite/contextual/contextual-sufficiency.ts";
export { ContextualUtilization } from "./composite/contextual/contextual-utilization.ts";
export { FactualAccuracy } from "./composite/factual-accuracy.ts";
export { Faithfulness } from "./composite/faithfulness.ts";
export { PIILeakage } from "./composite/pii-leakage.ts";
export { ToneStyleConsistency } from "./composite/tone-style-consistency.ts";
export { ConversationEfficiency } from "./conversational/conversation-efficiency.ts";
export { ConversationFlow } from "./conversational/conversation-flow.ts";
export { GoalCompletion } from "./conversational/goal-completion.ts";
export { PersonaToneAdherence } from "./conversational/persona-tone-adherence.ts";
export { metric } from "./decorator.ts";
export { defineMetric, type MetricDefinition, type MetricFactory } from "./define-metric.ts";
export { MetricRegistryError } from "./errors.ts";
export { EvaluationMode } from "./evaluation-mode.ts";
export type { Measure, World } from "./evidence.ts";
export { CitationPresence } from "./heuristic/citation-presence.ts";
export { ContainsMatch } from "./heuristic/contains-match.ts";
export { ExactStringMatch } from "./heuristic/exact-string-match.ts";
export { Latency } from "./heuristic/latency.ts";
export { LengthConstraint } from "./heuristic/length-constraint.ts";
export { LevenshteinRatio } from "./heuristic/levenshtein-ratio.ts";
export { PIILeakageHeuristic } from "./heuristic/pii-leakage-heuristic.ts";
export { SentenceBLEU } from "./heuristic/sentence-bleu.ts";
export { defineBatch, defineQuestion } from "./judging/question.ts";
export { loadMetric } from "./load-metric.ts";
export {
  type ForeignEmbedder,
  type ForeignModel,
  type ModelRequest,
  type ModelSource,
  provideModels,
} from "./model-source.ts";
export { MetricRegistry, metricRegistry } from "./registry.ts";
export { HitRateAtK } from "./retrieval/hit-rate-at-k.ts";
export { MeanReciprocalRank } from "./retrieval/mean-reciprocal-rank.ts";
export { NDCGAtK } from "./retrieval/ndcg-at-k.ts";
export { PrecisionAtK } from "./retrieval/precision-at-k.ts";
export { RecallAtK } from "./retrieval/recall-at-k.ts";
export { summarize } from "./summaries/summarize.ts";
export { ToolCorrectness } from "./tool/tool-correctness.ts";
export { rollUp } from "./tree/roll-up.ts";
export { summarizeNode } from "./tree/summarize-node.ts";

// Users of this entry point may name models: they are opened by provider, with keys from the environment.
provideMetricModels(process.env);
