/** Two runs of which not both are recorded in full: the numbers the server has of them, and what is missing. */
import { StageTable } from "../../compare/stages-compared.tsx";
import { safeLine } from "../../text/safe.ts";
import type { RunComparison } from "../api/answers.ts";
import { Shown } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { OutcomeWord } from "../runs/outcome-word.tsx";
import type { ViewProps } from "../views.ts";
import { DocumentNumbers } from "./document-numbers.tsx";

interface DocumentsProps extends Pick<ViewProps, "api" | "route"> {
  readonly a: string;
  readonly b: string;
  readonly isRecorded: { readonly a: boolean; readonly b: boolean };
}

export function DocumentsCompared({ api, route, a, b, isRecorded }: DocumentsProps) {
  const [compared, again] = useLoaded((abort) => api.get("/v1/compare", { query: { a, b }, abort }), `${a} ${b}`);
  return (
    <Shown of={compared} again={again}>
      {(comparison) => (
        <article class="compare">
          <p class="crumbs">
            <a href={route.link("runs")}>All runs</a>
          </p>
          <h1>{titleOf(comparison)}</h1>
          <div class="sides">
            <SideHead title="Before" run={comparison.a} route={route} />
            <SideHead title="After" run={comparison.b} route={route} />
          </div>
          <p class="notice">{whyNumbersOnly(isRecorded)}</p>
          <DocumentNumbers comparison={comparison} />
          <StageTable olds={comparison.a.stages} news={comparison.b.stages} />
        </article>
      )}
    </Shown>
  );
}

function titleOf({ a, b }: RunComparison): string {
  return a.scenario === b.scenario
    ? safeLine(b.scenario, 160)
    : `${safeLine(a.scenario, 80)} and ${safeLine(b.scenario, 80)}`;
}

function whyNumbersOnly({ a, b }: DocumentsProps["isRecorded"]): string {
  const which = a ? "the run after" : b ? "the run before" : "either run";
  return `Only numbers can be compared: there is no transcript of ${which}. It is not recorded yet, or was removed.`;
}

interface SideProps {
  readonly title: string;
  readonly run: RunComparison["a"];
  readonly route: ViewProps["route"];
}

function SideHead({ title, run, route }: SideProps) {
  return (
    <div>
      <p class="label">{title}</p>
      <p class="key">
        <a href={route.link("runs/{id}", { id: run.id })}>
          {safeLine(run.agent, 80)}
          {run.trial > 1 && `, trial ${run.trial}`}
        </a>{" "}
        {safeLine(run.id, 60)}
      </p>
      <p>
        <OutcomeWord run={run} />
      </p>
    </div>
  );
}
