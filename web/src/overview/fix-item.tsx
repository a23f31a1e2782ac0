/** One line of a list of causes, which opens to its details, and the head above such lines. */
import type { ComponentChildren } from "preact";
import type { Fix, FixPoints, FixRun, FixSummary } from "../../../src/core/report/fix.ts";
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import { RunsByAgent } from "../parts/fix-line.tsx";
import { PointsBar } from "../parts/points-bar.tsx";
import type { LinkRun } from "./fix-details.tsx";
import type { FixRow } from "./fix-rows.ts";
import { noFix, type Selection } from "./selection.ts";

export interface FixesProps {
  readonly fixes: readonly Fix[];
  readonly summary: FixSummary | undefined;
  readonly results: readonly PairResult[];
  /** In the order in which they are shown. */
  readonly agents: readonly string[];
  readonly linkRun: LinkRun;
  readonly selection: Pick<Selection, "fix" | "by" | "fixAgent">;
  readonly choose: (change: Partial<Pick<Selection, "fix" | "by" | "fixAgent">>) => void;
}

export interface ListProps extends FixesProps {
  readonly rows: readonly FixRow[];
}

/** The longest bar of a list. */
export function findLongest(points: readonly FixPoints[]): number {
  return Math.max(0, ...points.map(({ most }) => most));
}

interface AreaHeadProps {
  readonly title: string;
  readonly about?: string;
  readonly unit: string;
}

export function AreaHead({ title, about, unit }: AreaHeadProps) {
  return (
    <div class="fix-head">
      <h3>
        {title}
        {about !== undefined && <small>{about}</small>}
      </h3>
      <span>{unit}</span>
      <span>Runs by agent</span>
    </div>
  );
}

interface FixItemProps extends Pick<FixesProps, "agents" | "choose"> {
  readonly id: string;
  readonly place: number;
  readonly title: ComponentChildren;
  readonly facts: ComponentChildren;
  readonly points: FixPoints;
  readonly longest: number;
  readonly runs: readonly FixRun[];
  readonly isOpen: boolean;
  readonly children: ComponentChildren;
}

/** The address says which one is open, so a link to it can be sent. */
export function FixItem({
  id,
  place,
  title,
  facts,
  points,
  longest,
  runs,
  isOpen,
  agents,
  choose,
  children,
}: FixItemProps) {
  const toggle = (event: Event) => {
    event.preventDefault();
    choose({ fix: isOpen ? noFix : id });
  };
  return (
    <li class="fix">
      <details open={isOpen}>
        <summary onClick={toggle} data-stop>
          <span class="fix-place" aria-hidden="true">
            {place}
          </span>
          <span class="fix-words">
            {title}
            {facts}
          </span>
          <PointsBar points={points} longest={longest} />
          <RunsByAgent agents={agents} runs={runs} />
        </summary>
        {children}
      </details>
    </li>
  );
}
