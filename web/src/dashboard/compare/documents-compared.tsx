/** Two runs of which not both are recorded in full: the numbers the server has of them, and what is missing. */
import { ComparedHead, type ComparedSide } from "../../compare/compared-head.tsx";
import { StageTable } from "../../compare/stages-compared.tsx";
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
          <ComparedHead
            before={toSide(comparison.a, route)}
            after={toSide(comparison.b, route)}
            crumbs={<a href={route.link("runs")}>All runs</a>}
          />
          <p class="notice">{whyNumbersOnly(isRecorded)}</p>
          <DocumentNumbers comparison={comparison} />
          <StageTable olds={comparison.a.stages} news={comparison.b.stages} />
        </article>
      )}
    </Shown>
  );
}

function whyNumbersOnly({ a, b }: DocumentsProps["isRecorded"]): string {
  const which = a ? "the run after" : b ? "the run before" : "either run";
  return `Only numbers can be compared: there is no transcript of ${which}. It is not recorded yet, or was removed.`;
}

function toSide(run: RunComparison["a"], route: ViewProps["route"]): ComparedSide {
  const { id, scenario, agent, trial } = run;
  const result = (
    <p>
      <OutcomeWord run={run} />
    </p>
  );
  return { scenario, agent, trial, href: route.link("runs/{id}", { id }), origin: id, result };
}
