/** Two runs that were read, side by side: what changed by dimension and signal, which files they changed, and where what they did parts. */
import type { ComponentChildren } from "preact";
import type { RunData } from "../data/run-data.ts";
import { Score } from "../parts/score.tsx";
import type { StepLink } from "../router.ts";
import { CardScore } from "../scorecard/tier.tsx";
import { safeLine, safeName } from "../text/safe.ts";
import type { RunSource } from "../source/source.ts";
import { CallsCompared } from "./calls-compared.tsx";
import { FilesCompared } from "./files-compared.tsx";
import { NumbersCompared } from "./numbers-compared.tsx";
import { StagesCompared } from "./stages-compared.tsx";

export interface ComparedRun {
  readonly data: RunData;
  readonly source: RunSource;
  readonly linkTo: StepLink;
  /** Where it comes from. */
  readonly from: string;
}

interface RunsComparedProps {
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** The way back. */
  readonly crumbs: ComponentChildren;
}

export function RunsCompared({ before, after, crumbs }: RunsComparedProps) {
  const sides = { before: before.data, after: after.data };
  return (
    <article class="compare">
      <p class="crumbs">{crumbs}</p>
      <h1>{titleOf(before.data, after.data)}</h1>
      <div class="sides">
        <SideHead title="Before" run={before} />
        <SideHead title="After" run={after} />
      </div>
      <NumbersCompared {...sides} />
      <StagesCompared {...sides} />
      <FilesCompared before={before} after={after} />
      <CallsCompared {...sides} links={{ before: before.linkTo, after: after.linkTo }} />
    </article>
  );
}

function titleOf(before: RunData, after: RunData): string {
  const [old, now] = [before.block.detail.scenarioName, after.block.detail.scenarioName];
  return old === now ? safeLine(now, 160) : `${safeLine(old, 80)} and ${safeLine(now, 80)}`;
}

function SideHead({ title, run }: { title: string; run: ComparedRun }) {
  const { agentName, trial, score, scorecard } = run.data.block.detail;
  return (
    <div>
      <p class="label">{title}</p>
      <p class="key">
        <a href={run.linkTo()}>
          {safeName(agentName, 80)}
          {trial > 1 && `, trial ${trial}`}
        </a>{" "}
        {safeLine(run.from, 80)}
      </p>
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
    </div>
  );
}
