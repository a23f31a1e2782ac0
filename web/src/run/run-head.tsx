/** The head of a run, wherever its data comes from: the answer in a sentence, its number, and the other trials. */
import type { ComponentChildren } from "preact";
import type { RunStatus } from "../../../src/core/report/run-status.ts";
import type { RunDetail } from "../../../src/core/report/run-detail.ts";
import { bandOf, noNumber } from "../../../src/report/text/format.ts";
import { AgentName } from "../parts/agent-look.tsx";
import { Figure } from "../parts/figure.tsx";
import { dimensionNames } from "../parts/names.ts";
import { PageHead, VerdictTag } from "../parts/page-head.tsx";
import { Scale } from "../parts/scale.tsx";
import { Bar, DimensionScore, resultClass } from "../parts/score.tsx";
import { Passage } from "../text/passage.tsx";
import { safeLine, safeName } from "../text/safe.ts";
import { longestTitle } from "./describe-outcome.ts";

export interface Notice {
  readonly text: string;
  readonly isBad?: boolean;
}

interface RunHeadProps {
  /** The status as one word. */
  readonly word: string;
  readonly scenario: string;
  readonly agent: string;
  /** After the agent: its trial, its model. */
  readonly about?: string;
  /** How it came out, in one sentence. */
  readonly title: string;
  readonly lead?: ComponentChildren;
  readonly notices: readonly Notice[];
  readonly result?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function RunHead(props: RunHeadProps) {
  const { word, scenario, agent, about = "", title, lead, notices, result, children } = props;
  return (
    <div class="run-head">
      <PageHead
        tags={
          <>
            <VerdictTag word={word} /> <b class="scenario">{safeName(scenario, 160)}</b> <AgentName name={agent} />
            {about !== "" && <span>{safeLine(about, 160)}</span>}
          </>
        }
        title={<bdi>{safeLine(title, longestTitle + 60)}</bdi>}
        lead={lead}
        aside={result}
      >
        {notices.map(({ text, isBad }, index) => (
          <p key={index} class={isBad === true ? "notice bad" : "notice"}>
            <Passage text={text} />
          </p>
        ))}
        {children}
      </PageHead>
    </div>
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
  const meaning =
    number === null ? <Passage text={score?.reason ?? "the run was not scored"} /> : explainNumber(score, status);
  return (
    <>
      <Figure label="AXIS Result" value={number ?? noNumber} tone={numberClass(number, status)} note={meaning} />
      {number !== null && <Scale value={number} />}
      {score !== undefined && (
        <ul class="dimension-bars">
          {dimensionNames.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              <Bar value={score[id].score} tone={isLow(score[id].score) ? "band-failed" : "band-plain"} />
              <DimensionScore dimension={score[id]} status="unscored" />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The number of a run that failed is plain: the tag and the sentence say that it failed. */
function numberClass(number: number | null, status: RunStatus | undefined): string {
  return status === "passed" || number === null ? resultClass(number, status) : "band-plain";
}

/** Below the lower bound of the band "good". */
function isLow(score: number | null): boolean {
  return score !== null && score < 75;
}

function explainNumber(score: RunDetail["score"], status: RunStatus | undefined): string {
  if (status === "passed") return bandOf(score?.axisScore ?? 0);
  if (status !== "failed") return "not counted";
  const isDecided = score?.goalAchievement.criteria.some(({ by, score: grade }) => by === "verify" && grade !== 10);
  return isDecided === true ? "does not pass: a check decides, not the number" : "does not pass";
}
