/** Builds the detail document of a run: everything the detail file stores. */
import { resolveServices } from "../core/config/services.ts";
import { resolveSandboxPolicy } from "../core/config/sandbox-settings.ts";
import type { Evidence } from "../core/evidence.ts";
import type { RunStats } from "../core/interaction.ts";
import { round9 } from "../core/json.ts";
import { combineCosts, combineUsage } from "../core/model/spending.ts";
import { classifyOutcome, failureMessage, isMissing } from "../core/outcome.ts";
import { isInside } from "../core/paths/inside.ts";
import type { Job } from "../core/plan.ts";
import type { EarlierAttempt } from "../core/report/earlier-attempt.ts";
import type { ResolvedConfig } from "../core/report/resolved-config.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import type { Run } from "../core/run.ts";
import { redactMcpServers } from "../core/scenario/expand.ts";
import type { McpServers } from "../core/scenario/mcp-server.ts";
import type { Scenario } from "../core/scenario.ts";
import type { AxisResult } from "../core/score/axis-result.ts";

/** What a detail contains besides the job and its run. */
interface RunDescription {
  readonly evidence: Evidence;
  readonly stats: RunStats;
  readonly file: string;
  readonly earlierAttempts?: readonly EarlierAttempt[];
}

/** The rubric as written: one sentence, or a list of checks. */
export function toRubric({ checks, judgeSentence }: Scenario): RunDetail["judge"] {
  return judgeSentence ? (checks[0]?.check ?? "") : [...checks];
}

/** The detail of a run that has not been judged. */
export function describeRun(
  job: Job,
  run: Run,
  { evidence, stats, file, earlierAttempts = [] }: RunDescription,
): RunDetail {
  const { scenario, agent, cell } = job;
  const error = failureMessage(run.outcome);
  const usage = { tokenUsage: run.tokenUsage, totalCostUsd: run.totalCostUsd };
  return {
    runId: run.runId,
    scenarioKey: scenario.key,
    scenarioName: scenario.name,
    scenarioFile: scenario.place,
    agentName: agent.name,
    trial: cell.trial,
    attempt: run.slot.attempt > 1 ? run.slot.attempt : undefined,
    durationMs: run.durationMs,
    exitCode: run.exitCode,
    failed: run.outcome.status !== "completed",
    outcome: run.outcome,
    outcomeClass: classifyRun(evidence),
    error,
    suspect: run.suspect,
    orphans: run.orphans > 0 ? run.orphans : undefined,
    tampered: run.tampered && [...run.tampered],
    ...usage,
    costFrom: run.costFrom,
    file,
    prompt: scenario.prompt,
    judge: toRubric(scenario),
    agentConfig: agent.config,
    resolvedConfig: toResolvedConfig(job, run),
    sandbox: run.sandbox,
    connections: run.connections && [...run.connections],
    patch: run.patch,
    setupOutput: run.setupOutput,
    earlierAttempts: earlierAttempts.length > 0 ? [...earlierAttempts] : undefined,
    warnings: run.warnings.length > 0 ? [...run.warnings] : undefined,
    gates: run.gates && [...run.gates],
    turns: run.turns && [...run.turns],
    modelCalls: run.modelCalls,
    changedFiles: run.changedFiles,
    checks: [...run.verified],
    output: {
      transcript: [...run.transcript],
      result: evidence.finalAnswer,
      metadata: { ...toMetadata(run), ...usage },
    },
    interactions: [...evidence.interactions],
    stats,
    skillsInstalled: [...run.skillsInstalled],
  };
}

function toMetadata(run: Run): Omit<RunDetail["output"]["metadata"], "tokenUsage" | "totalCostUsd"> {
  return {
    startTime: run.startTime,
    endTime: run.endTime,
    durationMs: run.durationMs,
    exitCode: run.exitCode,
    sessionId: run.sessionId,
    error: failureMessage(run.outcome),
  };
}

export interface JudgedRun {
  readonly score: AxisResult;
  readonly replies: NonNullable<RunDetail["judgeReplies"]>;
}

/** Adds the score to the detail, and the outcome class that follows from it. */
export function addScore(detail: RunDetail, evidence: Evidence, judged: JudgedRun): RunDetail {
  return {
    ...detail,
    outcomeClass: classifyRun(evidence, judged.score),
    ...sumJudgeSpending(judged.score),
    score: judged.score,
    ...(judged.replies.length > 0 ? { judgeReplies: judged.replies } : {}),
  };
}

/** What the judges of a run spent in total, without its agent. */
function sumJudgeSpending({ judging }: AxisResult) {
  const used = Object.values(judging).filter((each) => each !== null);
  const cost = used.map(({ costUsd }) => costUsd).reduce(combineCosts, undefined);
  const judgeTokenUsage = used.map(({ tokenUsage }) => tokenUsage).reduce(combineUsage, undefined);
  return {
    ...(cost === undefined ? {} : { judgeCostUsd: cost === null ? null : round9(cost) }),
    ...(judgeTokenUsage === undefined ? {} : { judgeTokenUsage }),
  };
}

function classifyRun(evidence: Evidence, score?: AxisResult): RunDetail["outcomeClass"] {
  const { outcome, calledTool } = evidence;
  const scoredRun = score !== undefined && !isMissing(outcome, calledTool);
  // If the goal does not apply, its checks were not run, so none of them is missing.
  const goalCounts = score?.goalAchievement.status !== "not-applicable";
  return classifyOutcome({
    outcome,
    calledTool,
    checkBroken: goalCounts && hasMissingCheck(evidence, scoredRun),
    judgeFailed: scoredRun && hasUnscored(score),
  });
}

/** A verified check could not run, or never ran although the run is to be scored. */
function hasMissingCheck({ checks, verified, outcome }: Evidence, scoredRun: boolean): boolean {
  if (verified.some(({ status }) => status === "broken")) return true;
  if (!scoredRun || outcome.status !== "completed" || checks === null) return false;
  const decided = new Set(verified.map(({ index }) => index));
  return checks.some((check, index) => check.verify !== undefined && !decided.has(index));
}

/** Whether a dimension that should have a number has none. */
export function hasUnscored(score: AxisResult): boolean {
  return [score.goalAchievement, score.environment, score.service, score.agent].some(
    ({ status }) => status === "unscored",
  );
}

/** The setup of a run as reports show it: names of variables and references, never values. */
export function toResolvedConfig(
  job: Job,
  run: Pick<Run, "environment" | "fetched" | "login" | "sandbox">,
): ResolvedConfig {
  const { scenario } = job;
  return {
    limits: scenario.limits,
    skills: [...new Set(job.skills.map(({ source }) => source))],
    mcpServers: toRelativeCommands(redactMcpServers(scenario.mcpServers), scenario.baseDir),
    setup: [...scenario.setup],
    teardown: [...scenario.teardown],
    artifacts: [...scenario.artifacts],
    sandbox: { kind: "none", ...run.sandbox, ...pickLimits(job) },
    ...(scenario.gates === undefined ? {} : { gates: scenario.gates.map(({ name }) => name) }),
    ...(scenario.protectedPaths === undefined ? {} : { protectedPaths: [...scenario.protectedPaths] }),
    environment: [...run.environment],
    services: resolveServices(scenario.services),
    ...(run.fetched === undefined ? {} : { fetched: run.fetched }),
    ...(run.login === undefined ? {} : { login: run.login }),
  };
}

/** The limits that the config sets; defaults are in `enforced`. */
function pickLimits({ sandbox, scenario }: Job) {
  const { memoryMb, cpuPercent, pids, diskMb } = sandbox ?? resolveSandboxPolicy([scenario.sandbox]);
  const limits = { memory_mb: memoryMb, cpu_percent: cpuPercent ?? undefined, pids, disk_mb: diskMb ?? undefined };
  const written: readonly string[] = sandbox?.written ?? Object.keys(scenario.sandbox ?? {});
  return Object.fromEntries(Object.entries(limits).filter(([name]) => written.includes(name)));
}

/** Commands inside the project are shown relative to it, so that the report does not reveal where it is stored. */
function toRelativeCommands(servers: McpServers, baseDir: string): McpServers {
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => {
      const isOwn = server.type === "stdio" && server.command !== baseDir && isInside(baseDir, server.command);
      if (!isOwn || !server.command.startsWith(baseDir)) return [name, server];
      return [name, { ...server, command: `.${server.command.slice(baseDir.length).replaceAll("\\", "/")}` }];
    }),
  );
}
