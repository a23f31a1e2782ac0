/** The head of a run, wherever its data comes from: what it was, how it ended, and its facts. */
import type { ComponentChildren } from "preact";
import type { RunStatus } from "../../../src/core/report/run-status.ts";
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import type { AxisResult } from "../../../src/core/score/axis-result.ts";
import { ResultFigure } from "../parts/figure.tsx";
import { dimensionNames } from "../parts/names.ts";
import { Scale } from "../parts/scale.tsx";
import { Bar, bandClass, DimensionScore } from "../parts/score.tsx";
import { Facts } from "../parts/section.tsx";
import { LongText } from "../text/long-text.tsx";
import { Passage } from "../text/passage.tsx";
import { safeName } from "../text/safe.ts";

export type Fact = readonly [name: string, value: ComponentChildren];

export interface Notice {
  readonly text: string;
  readonly isBad?: boolean;
}

interface RunHeadProps {
  /** The way back. */
  readonly crumbs: ComponentChildren;
  readonly scenario: string;
  readonly agent: string;
  /** The line below the title. */
  readonly status?: ComponentChildren;
  readonly notices: readonly Notice[];
  readonly result?: ComponentChildren;
  readonly facts: readonly Fact[];
  readonly children?: ComponentChildren;
}

export function RunHead({ crumbs, scenario, agent, status, notices, result, facts, children }: RunHeadProps) {
  return (
    <header class="run-head">
      <p class="crumbs">{crumbs}</p>
      <h1>
        {safeName(scenario, 160)} <small>by {safeName(agent, 120)}</small>
      </h1>
      {status !== undefined && <p class="key">{status}</p>}
      {notices.map(({ text, isBad }, index) => (
        <p key={index} class={isBad === true ? "notice bad" : "notice"}>
          <Passage text={text} />
        </p>
      ))}
      {result}
      <Facts facts={facts} />
      {children}
    </header>
  );
}

interface JudgedResultProps {
  readonly score: RunDetail["score"];
  /** Only numbers of a run that passed may be green. */
  readonly status?: RunStatus | undefined;
}

/** The AXIS Result on its scale, and the four dimensions. */
export function JudgedResult({ score, status }: JudgedResultProps) {
  const number = score?.axisScore ?? null;
  return (
    <div class="reading">
      <div class="result">
        <ResultFigure
          value={number}
          status={status}
          whyNone={<Passage text={score?.reason ?? "the run was not scored"} />}
        />
        {number !== null && <Scale value={number} />}
      </div>
      {score !== undefined && <DimensionStrip score={score} status={status} />}
    </div>
  );
}

/** The agent's last message. */
export function FinalAnswer({ detail: { output } }: { detail: RunDetail }) {
  if (output.result === null || output.result === "") return null;
  return (
    <details>
      <summary>Final answer</summary>
      <LongText text={output.result} name="final-answer" />
    </details>
  );
}

/** The four dimensions side by side, each with its number or the reason there is none. */
function DimensionStrip({ score, status = "unscored" }: { score: AxisResult; status?: RunStatus | undefined }) {
  return (
    <ul class="strip">
      {dimensionNames.map(({ id, name, about }) => (
        <li key={id}>
          <span class="label">{name}</span>
          <DimensionScore dimension={score[id]} status={status} />
          <Bar value={score[id].score} tone={bandClass(score[id].score, status)} />
          <small>{score[id].reason === undefined ? about : <Passage text={score[id].reason} />}</small>
        </li>
      ))}
    </ul>
  );
}
