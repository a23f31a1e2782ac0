/** Describes the judges: who they were, where they disagreed, what they cost, and what they criticized. */
import type { JudgeUsed } from "../../core/judge.ts";
import type { Report } from "../../core/report.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { Audit } from "../../core/score/axis-result.ts";
import { totalTokens } from "../../core/model/token-usage.ts";
import { formatCost, formatTokens } from "./format.ts";
import { terminalLine } from "./terminal-safe.ts";

/** One line for a whole report; none for judges that never spend, such as `rules`. */
export function renderJudging({ summary: { judging } }: Pick<Report, "summary">): string[] {
  if (judging === undefined) return [];
  const { costUsd, tokenUsage } = judging;
  const tokens = tokenUsage === undefined ? "" : `${formatTokens(totalTokens(tokenUsage))} tokens`;
  if (costUsd === null) return [`Judges spent ${tokens === "" ? "something" : tokens} at an unknown price`];
  if (tokens === "" && costUsd === 0) return ["Judges spent nothing: all their answers came from the cache"];
  return [`Judges spent ${formatCost(costUsd)}${tokens === "" ? "" : ` for ${tokens}`}`];
}

/** An agent may judge its own run, but the report must say so. */
export function ownJudgeLines({ score, agentName }: RunDetail): string[] {
  const judges = Object.values(score?.judging ?? {}).flatMap((judge) => judge?.members ?? judge ?? []);
  const isOwn = judges.some((judge) => judge.kind === "agent" && judge.name === agentName);
  return isOwn ? ["The agent under test judged its own run"] : [];
}

/** Who graded the checks; verified checks need no judge. */
export function judgeLines(judge: JudgeUsed | null): string[] {
  return judge === null ? [] : [`  judged by ${terminalLine(formatJudge(judge))}`, ...panelLines(judge)];
}

/** The members of a panel that failed, and the largest disagreement of the others. */
export function panelLines(judge: JudgeUsed | null): string[] {
  const { members = [], disagreement } = judge ?? {};
  const failed = members.flatMap(({ name, failure }) =>
    failure === undefined ? [] : [`  ${name} gave no answer: ${failure}`],
  );
  const apart =
    disagreement && `  largest disagreement, on ${disagreement.on}: ${disagreement.low} to ${disagreement.high}`;
  return [...failed, ...(apart === undefined ? [] : [apart])].map((line) => `  ${terminalLine(line.trim())}`);
}

/** The name of a judge, with notable facts about its answers. */
export function formatJudge({ name, attempts, cached, costUsd }: JudgeUsed): string {
  const facts = [
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(cached === true ? ["cached answers"] : []),
    ...(costUsd === undefined || costUsd === null || cached === true ? [] : [formatCost(costUsd)]),
  ];
  return facts.length === 0 ? name : `${name} (${facts.join(", ")})`;
}

const maxAudits = 20;

/** The audits that lower a dimension, with their signals: unsuccessful ones first, then the weakest. */
export function auditLines(audits: readonly Audit[]): string[] {
  const read = audits.map((audit) => ({ ...audit, signals: listSignals(audit) }));
  const low = read
    .filter(({ signals }) => signals.some(([, value]) => value < 1))
    .toSorted((a, b) => a.success - b.success || sumSignals(a.signals) - sumSignals(b.signals));
  const lines = low.slice(0, maxAudits).map(({ id, signals, rationale }) => {
    const shown = signals.map(([name, value]) => `${name} ${Math.round(value * 1000) / 1000}`);
    return `  #${id}  ${shown.join(", ")}: ${terminalLine(rationale)}`;
  });
  return low.length > maxAudits ? [...lines, `  and ${low.length - maxAudits} more, see the detail file`] : lines;
}

type Signals = readonly (readonly [name: string, value: number])[];

function listSignals({ success, speed, weight, contextRelevance }: Audit): Signals {
  return [
    ["success", success],
    ["speed", speed],
    ...(weight === null ? [] : [["weight", weight] as const]),
    ...(contextRelevance === null ? [] : [["relevance", contextRelevance] as const]),
  ];
}

function sumSignals(signals: Signals): number {
  return signals.reduce((sum, [, value]) => sum + value, 0);
}
