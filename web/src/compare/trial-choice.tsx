/** Which trials of a result are compared. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { PageIndex } from "../../../src/report/html/page-index.ts";
import { findPlace, findRun } from "../data/use-run.ts";
import type { RunAddress } from "../page-routes.ts";
import { Select } from "../parts/select.tsx";

interface TrialChoiceProps {
  readonly index: PageIndex;
  readonly a: RunAddress;
  readonly b: RunAddress;
  readonly onChoose: (a: RunAddress, b: RunAddress) => void;
}

export function TrialChoice({ index, a, b, onChoose }: TrialChoiceProps) {
  return (
    <>
      <SideChoice name="Before" index={index} chosen={a} onChoose={(run) => onChoose(run, b)} />
      <SideChoice name="After" index={index} chosen={b} onChoose={(run) => onChoose(a, run)} />
    </>
  );
}

interface SideChoiceProps {
  readonly name: string;
  readonly index: PageIndex;
  readonly chosen: RunAddress;
  readonly onChoose: (run: RunAddress) => void;
}

/** Nothing for a result with one run. */
function SideChoice({ name, index, chosen, onChoose }: SideChoiceProps) {
  const result = findRun(index, chosen)?.result;
  const page = index.reports[chosen.side];
  const trials = listTrials(result).filter(({ file }) => {
    const place = findPlace(page, file);
    return place !== undefined && place.page === undefined;
  });
  if (trials.length < 2) return null;
  return (
    <Select
      label={name}
      value={chosen.runId}
      options={trials.map(({ runId, trial, status, axisScore }) => [
        runId,
        `trial ${trial}, ${status}${axisScore === null ? "" : `, ${axisScore}`}`,
      ])}
      onChoose={(runId) => onChoose({ side: chosen.side, runId })}
    />
  );
}

export type TrialRun = Pick<
  NonNullable<PairResult["trials"]>[number],
  "runId" | "trial" | "status" | "axisScore" | "file"
>;

/** The runs of a result: its trials, or itself. */
export function listTrials(result: PairResult | undefined): readonly TrialRun[] {
  if (result === undefined) return [];
  const { runId, status, file, trials, score } = result;
  return trials ?? [{ runId, trial: 1, status, axisScore: score?.axisScore ?? null, file }];
}
