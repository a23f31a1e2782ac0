/** Two runs side by side: their calls, checks and files, then their numbers and stages. */
import type { ComponentChildren } from "preact";
import type { RunData } from "../data/run-data.ts";
import { PageHead } from "../parts/page-head.tsx";
import type { StepLink } from "../router.ts";
import type { RunSource } from "../source/source.ts";
import { safeLine, safeName } from "../text/safe.ts";
import { describeCheckChanges, listComparedChecks } from "./checks-compared.tsx";
import { NumbersCompared } from "./numbers-compared.tsx";
import { RunPair } from "./run-pair.tsx";
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
  /** Choices of the pair. */
  readonly actions?: ComponentChildren;
}

export function RunsCompared({ before, after, crumbs, actions }: RunsComparedProps) {
  const data = { before: before.data, after: after.data };
  const [old, now] = [before.data.block.detail, after.data.block.detail];
  const lead = describeCheckChanges(listComparedChecks(old, now)).slice(0, 3).join(" ");
  return (
    <article class="compare">
      <PageHead
        tags={
          <>
            {crumbs}
            <span>{nameScenarios(old.scenarioName, now.scenarioName)}</span>
          </>
        }
        title={describeResults(old, now)}
        lead={lead === "" ? undefined : lead}
      />
      <RunPair before={before} after={after} title="Calls" actions={actions} />
      <div class="pair-numbers">
        <NumbersCompared {...data} />
        <StagesCompared {...data} />
      </div>
    </article>
  );
}

export function nameScenarios(before: string, after: string): string {
  return before === after ? safeLine(after, 160) : `${safeLine(before, 80)} and ${safeLine(after, 80)}`;
}

type Detail = RunData["block"]["detail"];

/** How both ended: "Passed with 97 before, failed with 77 after." Two agents are named. */
function describeResults(before: Detail, after: Detail): string {
  const end = ({ status, score }: Detail) => {
    const result = score?.axisScore ?? null;
    return result === null ? `${status}, without an AXIS Result,` : `${status} with ${result}`;
  };
  if (before.agentName !== after.agentName)
    return `${safeName(before.agentName)} ${end(before)}; ${safeName(after.agentName)} ${end(after)}.`.replace(
      ",.",
      ".",
    );
  const text = `${end(before)} before, ${end(after)} after.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
