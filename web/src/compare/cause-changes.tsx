/** What runs met before and after: a dumbbell of counts per cause, and whether chance explains the change. */
import type { ComparedCause, ComparedCauses } from "../../../src/report/compare-causes.ts";
import { type Axis, AxisTicks, makeAxis } from "../charts/axis.tsx";
import { AgentMark } from "../parts/agent-look.tsx";
import { useShowMore } from "../parts/show-more.tsx";
import { StackedCell } from "../parts/stacked-cell.tsx";
import { safeLine, safeName } from "../text/safe.ts";
import { Dumbbell } from "./dumbbell.tsx";

const causesAtOnce = 10;

export function CauseChanges({ causes: { causes, runs, agents, missing } }: { readonly causes: ComparedCauses }) {
  const [count, more] = useShowMore(causes.length, causesAtOnce, "causes");
  if (missing !== null) return <p class="notice">{safeLine(missing, 400)}</p>;
  if (causes.length === 0) return <p class="notice">No cause is listed in either report.</p>;
  const axis = makeAxis([0, ...causes.flatMap(({ before, after }) => [before, after])], { ticks: 4 });
  return (
    <>
      <table role="table" class="cause-changes stacks">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Cause
            </th>
            <th role="columnheader" scope="col" class="chart">
              Runs that met it, of {runs.before} and {runs.after}
              <AxisTicks axis={axis} />
            </th>
            <th role="columnheader" scope="col" class="number">
              Before
            </th>
            <th role="columnheader" scope="col" class="number">
              After
            </th>
            {agents.map((name) => (
              <th key={name} role="columnheader" scope="col" class="by-agent">
                <AgentMark name={name} />
                <span class="sr">{safeName(name)}</span>
              </th>
            ))}
            <th role="columnheader" scope="col">
              More or fewer
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {causes.slice(0, count).map((cause) => (
            <CauseRow key={cause.id} cause={cause} axis={axis} agents={agents} />
          ))}
        </tbody>
      </table>
      {more}
    </>
  );
}

interface CauseRowProps {
  readonly cause: ComparedCause;
  readonly axis: Axis;
  readonly agents: readonly string[];
}

function CauseRow({ cause, axis, agents }: CauseRowProps) {
  const { title, before, after, byAgent, change, tone } = cause;
  const color = tone === "bad" ? "warn" : tone;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <CauseTitle cause={cause} />
      </th>
      <td role="cell" class="chart">
        <Dumbbell
          {...{ axis, before, after }}
          agent=""
          tone={color}
          label={`${safeLine(title, 160)}: ${before} runs before, ${after} after`}
        />
      </td>
      <StackedCell title="Before" class="number">
        {before}
      </StackedCell>
      <StackedCell title="After" class="number main">
        {after}
      </StackedCell>
      {byAgent.map((counts, at) => (
        <StackedCell key={agents[at]} title={safeName(agents[at] ?? "", 40)} class="by-agent">
          {counts.before} → {counts.after}
        </StackedCell>
      ))}
      <td role="cell" class={`move-${color}`}>
        {change}
      </td>
    </tr>
  );
}

/** The target stands out, because that is what to change. */
function CauseTitle({ cause: { title, target } }: { readonly cause: ComparedCause }) {
  const [before = "", ...after] = target === null ? [title] : title.split(target);
  if (target === null) return <>{safeLine(title, 200)}</>;
  return (
    <>
      {safeLine(before, 120)} <code>{safeLine(target, 160)}</code> {safeLine(after.join(target), 160)}
    </>
  );
}
