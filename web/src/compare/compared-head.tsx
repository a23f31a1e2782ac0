/** The head of two runs of which only numbers are known: the scenario, and which run is on which side. */
import type { ComponentChildren } from "preact";
import { PageHead } from "../parts/page-head.tsx";
import { safeLine, safeName } from "../text/safe.ts";
import { nameScenarios } from "./runs-compared.tsx";

export interface ComparedSide {
  readonly scenario: string;
  readonly agent: string;
  readonly trial: number;
  readonly href: string;
  /** Its report or id. */
  readonly origin: string;
  /** What the side shows below its name. */
  readonly result: ComponentChildren;
}

interface ComparedHeadProps {
  readonly before: ComparedSide;
  readonly after: ComparedSide;
  /** The way back. */
  readonly crumbs: ComponentChildren;
  /** Why there are only numbers. */
  readonly lead: string;
}

export function ComparedHead({ before, after, crumbs, lead }: ComparedHeadProps) {
  return (
    <>
      <PageHead tags={crumbs} title={nameScenarios(before.scenario, after.scenario)} lead={lead} />
      <div class="sides">
        <Side title="Before" side={before} />
        <Side title="After" side={after} />
      </div>
    </>
  );
}

function Side({ title, side }: { title: string; side: ComparedSide }) {
  return (
    <div>
      <p class="label">{title}</p>
      <p class="key">
        <a href={side.href}>
          {safeName(side.agent, 80)}
          {side.trial > 1 && `, trial ${side.trial}`}
        </a>{" "}
        {safeLine(side.origin, 80)}
      </p>
      {side.result}
    </div>
  );
}
