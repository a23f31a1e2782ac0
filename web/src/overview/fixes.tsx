/** What to fix: the causes of lost points over all runs, by cause, by host or program, or by scenario. */
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { formatCount } from "../../../src/core/format-count.ts";
import type { Fix, FixPoints, FixRun, FixSummary } from "../../../src/core/report/fix.ts";
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import { formatFixPoints } from "../../../src/report/text/format-fix.ts";
import { Choice } from "../parts/choice.tsx";
import { FixFacts, FixTitle, RunsByAgent } from "../parts/fix-line.tsx";
import { PointsBar } from "../parts/points-bar.tsx";
import { Section } from "../parts/section.tsx";
import { Switch } from "../parts/switch.tsx";
import { safeName } from "../text/safe.ts";
import { FixDetails, type LinkRun } from "./fix-details.tsx";
import {
  type AreaRows,
  countFailed,
  countScenarios,
  type FixRow,
  groupByArea,
  groupByOwner,
  groupByScenario,
  listFixRows,
} from "./fix-rows.ts";
import { type Grouping, noFix, type Selection } from "./selection.ts";

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

const groupingWords: readonly (readonly [Grouping, string])[] = [
  ["cause", "By cause"],
  ["owner", "By host or program"],
  ["scenario", "By scenario"],
];

export function Fixes(props: FixesProps) {
  const { fixes, summary, agents, results, selection, choose } = props;
  const { by, fixAgent } = selection;
  const rows = useMemo(() => listFixRows(fixes, results, fixAgent), [fixes, results, fixAgent]);
  if (fixes.length === 0)
    return (
      <Section id="fixes" title="What to fix">
        <p class="nothing-to-fix">{describeNothing(summary)}</p>
      </Section>
    );
  const actions = (
    <>
      <Choice
        name="Agents"
        value={fixAgent}
        options={agents}
        onChoose={(name) => choose({ fixAgent: name, fix: "" })}
      />
      <Switch
        quiet
        label="Group causes"
        value={by}
        options={groupingWords}
        onChoose={(word) => choose({ by: word, fix: "" })}
      />
    </>
  );
  const List = { cause: ByCause, owner: ByOwner, scenario: ByScenario }[by];
  return (
    <Section
      id="fixes"
      title="What to fix"
      note={`${formatCount(rows.length, "cause")}; the most expensive first`}
      actions={actions}
    >
      {rows.length === 0 ? (
        <p class="nothing-to-fix">No run of {safeName(fixAgent, 80)} met a cause that is listed.</p>
      ) : (
        <List {...props} rows={rows} />
      )}
      <p class="fix-note">{describeRest(summary)}</p>
    </Section>
  );
}

function describeNothing(summary: FixSummary | undefined): string {
  const runs = summary === undefined ? "No run" : `In ${formatCount(summary.runs, "counted run")}, nothing`;
  const rare = Object.keys(summary?.unlisted ?? {}).length;
  const rest =
    rare === 0
      ? ""
      : ` ${formatCount(rare, "cause")} ${rare === 1 ? "was" : "were"} met by a single run and cost${rare === 1 ? "s" : ""} less than 0.1 points.`;
  return summary === undefined
    ? "There is nothing to fix: no cause of lost points was found."
    : `There is nothing to fix. ${runs} failed, was slow or was not needed often enough to cost points.${rest}`;
}

function describeRest(summary: FixSummary | undefined): string {
  const tests = summary?.inProgressRuns ?? 0;
  const rare = Object.keys(summary?.unlisted ?? {}).length;
  return [
    ...(rare === 0
      ? []
      : [
          `${formatCount(rare, "cause")} met by one run for less than 0.1 points ${rare === 1 ? "is" : "are"} left out.`,
        ]),
    ...(tests === 0
      ? []
      : [
          `Tests that failed first and passed later (${formatCount(tests, "run")}) are work in progress and not listed.`,
        ]),
    "Each line is computed as if only it were fixed; a failed run can have several causes, so ranges overlap.",
  ].join(" ");
}

interface ListProps extends FixesProps {
  readonly rows: readonly FixRow[];
}

/** The longest bar of a list. */
function findLongest(points: readonly FixPoints[]): number {
  return Math.max(0, ...points.map(({ most }) => most));
}

/** Closed, because it is about agents, and the reader owns what they use. */
const closedArea = "work";

function ByCause(props: ListProps) {
  const { rows } = props;
  const areas = groupByArea(rows);
  const longest = findLongest(rows.map(({ points }) => points));
  const firstOpen = areas[0]?.area === closedArea ? undefined : areas[0]?.rows[0]?.fix.id;
  return (
    <>
      {areas.map((area) =>
        area.area === closedArea ? (
          <ClosedArea key={area.area} {...props} area={area} longest={longest} />
        ) : (
          <div class="fix-area" key={area.area}>
            <AreaHead title={area.title} about={area.about} unit={describeUnit(props)} />
            <CauseRows {...props} rows={area.rows} longest={longest} firstOpen={firstOpen} />
          </div>
        ),
      )}
    </>
  );
}

function describeUnit({ selection: { fixAgent } }: ListProps): string {
  return fixAgent === "" ? "Points of the AXIS Result it costs" : `Points of ${safeName(fixAgent, 40)}’s AXIS Result`;
}

function ClosedArea({ area, longest, ...props }: ListProps & { readonly area: AreaRows; readonly longest: number }) {
  const { fix } = props.selection;
  const [isOpen, setOpen] = useState(area.rows.some((row) => row.fix.id === fix));
  const sum = area.rows.reduce((total, { points }) => total + points.least, 0);
  const cost = formatFixPoints({ least: sum, most: sum });
  return (
    <details class="fix-area" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{area.title}</b>{" "}
        <small>
          {area.about}: {formatCount(area.rows.length, "habit")} of agents, {cost} points together
        </small>
      </summary>
      {isOpen && <CauseRows {...props} rows={area.rows} longest={longest} firstOpen={undefined} />}
    </details>
  );
}

interface AreaHeadProps {
  readonly title: string;
  readonly about?: string;
  readonly unit: string;
}

function AreaHead({ title, about, unit }: AreaHeadProps) {
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

/** Rows shown at first in each area. */
const shownRows = 4;

interface CauseRowsProps extends ListProps {
  readonly longest: number;
  /** The cause that is open if the address says nothing. */
  readonly firstOpen: string | undefined;
}

function CauseRows(props: CauseRowsProps) {
  const { rows, longest, firstOpen, selection, agents, linkRun } = props;
  const chosen = rows.findIndex(({ fix }) => fix.id === selection.fix);
  const [isWhole, setWhole] = useState(chosen >= shownRows);
  const shown = isWhole ? rows : rows.slice(0, shownRows);
  return (
    <>
      <ol class="fix-list">
        {shown.map((row, place) => {
          const { fix, runs, points } = row;
          const isOpen = selection.fix === "" ? fix.id === firstOpen : fix.id === selection.fix;
          const facts = (
            <FixFacts
              runs={runs.length}
              scenarios={countScenarios(runs)}
              failed={countFailed(runs)}
              workedLater={runs.length === fix.runs.length ? fix.workedLater : 0}
            />
          );
          const line = { place: place + 1, title: <FixTitle fix={fix} />, facts, points, longest, runs };
          return (
            <FixItem key={fix.id} id={fix.id} {...props} {...line} isOpen={isOpen}>
              {isOpen && <FixDetails row={row} agents={agents} linkRun={linkRun} />}
            </FixItem>
          );
        })}
      </ol>
      {rows.length > shown.length && (
        <p class="more">
          <button type="button" class="quiet" onClick={() => setWhole(true)}>
            {rows.length - shown.length} more
          </button>
        </p>
      )}
    </>
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
function FixItem({ id, place, title, facts, points, longest, runs, isOpen, agents, choose, children }: FixItemProps) {
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

function ByOwner(props: ListProps) {
  const { summary, rows, selection } = props;
  const owners = groupByOwner(summary?.owners ?? [], rows);
  const longest = findLongest(owners.map(({ owner }) => owner.points));
  if (owners.length === 0)
    return (
      <p class="nothing-to-fix">No host and no program is behind these causes: they are checks, endings and habits.</p>
    );
  return (
    <div class="fix-area">
      <AreaHead title="Hosts and programs" about="each repaired as a whole" unit="Points of the AXIS Result it costs" />
      <ol class="fix-list">
        {owners.map(({ owner, fixes, runs }, place) => {
          const isOpen = selection.fix === "" ? place === 0 : selection.fix === owner.owner;
          const title = (
            <bdi class="fix-title">
              <code>{safeName(owner.owner, 120)}</code> {formatCount(fixes.length, "cause")}
            </bdi>
          );
          const facts = <FixFacts runs={runs.length} scenarios={countScenarios(runs)} failed={countFailed(runs)} />;
          const line = { place: place + 1, title, facts, points: owner.points, longest, runs };
          return (
            <FixItem key={owner.owner} id={owner.owner} {...props} {...line} isOpen={isOpen}>
              {isOpen && <SubList {...props} rows={fixes} />}
            </FixItem>
          );
        })}
      </ol>
    </div>
  );
}

function ByScenario(props: ListProps) {
  const { rows, results, selection } = props;
  const groups = useMemo(() => groupByScenario(rows, results), [rows, results]);
  const longest = findLongest(groups.map(({ rows: own }) => own[0]?.points ?? { least: 0, most: 0 }));
  return (
    <div class="fix-area">
      <AreaHead title="Scenarios" unit="Points of the scenario its first cause costs" />
      <ol class="fix-list">
        {groups.map(({ scenarioKey, rows: own, runs }, place) => {
          const isOpen = selection.fix === "" ? place === 0 : selection.fix === scenarioKey;
          const title = (
            <bdi class="fix-title">
              <b>{safeName(scenarioKey, 120)}</b> {formatCount(own.length, "cause")}
            </bdi>
          );
          const failed = countFailed(runs);
          const facts = (
            <small class="fix-facts">
              {formatCount(runs.length, "run")}
              {failed > 0 && <span class="is-failed"> · {failed} of them failed</span>}
            </small>
          );
          const points = own[0]?.points ?? { least: 0, most: 0 };
          const line = { place: place + 1, title, facts, points, longest, runs };
          return (
            <FixItem key={scenarioKey} id={scenarioKey} {...props} {...line} isOpen={isOpen}>
              {isOpen && <SubList {...props} rows={own} />}
            </FixItem>
          );
        })}
      </ol>
    </div>
  );
}

/** The causes of a host, a program or a scenario; each leads to its details. */
function SubList({ rows, agents, choose }: ListProps) {
  const longest = findLongest(rows.map(({ points }) => points));
  return (
    <ul class="fix-sub-list">
      {rows.map(({ fix, runs, points }) => (
        <li key={fix.id}>
          <span class="fix-words">
            <button type="button" class="fix-link" onClick={() => choose({ by: "cause", fix: fix.id })}>
              <FixTitle fix={fix} />
            </button>
            <FixFacts runs={runs.length} scenarios={countScenarios(runs)} failed={countFailed(runs)} />
          </span>
          <PointsBar points={points} longest={longest} />
          <RunsByAgent agents={agents} runs={runs} />
        </li>
      ))}
    </ul>
  );
}
