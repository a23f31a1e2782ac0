/** The causes by host or program, and by scenario. */
import { useMemo } from "preact/hooks";
import { formatCount } from "../../../src/core/format-count.ts";
import { FixFacts, FixTitle, RunsByAgent } from "../parts/fix-line.tsx";
import { PointsBar } from "../parts/points-bar.tsx";
import { safeName } from "../text/safe.ts";
import { AreaHead, findLongest, FixItem, type ListProps } from "./fix-item.tsx";
import { countFailed, countScenarios, groupByOwner, groupByScenario } from "./fix-rows.ts";

export function ByOwner(props: ListProps) {
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

export function ByScenario(props: ListProps) {
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
