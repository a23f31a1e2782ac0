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
export { contentHash, subset, updateItem } from "./core/item/change-item.ts";
export {
  agentTrajectory,
  conversationStats,
  type ConversationStats,
  extractByTag,
  hasErrors,
  toTranscript,
  turnPairs,
} from "./core/item/conversation.ts";
export { DatasetItem, type ItemField } from "./core/dataset-item.ts";
export { AIMessage, HumanMessage, MultiTurnConversation, ToolCall, ToolMessage } from "./core/item/message.ts";
export type {
  HttpAccess,
  Metric,
  MetricCallbacks,
  MetricConfig,
  MetricContext,
  MetricType,
  MetricVerdict,
} from "./core/metric.ts";
export { MetricCategory, MetricEvaluationResult, MetricScore, SubMetricResult } from "./core/score/metric-result.ts";
export type { Embedder, Model } from "./core/model.ts";
export { parseItem } from "./core/item/parse-item.ts";
export { failed, fromRaw, notApplicable, type ShareScore } from "./core/score.ts";
export { type FlatSignals, flattenSignals, type Signal, type SignalDescriptor } from "./core/score/signal.ts";
export { Dataset, type ItemInput } from "./datasets/dataset.ts";
export type { DatasetIssue, ReadOptions } from "./datasets/read-options.ts";
export type { DatasetSummary } from "./datasets/summary.ts";
export type { WriteOptions } from "./datasets/write.ts";
export { evaluateDataset as evaluate } from "./evaluate-dataset.ts";
export { compareEvaluations, type MetricChange } from "./evaluation/summary/compare.ts";
export type { EvaluationEvent } from "./evaluation/events.ts";
export { toNormalized, toRows } from "./evaluation/exports/tables.ts";
export { type ResultFormat, writeResults } from "./evaluation/exports/write-results.ts";
export type { MetricGate as Gate, GateVerdict } from "./evaluation/summary/gate.ts";
export type { MetricSpec, TreeSpec } from "./evaluation/planning/metric-spec.ts";
export type { MetricSummary } from "./evaluation/summary/metric-summary.ts";
export type { EvaluateOptions } from "./evaluation/planning/options.ts";
export { EvaluationResult, type EvaluationSummary, type TestResult } from "./evaluation/results/result.ts";
export { type EvaluationVerdict, verdictOf } from "./evaluation/summary/verdict.ts";
export { itemFromRun, type ItemFromRunOptions } from "./item-from-run.ts";
export { AnalysisCache } from "./metrics/analysis-cache.ts";
export { extractCitations } from "./metrics/arithmetic/citations/extract-citations.ts";
export { conversationFlowScore } from "./metrics/arithmetic/flow/conversation-flow-score.ts";
export { FlowConfig } from "./metrics/arithmetic/flow/flow-config.ts";
export { latencyScore } from "./metrics/arithmetic/latency-score.ts";
export { detectPii } from "./metrics/arithmetic/privacy/detect-pii.ts";
export { piiScore } from "./metrics/arithmetic/privacy/pii-score.ts";
export { rankingScores } from "./metrics/arithmetic/ranking-scores.ts";
export { lengthCheck } from "./metrics/arithmetic/text/length-check.ts";
export { levenshteinRatio } from "./metrics/arithmetic/text/levenshtein-ratio.ts";
export { sentenceBleu } from "./metrics/arithmetic/text/sentence-bleu.ts";
export { containsMatch, exactMatch } from "./metrics/arithmetic/text/string-match.ts";
export { fuzzySimilarity } from "./metrics/arithmetic/tools/fuzzy-similarity.ts";
export { toolMatchScore } from "./metrics/arithmetic/tools/tool-match.ts";
export { alignment } from "./metrics/arithmetic/verdicts/alignment.ts";
export { averagePrecision } from "./metrics/arithmetic/verdicts/average-precision.ts";
export { faithfulnessScore } from "./metrics/arithmetic/verdicts/faithfulness-score.ts";
export { relevancyScore } from "./metrics/arithmetic/verdicts/relevancy-score.ts";
export { BaseMetric } from "./metrics/base-metric.ts";
export { AnswerCompleteness } from "./metrics/composite/answer-completeness.ts";
export { AnswerConciseness } from "./metrics/composite/answer-conciseness.ts";
export { AnswerCriteria } from "./metrics/composite/answer-criteria.ts";
export { AnswerRelevancy } from "./metrics/composite/answer-relevancy.ts";
export { CitationRelevancy } from "./metrics/composite/citation-relevancy.ts";
export { ContextualPrecision } from "./metrics/composite/contextual/contextual-precision.ts";
export { ContextualRanking } from "./metrics/composite/contextual/contextual-ranking.ts";
export { ContextualRecall } from "./metrics/composite/contextual/contextual-recall.ts";
export { ContextualRelevancy } from "./metrics/composite/contextual/contextual-relevancy.ts";
export { ContextualSufficiency } from "./metrics/composite/contextual/contextual-sufficiency.ts";
export { ContextualUtilization } from "./metrics/composite/contextual/contextual-utilization.ts";
export { FactualAccuracy } from "./metrics/composite/factual-accuracy.ts";
export { Faithfulness } from "./metrics/composite/faithfulness.ts";
export { PIILeakage } from "./metrics/composite/pii-leakage.ts";
export { ToneStyleConsistency } from "./metrics/composite/tone-style-consistency.ts";
export { ConversationEfficiency } from "./metrics/conversational/conversation-efficiency.ts";
export { ConversationFlow } from "./metrics/conversational/conversation-flow.ts";
export { GoalCompletion } from "./metrics/conversational/goal-completion.ts";
export { PersonaToneAdherence } from "./metrics/conversational/persona-tone-adherence.ts";
export { metric } from "./metrics/decorator.ts";
export { defineMetric, type MetricDefinition, type MetricFactory } from "./metrics/define-metric.ts";
export { MetricRegistryError } from "./metrics/errors.ts";
export { EvaluationMode } from "./metrics/evaluation-mode.ts";
export type { Measure, World } from "./metrics/evidence.ts";
export { CitationPresence } from "./metrics/heuristic/citation-presence.ts";
export { ContainsMatch } from "./metrics/heuristic/contains-match.ts";
export { ExactStringMatch } from "./metrics/heuristic/exact-string-match.ts";
export { Latency } from "./metrics/heuristic/latency.ts";
export { LengthConstraint } from "./metrics/heuristic/length-constraint.ts";
export { LevenshteinRatio } from "./metrics/heuristic/levenshtein-ratio.ts";
export { PIILeakageHeuristic } from "./metrics/heuristic/pii-leakage-heuristic.ts";
export { SentenceBLEU } from "./metrics/heuristic/sentence-bleu.ts";
export { defineBatch, defineQuestion } from "./metrics/judging/question.ts";
export { loadMetric } from "./metrics/load-metric.ts";
export {
  type ForeignEmbedder,
  type ForeignModel,
  type ModelRequest,
  type ModelSource,
  provideModels,
} from "./metrics/model-source.ts";
export { MetricRegistry, metricRegistry } from "./metrics/registry.ts";
export { HitRateAtK } from "./metrics/retrieval/hit-rate-at-k.ts";
export { MeanReciprocalRank } from "./metrics/retrieval/mean-reciprocal-rank.ts";
export { NDCGAtK } from "./metrics/retrieval/ndcg-at-k.ts";
export { PrecisionAtK } from "./metrics/retrieval/precision-at-k.ts";
export { RecallAtK } from "./metrics/retrieval/recall-at-k.ts";
export { summarize } from "./metrics/summaries/summarize.ts";
export { ToolCorrectness } from "./metrics/tool/tool-correctness.ts";
export { rollUp } from "./metrics/tree/roll-up.ts";
export { summarizeNode } from "./metrics/tree/summarize-node.ts";

// Users of this entry point may name models: they are opened by provider, with keys from the environment.
provideMetricModels(process.env);
