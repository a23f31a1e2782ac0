/** Results with both numbers, the difference, and how much each dimension moved. */
import type { ComparisonEntry } from "../../../src/core/report/comparison.ts";
import { formatDelta, formatScore } from "../../../src/report/text/format.ts";
import { formatCause } from "../../../src/report/text/format-verdict.ts";
import { findEntryTone, nameChange } from "../../../src/report/text/worst-first.ts";
import { ScrollTable, numberColumns, textColumns } from "../parts/table.tsx";
import { dimensionNames } from "../parts/names.ts";
import { StackedCell } from "../parts/stacked-cell.tsx";
import { safeName } from "../text/safe.ts";
import { ChangeTag, findToneClass } from "./change-tag.tsx";
import type { FindLink } from "./changes.tsx";

interface ChangeTableProps {
  readonly name: string;
  readonly entries: readonly ComparisonEntry[];
  readonly findLink: FindLink;
}

const columns = [
  ...textColumns("Scenario", "Agent", "Change"),
  ...numberColumns("Before", "After", "Difference", ...dimensionNames.map(({ name }) => name)),
];

export function ChangeTable({ name, entries, findLink }: ChangeTableProps) {
  return (
    <ScrollTable label={name} class="changes stacks" columns={columns}>
      {entries.map((entry) => (
        <ChangeRow key={`${entry.scenarioKey}\n${entry.agentName}`} entry={entry} link={findLink(entry)} />
      ))}
    </ScrollTable>
  );
}

function ChangeRow({ entry, link }: { entry: ComparisonEntry; link: string | null }) {
  const { verdict, scenarioKey, agentName, baseline, current, delta, categories, causes } = entry;
  const tone = findEntryTone(entry);
  const isNews = verdict === "IMPROVED" || verdict === "REGRESSED";
  const [cause] = causes;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {link === null ? safeName(scenarioKey, 120) : <a href={link}>{safeName(scenarioKey, 120)}</a>}
      </th>
      <td role="cell" class="name">
        {safeName(agentName, 80)}
      </td>
      <td role="cell" class="kind">
        <ChangeTag word={nameChange(entry)} tone={tone} />
        {isNews && cause !== undefined && <> {formatCause(cause)}</>}
      </td>
      <StackedCell title="Before" class="number">
        {formatScore(baseline)}
      </StackedCell>
      <StackedCell title="After" class="number">
        {formatScore(current)}
      </StackedCell>
      <StackedCell title="Difference" class={`number ${isNews ? `main ${findToneClass(tone)}` : dimUnchanged(delta)}`}>
        {formatDelta(delta)}
      </StackedCell>
      {dimensionNames.map(({ id, name }) => (
        <StackedCell
          key={id}
          title={name}
          class={`number dimension ${isNews && cause?.dimension === id ? "main" : dimUnchanged(categories[id].delta)}`}
        >
          {verdict === null ? formatDelta(null) : formatDimension(categories[id])}
        </StackedCell>
      ))}
    </tr>
  );
}

/** A dimension that comes or goes is written out. */
function formatDimension({ baseline, current, delta }: ComparisonEntry["categories"]["agent"]): string {
  if (delta !== null || (baseline === null && current === null)) return formatDelta(delta);
  return `${baseline === null ? "n/a" : formatScore(baseline)} → ${current === null ? "n/a" : formatScore(current)}`;
}

/** Grays out numbers that did not change. */
function dimUnchanged(delta: number | null): string {
  return delta === null || delta === 0 ? "none" : "";
}
