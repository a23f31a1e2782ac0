/** Reads what earlier invocations spent on a report, from its journal and the runs on disk. */
import type { BudgetSpent } from "../../core/report/budget.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { JournalStep } from "../../core/store.ts";
import { totalTokens, type TokenUsage } from "../../core/model/token-usage.ts";
import { Tally } from "../../judging/budget/tally.ts";
import type { TicketCost } from "../../judging/budget/ticket.ts";

/** Spending that no closing record contains yet: of whole runs, or only of their judging. */
interface UnclosedSpending {
  readonly closed: BudgetSpent | undefined;
  readonly files: ReadonlyMap<string, "run" | "judgement">;
  /** What judges cost who were asked about several runs at once. */
  readonly asked: readonly TicketCost[];
}

/** Adds up the last closing record and all later runs and judgements. Work in progress at a kill is unknown. */
export async function readEarlierSpending(
  steps: readonly JournalStep[],
  read: (file: string) => Promise<RunDetail>,
): Promise<BudgetSpent> {
  const { closed, files, asked } = collectUnclosed(steps);
  const tallies = { agents: new Tally(), judges: new Tally() };
  if (closed !== undefined) {
    tallies.agents.addSpent(closed.agents);
    tallies.judges.addSpent(closed.judges);
  }
  for (const cost of asked) tallies.judges.add(cost);
  for (const [file, what] of files) {
    const detail = await read(file).catch(() => undefined); // A file that cannot be read is run again and counted then.
    if (detail === undefined) continue;
    if (what === "run") tallies.agents.add(toAgentCost(detail));
    const judging = toJudgingCost(detail);
    if (judging !== null) tallies.judges.add(judging);
  }
  return { agents: tallies.agents.spent, judges: tallies.judges.spent };
}

function collectUnclosed(steps: readonly JournalStep[]): UnclosedSpending {
  const files = new Map<string, "run" | "judgement">();
  const started = new Set<string>();
  const asked: TicketCost[] = [];
  let closed: BudgetSpent | undefined;
  for (const step of steps) {
    if (step.type === "attempt-started") started.add(step.data.runId);
    else if (step.type === "judge-asked") asked.push(step.data);
    else if (step.type === "run-recorded" || step.type === "judged")
      files.set(step.data.detail.file, started.has(step.data.runId) ? "run" : "judgement");
    else if (step.type === "report-closed" && step.data.spent !== undefined) {
      closed = step.data.spent;
      files.clear();
      started.clear();
      asked.length = 0;
    }
  }
  return { closed, files, asked };
}

/** A run in which nothing happened spent nothing; one that did work but reports no cost has an unknown cost. */
export function toAgentCost(
  run: Pick<RunDetail, "tokenUsage" | "totalCostUsd" | "outcome"> & {
    readonly output: { readonly transcript: readonly unknown[] };
  },
  heardTokens = 0,
): TicketCost {
  // The observed tokens are an estimate for programs that report none.
  const tokens = run.tokenUsage === undefined ? heardTokens : totalTokens(run.tokenUsage);
  const idle = run.outcome.status !== "completed" && run.output.transcript.length === 0 && tokens === 0;
  return { usd: run.totalCostUsd ?? (idle ? 0 : null), tokens };
}

/** Null if no judge spends anything. */
function toJudgingCost({ judgeCostUsd, judgeTokenUsage }: RunDetail): TicketCost | null {
  if (judgeCostUsd === undefined && judgeTokenUsage === undefined) return null;
  return { usd: judgeCostUsd === undefined ? 0 : judgeCostUsd, tokens: countUsageTokens(judgeTokenUsage) };
}

/** The judging cost between two states of a run. */
export function diffJudgingCost(before: RunDetail, after: RunDetail): TicketCost {
  const [was, is] = [toJudgingCost(before), toJudgingCost(after)];
  const tokens = (is?.tokens ?? 0) - (was?.tokens ?? 0);
  if (is === null || is.usd === null) return { usd: is === null || was?.usd === null ? 0 : null, tokens };
  return { usd: Math.max(0, is.usd - (was?.usd ?? 0)), tokens };
}

function countUsageTokens(usage: TokenUsage | undefined): number {
  return usage === undefined ? 0 : totalTokens(usage);
}
