/** A baseline: the number of every result it holds. */
import type { Baseline } from "../../../../src/core/report/baseline.ts";
import { formatScore } from "../../../../src/report/text/format.ts";
import { AgentName } from "../../parts/agent-look.tsx";
import { formatDayTime } from "../../parts/moment.ts";
import { Facts } from "../../parts/section.tsx";
import { ScrollTable, numberColumns, textColumns } from "../../parts/table.tsx";
import { safeLine, safeName } from "../../text/safe.ts";
import { ShowLoaded } from "../parts/states.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { ViewProps } from "../views.ts";

export function BaselineView({ api, workspace, route }: ViewProps) {
  const { name = "" } = route.parameters;
  const [baseline, again] = useLoaded(
    (abort) => api.get("/v1/baselines/{name}", { path: { name }, query: { workspace }, abort }),
    `${workspace} ${name}`,
  );
  return (
    <>
      <p class="crumbs">
        <a href={route.link("baselines")}>All baselines</a>
      </p>
      <div class="view-head">
        <h1>Baseline {safeName(name, 80)}</h1>
        <p>
          <a href={route.link("compare", {}, { baseline: name, workspace })}>Compare with a report</a>
        </p>
      </div>
      <ShowLoaded loaded={baseline} again={again}>
        {(found) => <BaselineTable baseline={found} route={route} />}
      </ShowLoaded>
    </>
  );
}

function BaselineTable({ baseline, route }: { readonly baseline: Baseline } & Pick<ViewProps, "route">) {
  const rows = Object.entries(baseline.results).flatMap(([scenario, agents]) =>
    Object.entries(agents).map(([agent, entry]) => ({ scenario, agent, entry })),
  );
  const now = new Date();
  return (
    <>
      <Facts
        facts={[
          ["Saved", formatDayTime(baseline.updatedAt, now)],
          [
            "From report",
            <a key="report" href={route.link("reports/{id}", { id: baseline.fromReportId })}>
              {safeLine(baseline.fromReportId, 80)}
            </a>,
          ],
          ["Results", rows.length],
        ]}
      />
      <ScrollTable
        label="Results of the baseline"
        columns={[...textColumns("Scenario", "Agent"), ...numberColumns("AXIS Result", "Trials", "Passed")]}
      >
        {rows.map(({ scenario, agent, entry }) => (
          <tr key={`${scenario} ${agent}`}>
            <th scope="row">{safeLine(scenario, 120)}</th>
            <td>
              <AgentName name={agent} />
            </td>
            <td class="number">{formatScore(Math.round(entry.axisScore * 10) / 10)}</td>
            <td class="number">{entry.trials?.length ?? 1}</td>
            <td class="number">
              {entry.trials === undefined ? "–" : entry.trials.filter(({ passed }) => passed === true).length}
            </td>
          </tr>
        ))}
      </ScrollTable>
    </>
  );
}
