/** Two runs side by side: their numbers, stages, changed files and calls. */
import type { ComponentChildren } from "preact";
import type { RunData } from "../data/run-data.ts";
import { Score } from "../parts/score.tsx";
import type { StepLink } from "../router.ts";
import { CardScore } from "../scorecard/tier.tsx";
import type { RunSource } from "../source/source.ts";
import { CallsCompared } from "./calls-compared.tsx";
import { ComparedHead, type ComparedSide } from "./compared-head.tsx";
import { FilesCompared } from "./files-compared.tsx";
import { NumbersCompared } from "./numbers-compared.tsx";
import { StagesCompared } from "./stages-compared.tsx";

export interface ComparedRun {
  readonly data: RunData;
  readonly source: RunSource;
  readonly linkTo: StepLink;
  /** Its report or id. */
  readonly origin: string;
}

interface RunsComparedProps {
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** The way back. */
  readonly crumbs: ComponentChildren;
}

export function RunsCompared({ before, after, crumbs }: RunsComparedProps) {
  const data = { before: before.data, after: after.data };
  return (
    <article class="compare">
      <ComparedHead before={toSide(before)} after={toSide(after)} crumbs={crumbs} />
      <NumbersCompared {...data} />
      <StagesCompared {...data} />
      <FilesCompared before={before} after={after} />
      <CallsCompared {...data} links={{ before: before.linkTo, after: after.linkTo }} />
    </article>
  );
}

function toSide({ data, linkTo, origin }: ComparedRun): ComparedSide {
  const { scenarioName, agentName, trial, score, scorecard } = data.block.detail;
  const result = (
    <>
      <p class="figure">
        <span class="label">AXIS Result</span>
        <strong>
          <Score score={score?.axisScore} reason={score?.reason} />
        </strong>
      </p>
      {scorecard !== undefined && (
        <p class="decided">
          Scorecard <CardScore card={scorecard} />
        </p>
      )}
    </>
  );
  return { scenario: scenarioName, agent: agentName, trial, href: linkTo(), origin, result };
}
