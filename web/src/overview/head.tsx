/** The top of a report: the verdict, whose failures they are, what there is to gain, and the AXIS Result. */
import { formatCount } from "../../../src/core/format-count.ts";
import type { CompetitionOutcome } from "../../../src/core/report/competition.ts";
import type { ReportVerdict } from "../../../src/core/report/gate.ts";
import type { Report } from "../../../src/core/report.ts";
import type { StatusCounts } from "../../../src/core/report/run-status.ts";
import type { Standings } from "../../../src/core/report/standings.ts";
import type { Weights } from "../../../src/core/score/weights.ts";
import { calibrate } from "../../../src/judging/scoring/calibrate.ts";
import { describeOutcome } from "../../../src/report/competition/competition-words.ts";
import { formatFixPoints } from "../../../src/report/text/format-fix.ts";
import { joinNames } from "../../../src/report/text/format-standings.ts";
import { formatPoints } from "../../../src/report/text/format-verdict.ts";
import { bandOf, noNumber } from "../../../src/report/text/format.ts";
import { renderBudget } from "../../../src/report/text/render-budget.ts";
import { renderCalibration } from "../../../src/report/text/render-calibration.ts";
import { renderShards } from "../../../src/report/text/render-shards.ts";
import { renderRateLimits } from "../../../src/report/text/render-rate-limits.ts";
import { dimensionNames } from "../parts/names.ts";
import { PageHead, VerdictTag } from "../parts/page-head.tsx";
import { resultClass } from "../parts/score.tsx";
import { StatusBar } from "../parts/status-bar.tsx";
import { Passage } from "../text/passage.tsx";
import { safeLine, safeName } from "../text/safe.ts";
import type { AgentRow } from "./agent-rows.ts";
import { ResultScale } from "./result-scale.tsx";
import { listTotals } from "./totals.ts";

interface HeadProps {
  readonly report: Report;
  /** Null while the report is running. */
  readonly verdict: ReportVerdict | null;
  readonly agents: readonly AgentRow[];
  readonly onOpenFix: (id: string) => void;
}

export function Head({ report, verdict, agents, onOpenFix }: HeadProps) {
  return (
    <PageHead
      tags={<Tags report={report} verdict={verdict} />}
      title={
        verdict === null ? describeRunning(report) : <Title text={`${readTitle(report, verdict)}.`} agents={agents} />
      }
      lead={verdict === null ? undefined : <Lead {...{ report, verdict, agents, onOpenFix }} />}
      aside={<HeadlineNumber report={report} verdict={verdict} />}
    >
      <StatusBar
        counts={verdict === null ? { ...report.summary.statuses.runs, "not run": 0 } : report.summary.statuses.runs}
      >
        {verdict !== null && report.results.length > 0 && <span>{describePlan(report)}</span>}
      </StatusBar>
      <Notices report={report} isRunning={verdict === null} />
    </PageHead>
  );
}

function Tags({ report, verdict }: Pick<HeadProps, "report" | "verdict">) {
  return (
    <>
      <VerdictTag word={verdict === null ? "running" : (findOutcome(report)?.word ?? verdict.verdict)} />
      {report.scripted === true && <span class="tag tone-bad">rehearsal</span>}
    </>
  );
}

/** In a competition, who won is the answer. Otherwise the first reason is; others follow below. */
function readTitle(report: Report, verdict: ReportVerdict): string {
  return findOutcome(report)?.sentence ?? readReason(verdict);
}

function readReason({ reasons, sentence }: ReportVerdict): string {
  return reasons[0] ?? sentence;
}

/** Undefined if the report is no competition. */
function findOutcome({ competition }: Report): CompetitionOutcome | undefined {
  return competition && describeOutcome(competition);
}

/** Names of agents often have hyphens, and stay in one piece. A sentence may quote agents and checks, so it is cut. */
function Title({ text, agents }: { readonly text: string; readonly agents: readonly AgentRow[] }) {
  const names = agents.map(({ name }) => safeLine(name, 80)).filter((name) => name.length < 30);
  const words = safeLine(text, 400).split(" ");
  return (
    <bdi>
      {words.map((word, place) => (
        <>
          {place > 0 && " "}
          {names.includes(word) ? <span class="whole">{word}</span> : word}
        </>
      ))}
    </bdi>
  );
}

/** Runs that are queued have no status yet. */
function describeRunning({ summary }: Report): string {
  const { runs } = summary.statuses;
  const planned = sumCounts(runs);
  return `${planned - runs["not run"]} of ${formatCount(planned, "run")} finished.`;
}

function sumCounts(counts: StatusCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function Lead({ report, verdict, agents, onOpenFix }: HeadProps & { readonly verdict: ReportVerdict }) {
  const whose = describeWhose(verdict, agents);
  const fixes = report.fixes ?? [];
  // An owner can change what agents use and are asked to deliver; their habits only come after that.
  const best = fixes.find(({ area }) => area !== "work") ?? fixes[0];
  return (
    <>
      {report.competition !== undefined && (
        <>
          The verdict of the report is {verdict.verdict}:{" "}
          <Passage text={`${readReason(verdict)}.`} name="reason" />{" "}
        </>
      )}
      {verdict.reasons.slice(1).map((reason, index) => (
        <span class="further-reason" key={index}>
          <Passage text={`${reason}.`} name="reason" />{" "}
        </span>
      ))}
      {whose}
      {best !== undefined && best.points.most > 0 && (
        <>
          {" "}
          Fix first, worth {formatFixPoints(best.points)} points:{" "}
          <a
            href={`#/?fix=${encodeURIComponent(best.id)}`}
            onClick={(event) => {
              event.preventDefault();
              onOpenFix(best.id);
            }}
          >
            {safeLine(best.title, 160)}
          </a>{" "}
          in {formatCount(best.runs.length, "run")}.
        </>
      )}
    </>
  );
}

/** Whose failures they are, unless the sentence says so already. */
function describeWhose(verdict: ReportVerdict, agents: readonly AgentRow[]): string {
  const failing = agents.filter(({ failedResults }) => failedResults > 0);
  const [first, ...others] = failing.toSorted((a, b) => b.failedResults - a.failedResults);
  if (first === undefined || agents.length < 2 || verdict.sentence.includes(first.name)) return "";
  const shown = others.slice(0, 3).map(({ name, failedResults }) => `${safeName(name, 60)} ${failedResults}`);
  const all = first.failedResults > 1 && others.length === 0 ? "all of them" : `${first.failedResults} of them`;
  return `${joinNames([`${safeName(first.name, 60)} has ${all}`, ...shown])}.`;
}

/** `12 scenarios × 3 agents × 3 trials`, if every result has as many. */
function describePlan({ results }: Report): string {
  const scenarios = new Set(results.map(({ scenarioKey }) => scenarioKey)).size;
  const agents = new Set(results.map(({ agentName }) => agentName)).size;
  const trials = new Set(results.map((result) => result.trials?.length ?? 1));
  const [count = 1] = trials;
  const times = trials.size > 1 ? "" : ` × ${formatCount(count, "trial")}`;
  return `${formatCount(scenarios, "scenario")} × ${formatCount(agents, "agent")}${times}`;
}

function HeadlineNumber({ report, verdict }: Pick<HeadProps, "report" | "verdict">) {
  const { summary, standings, scoring } = report;
  const average = summary.averageAxisScore;
  const isPass = verdict?.verdict === "PASS";
  const interval = standings?.interval ?? null;
  const flawless = scoring === undefined ? null : computeFlawless(scoring.weights);
  return (
    <div class="headline">
      <p class="label">AXIS Result</p>
      <div class="headline-row">
        <strong class={resultClass(average, isPass ? "passed" : undefined)}>{average ?? noNumber}</strong>
        <p>
          {average !== null && isPass && <em class="band">{bandOf(average)}</em>}
          <span>{average === null ? explainMissing(report) : describeInterval(interval)}</span>
          <span class="over">
            {describeMean(report)}
            {flawless !== null && `; flawless is ${flawless}`}
          </span>
        </p>
      </div>
      {average !== null && <ResultScale value={average} interval={interval} flawless={flawless} />}
      <p class="totals">
        {listTotals(report).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
    </div>
  );
}

function explainMissing({ scoring }: Report): string {
  return scoring === undefined ? "the report was not scored" : "no result has a number";
}

function describeInterval(interval: Standings["interval"]): string {
  if (interval === null) return "";
  return `${formatPoints(Math.max(0, interval.lower))} to ${formatPoints(Math.min(100, interval.upper))}, 95 %`;
}

function describeMean({ summary: { averagedOver, total } }: Report): string {
  return `mean of ${averagedOver === total ? "" : `${averagedOver} of `}${formatCount(total, "result")}`;
}

/** The AXIS Result of a run in which everything worked: the curve ends below 100. */
function computeFlawless(weights: Weights): number {
  const parts = dimensionNames.map(({ id, weight }) => ({
    points: id === "goalAchievement" ? 100 : calibrate(1),
    weight: weights[weight],
  }));
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return Math.round(parts.reduce((sum, { points, weight }) => sum + points * weight, 0) / total);
}

function Notices({ report, isRunning }: { readonly report: Report; readonly isRunning: boolean }) {
  const { scripted, script, state, reportId, rescoredFrom, shards } = report;
  return (
    <>
      {scripted === true && (
        <p class="notice bad">
          Rehearsal: {script === undefined ? "a script" : `the script ${safeName(script.file, 160)}`} answered instead
          of models, so these numbers do not measure any agent.
        </p>
      )}
      {state !== "complete" && !isRunning && (
        <p class="notice">
          {state === "running" ? "AXIS was killed" : "AXIS was stopped"} before every run took place. Finished runs are
          saved.
          {shards === undefined && (
            <>
              {" "}
              Resume with <code>axis run --resume {safeName(reportId, 80)}</code>
            </>
          )}
        </p>
      )}
      {[
        ...renderBudget(report),
        ...renderRateLimits(report),
        ...renderCalibration(report),
        ...renderShards(report),
        ...(rescoredFrom === undefined ? [] : [`Scored again from the runs of ${safeLine(rescoredFrom)}`]),
      ].map((line) => (
        <p class="notice" key={line}>
          <Passage text={line} />
        </p>
      ))}
    </>
  );
}
