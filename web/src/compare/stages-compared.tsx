/** The stages of two runs and how each ended. */
import { formatCount } from "../../../src/core/format-count.ts";
import { ScrollTable, textColumns } from "../parts/table.tsx";
import { Section } from "../parts/section.tsx";
import { describeEnd, type ShownStage, listStages } from "../scorecard/stages.tsx";
import { safeLine } from "../text/safe.ts";
import type { ComparedRuns } from "./numbers-compared.tsx";

export function StagesCompared({ before, after }: ComparedRuns) {
  return <StageTable olds={listStages(before.block.detail)} news={listStages(after.block.detail)} />;
}

interface StageTableProps {
  readonly olds: readonly ShownStage[];
  readonly news: readonly ShownStage[];
}

export function StageTable({ olds, news }: StageTableProps) {
  if (olds.length + news.length === 0) return null;
  return (
    <Section id="stages" title="Stages">
      <ScrollTable label="Stages of both runs" class="numbers" columns={textColumns("Stage", "Before", "After")}>
        {pairStages(olds, news).map(({ kind, name, old, now }) => (
          <tr key={`${kind} ${name}`} class={describeStage(old) === describeStage(now) ? "same" : "changed"}>
            <th scope="row">
              {safeLine(name, 120)} <small>{kind}</small>
            </th>
            <StageEnd stage={old} />
            <StageEnd stage={now} />
          </tr>
        ))}
      </ScrollTable>
    </Section>
  );
}

interface StagePair {
  readonly kind: ShownStage["kind"];
  readonly name: string;
  readonly old: ShownStage | undefined;
  readonly now: ShownStage | undefined;
}

/** Matches stages by kind and name, in the order of the first run, then of the second. */
function pairStages(olds: readonly ShownStage[], news: readonly ShownStage[]): StagePair[] {
  const isSame = (a: ShownStage, b: ShownStage) => a.kind === b.kind && a.name === b.name;
  const matched = olds.map((old) => ({ ...pickNames(old), old, now: news.find((stage) => isSame(stage, old)) }));
  const added = news.filter((stage) => !olds.some((old) => isSame(stage, old)));
  return [...matched, ...added.map((now) => ({ ...pickNames(now), old: undefined, now }))];
}

function pickNames({ kind, name }: ShownStage) {
  return { kind, name };
}

function StageEnd({ stage }: { stage: ShownStage | undefined }) {
  if (stage === undefined) return <td class="none">missing</td>;
  const { word, tone } = describeEnd(stage);
  return (
    <td>
      <span class={`tag tone-${tone}`}>{word}</span> <small>{formatExecutions(stage)}</small>
    </td>
  );
}

function formatExecutions({ executions, repair_loops: repairs }: ShownStage): string {
  const times = formatCount(executions, "execution");
  return repairs === 0 ? times : `${times}, ${formatCount(repairs, "repair")}`;
}

function describeStage(stage: ShownStage | undefined): string {
  return stage === undefined ? "" : `${describeEnd(stage).word} ${formatExecutions(stage)}`;
}
