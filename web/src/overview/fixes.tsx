/** What to fix: the causes of lost points over all runs, by cause, by host or program, or by scenario. */
import { useMemo, useState } from "preact/hooks";
import { formatCount } from "../../../src/core/format-count.ts";
import type { FixSummary } from "../../../src/core/report/fix.ts";
import { formatFixPoints } from "../../../src/report/text/format-fix.ts";
import { Choice } from "../parts/choice.tsx";
import { FixFacts, FixTitle } from "../parts/fix-line.tsx";
import { Section } from "../parts/section.tsx";
import { Switch } from "../parts/switch.tsx";
import { safeName } from "../text/safe.ts";
import { FixDetails } from "./fix-details.tsx";
import { ByOwner, ByScenario } from "./fix-groups.tsx";
import { AreaHead, findLongest, type FixesProps, FixItem, type ListProps } from "./fix-item.tsx";
import { type AreaRows, countFailed, countScenarios, groupByArea, listFixRows } from "./fix-rows.ts";
import type { Grouping } from "./selection.ts";

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
  if (summary === undefined) return "There is nothing to fix: no cause of lost points was found.";
  const rare = Object.keys(summary.unlisted).length;
  const rest = rare === 0 ? "" : ` ${describeRare(rare)}`;
  const runs = formatCount(summary.runs, "counted run");
  return `There is nothing to fix. In ${runs}, nothing failed, was slow or was not needed often enough to cost points.${rest}`;
}

function describeRare(count: number): string {
  return `${formatCount(count, "cause")} met by one run for less than 0.1 points ${count === 1 ? "is" : "are"} left out.`;
}

function describeRest(summary: FixSummary | undefined): string {
  const tests = summary?.inProgressRuns ?? 0;
  const rare = Object.keys(summary?.unlisted ?? {}).length;
  const runs = formatCount(tests, "run");
  return [
    ...(rare === 0 ? [] : [describeRare(rare)]),
    ...(tests === 0 ? [] : [`Tests that failed first and passed later (${runs}) are work in progress and not listed.`]),
    "Each line is computed as if only it were fixed; a failed run can have several causes, so ranges overlap.",
  ].join(" ");
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
