/** Results with both numbers, the difference, and how much each dimension moved. */
import type { ComparisonEntry } from "../../../src/core/report/comparison.ts";
import { formatDelta, formatScore } from "../../../src/report/text/format.ts";
import { ScrollTable, numberColumns, textColumns } from "../parts/table.tsx";
import { dimensionNames } from "../parts/names.ts";
import { StackedCell } from "../parts/stacked-cell.tsx";
import { safeName } from "../text/safe.ts";
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

const tones: Readonly<Record<ComparisonEntry["kind"], string>> = {
  improved: "good",
  unchanged: "plain",
  regressed: "bad",
  failed: "bad",
  unscored: "warn",
  new: "plain",
  gone: "warn",
};

function ChangeRow({ entry, link }: { entry: ComparisonEntry; link: string | null }) {
  const { kind, scenarioKey, agentName, baseline, current, delta, categories, movedMost } = entry;
  const isNews = kind === "improved" || kind === "regressed";
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {link === null ? safeName(scenarioKey, 120) : <a href={link}>{safeName(scenarioKey, 120)}</a>}
      </th>
      <td role="cell" class="name">
        {safeName(agentName, 80)}
      </td>
      <td role="cell" class="kind">
        <span class={`tag tone-${tones[kind]}`}>{kind}</span>
      </td>
      <StackedCell title="Before" class="number">
        {formatScore(baseline)}
      </StackedCell>
      <StackedCell title="After" class="number">
        {formatScore(current)}
      </StackedCell>
      <StackedCell title="Difference" class={`number ${isNews ? `main tone-${tones[kind]}` : dimUnchanged(delta)}`}>
        {formatDelta(delta)}
      </StackedCell>
      {dimensionNames.map(({ id, name }) => (
        <StackedCell
          key={id}
          title={name}
          class={`number dimension ${movedMost === id ? "main" : dimUnchanged(categories[id].delta)}`}
        >
          {formatDelta(categories[id].delta)}
        </StackedCell>
      ))}
    </tr>
  );
}

/** Grays out numbers that did not change. */
function dimUnchanged(delta: number | null): string {
  return delta === null || delta === 0 ? "none" : "";
}
