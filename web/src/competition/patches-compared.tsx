/** The patches of two runs of a competition, side by side. */
import { errorMessage } from "../../../src/core/error.ts";
import { useEffect, useState } from "preact/hooks";
import type { RunBlock, RunPlace } from "../../../src/report/html/page-index.ts";
import { FilesOfBoth, useFilePairs } from "../compare/files-compared.tsx";
import type { SideNames } from "../compare/paired-file.tsx";
import { findPlace } from "../data/use-run.ts";
import { compareLink } from "../page-routes.ts";
import { Section } from "../parts/section.tsx";
import { Select } from "../parts/select.tsx";
import type { RunSource } from "../source/source.ts";
import { safe, safeName } from "../text/safe.ts";
import type { CompetitionProps } from "./competition.tsx";
import { choosePatches, listContestRuns, type ContestRun } from "./contest-runs.ts";

export function PatchesCompared({ competition, report, page, source, selection, choose }: CompetitionProps) {
  const runs = listContestRuns(report, competition);
  const pair = choosePatches(runs, { competition, patch: selection.patch, other: selection.otherPatch });
  if (pair === null) return null;
  const [one, other] = pair;
  const [left, right] = [findPlace(page, one.file), findPlace(page, other.file)];
  const isHere = [left, right].every((place) => place !== undefined && place.page === undefined);
  return (
    <Section
      id="patches"
      title="Patches"
      note="side by side"
      actions={<PatchChoice {...{ competition, runs, pair, choose }} />}
    >
      {left === undefined || right === undefined || !isHere ? (
        <p class="notice">This page does not have both runs.</p>
      ) : (
        <>
          <BothPatches key={`${one.runId} ${other.runId}`} source={source} places={[left, right]} runs={pair} />
          <p class="chart-note">
            <a href={compareLink({ side: 0, runId: one.runId }, { side: 0, runId: other.runId })}>
              Compare their calls, checks and numbers
            </a>
          </p>
        </>
      )}
    </Section>
  );
}

interface PatchChoiceProps extends Pick<CompetitionProps, "competition" | "choose"> {
  readonly runs: readonly ContestRun[];
  readonly pair: readonly [ContestRun, ContestRun];
}

function PatchChoice({ competition, runs, pair: [one, other], choose }: PatchChoiceProps) {
  const scenarios = [...new Set(runs.map(({ scenarioKey }) => scenarioKey))];
  const options = runs
    .filter(({ scenarioKey }) => scenarioKey === one.scenarioKey)
    .map((run) => [run.runId, nameRun(run)] as const);
  const show = (patch = "", otherPatch = "") => choose({ patch, otherPatch });
  const showScenario = (key: string) => {
    const own = runs.filter(({ scenarioKey }) => scenarioKey === key);
    const first = choosePatches(own, { competition, patch: "", other: "" });
    show(first?.[0].runId, first?.[1].runId);
  };
  return (
    <>
      {scenarios.length > 1 && (
        <Select
          label="Scenario"
          value={one.scenarioKey}
          options={scenarios.map((key) => [key, safeName(key, 80)])}
          onChoose={showScenario}
        />
      )}
      <Select label="Left" value={one.runId} options={options} onChoose={(id) => show(id, other.runId)} />
      <Select label="Right" value={other.runId} options={options} onChoose={(id) => show(one.runId, id)} />
    </>
  );
}

function nameRun({ agentName, trial, status }: ContestRun): string {
  return `${safeName(agentName, 60)}, trial ${trial}, ${status}`;
}

interface BothPatchesProps {
  readonly source: RunSource;
  readonly places: readonly [RunPlace, RunPlace];
  readonly runs: readonly [ContestRun, ContestRun];
}

function BothPatches({ source, places, runs }: BothPatchesProps) {
  const blocks = useBlocks(source, places);
  if (blocks === null) return <p class="notice">Loading both patches.</p>;
  if ("error" in blocks) return <p class="notice bad">A run cannot be read: {safe(blocks.error)}</p>;
  return <ReadPatches source={source} blocks={blocks.blocks} runs={runs} />;
}

interface ReadPatchesProps extends Pick<BothPatchesProps, "source" | "runs"> {
  readonly blocks: readonly [RunBlock, RunBlock];
}

function ReadPatches({ source, blocks, runs }: ReadPatchesProps) {
  const [one, other] = blocks;
  const files = useFilePairs({ source, data: { block: one } }, { source, data: { block: other } });
  return <FilesOfBoth {...files} sides={nameSides(runs)} opensFew />;
}

/** By agent; by trial too, if both runs are of one agent. */
function nameSides([one, other]: BothPatchesProps["runs"]): SideNames {
  const isSame = one.agentName === other.agentName;
  const toNames = ({ agentName, trial }: ContestRun) => {
    const name = `${safeName(agentName, 60)}${isSame ? `, trial ${trial}` : ""}`;
    return { title: name, run: `of ${name}`, only: `only by ${name}` };
  };
  return { before: toNames(one), after: toNames(other) };
}

type BlocksReading = { readonly blocks: readonly [RunBlock, RunBlock] } | { readonly error: string } | null;

/** Null while they are being read. Mounted again for another pair. */
function useBlocks(source: RunSource, places: readonly [RunPlace, RunPlace]): BlocksReading {
  const [reading, setReading] = useState<BlocksReading>(null);
  useEffect(() => {
    let isWanted = true;
    const update = (found: BlocksReading) => void (isWanted && setReading(found));
    Promise.all([source.run(places[0]), source.run(places[1])]).then(
      (blocks) => update({ blocks }),
      (error: unknown) => update({ error: errorMessage(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [source]);
  return reading;
}
