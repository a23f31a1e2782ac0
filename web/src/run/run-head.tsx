/** The head of a run: scenario and agent, how it ended, the number, its trials, what it cost. */
import type { ComponentChildren } from "preact";
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import { bandOf, formatCost, formatDuration } from "../../../src/report/text/format.ts";
import { failureLine } from "../data/failure.ts";
import { tokenLine } from "../data/tokens.ts";
import type { RunData } from "../data/run-data.ts";
import { OutcomeMark } from "../parts/outcome.tsx";
import { Facts } from "../parts/section.tsx";
import { Scale } from "../parts/scale.tsx";
import { LongText } from "../text/long-text.tsx";
import { Passage } from "../text/passage.tsx";
import { safeLine, safeName } from "../text/safe.ts";
import { DimensionStrip } from "./dimension-strip.tsx";

interface RunHeadProps {
  readonly data: RunData;
  /** The way back. */
  readonly crumbs: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function RunHead({ data, crumbs, children }: RunHeadProps) {
  const { detail } = data.block;
  return (
    <header class="run-head">
      <p class="crumbs">{crumbs}</p>
      <h1>
        {safeName(detail.scenarioName, 160)} <small>by {safeName(detail.agentName, 120)}</small>
      </h1>
      <p class="key">
        {safeName(detail.scenarioKey, 240)} <OutcomeMark outcomeClass={detail.outcomeClass} />
      </p>
      {failureLine(detail) !== null && (
        <p class="notice bad">
          <Passage text={failureLine(detail) ?? ""} />
        </p>
      )}
      {detail.suspect !== undefined && (
        <p class="notice bad">
          Suspect: <Passage text={detail.suspect} />
        </p>
      )}
      <JudgedResult score={detail.score} />
      <Facts facts={factsOf(detail)} />
      <FinalAnswer detail={detail} />
      {children}
    </header>
  );
}

/** The AXIS Result on its scale, and the four dimensions. */
export function JudgedResult({ score }: { score: RunDetail["score"] }) {
  const number = score?.axisScore ?? null;
  return (
    <div class="reading">
      <div class="result">
        <p class={`figure ${number === null ? "none" : `band-${bandOf(number)}`}`}>
          <span class="label">AXIS Result</span>
          <strong>{number ?? "none"}</strong>
          <span class="band">
            {number === null ? <Passage text={score?.reason ?? "the run was not scored"} /> : bandOf(number)}
          </span>
        </p>
        {number !== null && <Scale value={number} />}
      </div>
      {score !== undefined && <DimensionStrip score={score} />}
    </div>
  );
}

/** What the agent said last. */
export function FinalAnswer({ detail: { output } }: { detail: RunDetail }) {
  if (output.result === null || output.result === "") return null;
  return (
    <details>
      <summary>Final answer</summary>
      <LongText text={output.result} name="final-answer" />
    </details>
  );
}

/** Judges that spend nothing are not worth a line. */
function judgeCost({ judgeCostUsd }: RunDetail): (readonly [string, string])[] {
  if (judgeCostUsd === undefined) return [];
  return [["Judges cost", judgeCostUsd === null ? "unknown" : formatCost(judgeCostUsd)]];
}

function momentLine(moment: string | null): string {
  if (moment === null || moment === "") return "unknown";
  return safeLine(moment, 40)
    .replace("T", " ")
    .replace(/\.\d+Z$/, " UTC");
}

function factsOf(detail: RunDetail): (readonly [string, string])[] {
  const { stats } = detail;
  return [
    ["Took", formatDuration(detail.durationMs)],
    ["Started", momentLine(detail.output.metadata.startTime)],
    ["Interactions", `${stats.totalInteractions}, ${stats.totalErrors} with an error`],
    ["Tokens", tokenLine(detail.tokenUsage)],
    ["Cost", detail.totalCostUsd === undefined ? "unknown" : formatCost(detail.totalCostUsd)],
    ...judgeCost(detail),
    ["Exit code", detail.exitCode === null ? "none" : String(detail.exitCode)],
    ["Run", safeLine(detail.runId, 60)],
    ...(detail.trial > 1 ? ([["Trial", String(detail.trial)]] as const) : []),
    ...(detail.orphans ? ([["Processes left behind", String(detail.orphans)]] as const) : []),
  ];
}
