/** The main entry point: exports everything that other programs may use. */
export { defineAgent, defineLineAgent } from "./agents/define-agent.ts";
export { evidenceFromRun as evidenceOf } from "./agents/transcript/gather.ts";
export { defineConfig, defineScenario } from "./config/define.ts";
export { loadPlan } from "./config/load-plan.ts";
export { type PlanDeps as PlanWorld } from "./config/plan-deps.ts";
export { type PlanRequest } from "./config/planning/plan-request.ts";
export { jsonSchema } from "./config/schema.ts";
export type { AgentAdapter, AgentIO, AgentProcess, AgentTask, ProcessExit, SpawnOptions } from "./core/agent.ts";
export type { AgentConfig } from "./core/agent/agent-config.ts";
export type { AgentLogin, AgentReadiness, PackageProgram } from "./core/agent/agent-readiness.ts";
export type { Audit, AxisResult, DimensionResult, GradedCriterion, Insight } from "./core/score/axis-result.ts";
export type { Baseline } from "./core/report/baseline.ts";
export type { Cell } from "./core/cell.ts";
export type { Comparison } from "./core/report/comparison.ts";
export type { AxisConfig } from "./core/config/config.ts";
export type { Entry, EntryInput } from "./core/entry.ts";
export { AxisError, type ErrorCode } from "./core/error.ts";
export type { AxisEvent, OnEvent } from "./core/run/event.ts";
export type { Evidence } from "./core/evidence.ts";
export type { Interaction } from "./core/interaction.ts";
export type { Answer, Judge } from "./core/judge.ts";
export type { LineReader, LineSink } from "./core/agent/line-reader.ts";
export { type Outcome, type OutcomeClass, Stop } from "./core/outcome.ts";
export type { Job, Plan } from "./core/plan.ts";
export type {
  AgentAnswer,
  ExecutionAnswer,
  GoalAnswer,
  GoalQuestion,
  ProcessQuestion,
  Question,
} from "./core/question.ts";
export type { CellResult, PairResult } from "./core/report/pair-result.ts";
export type { Report } from "./core/report.ts";
export type { RunDetail } from "./core/report/run-detail.ts";
export type { ScenarioInput } from "./core/scenario.ts";
export type { Store } from "./core/store.ts";
export { axisVersion } from "./core/version.ts";
export { evaluate } from "./evaluate/evaluate.ts";
export { evaluateDataset } from "./metrics/evaluate-dataset.ts";
export { judgeRun, type JudgingDeps as JudgingWorld } from "./evaluate/judge-run.ts";
export { defineJudge } from "./judging/define-judge.ts";
export { rulesJudge } from "./judging/rules/rules.ts";
export { defineMetric } from "./metrics/define-metric.ts";
export { compareReports } from "./report/compare.ts";
export { decideVerdict as gate } from "./report/report-verdict.ts";
export type { ReportVerdict as Verdict } from "./core/report/gate.ts";
export { rescore, type RescoreRequest, type RescoreDeps as RescoreWorld } from "./evaluate/rescore.ts";
export type { EvaluateDeps } from "./evaluate/evaluate-deps.ts";
export { fileStore } from "./store/files.ts";
export { memoryStore } from "./store/memory.ts";
