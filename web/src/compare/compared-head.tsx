/** The head of a comparison of two runs: the scenario, and which run is on which side. */
import type { ComponentChildren } from "preact";
import { safeLine, safeName } from "../text/safe.ts";

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
}

export function ComparedHead({ before, after, crumbs }: ComparedHeadProps) {
  return (
    <>
      <p class="crumbs">{crumbs}</p>
      <h1>
        {before.scenario === after.scenario
          ? safeLine(after.scenario, 160)
          : `${safeLine(before.scenario, 80)} and ${safeLine(after.scenario, 80)}`}
      </h1>
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
