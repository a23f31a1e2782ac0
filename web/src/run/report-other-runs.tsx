/** The other trials of a run, and the runs of its scenario by other agents. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { RunScorecard, ShortCard } from "../../../src/core/run/run-scorecard.ts";
import type { PageIndex } from "../../../src/report/html/page-index.ts";
import { findPlace, type FoundRun } from "../data/use-run.ts";
import { compareLink, type RunAddress, runLink } from "../page-routes.ts";
import { Score } from "../parts/score.tsx";
import { CardScore } from "../scorecard/tier.tsx";
import { safeName } from "../text/safe.ts";
import { type OtherRun, OtherRuns } from "./other-runs.tsx";

interface ReportOtherRunsProps {
  readonly index: PageIndex;
  readonly address: RunAddress;
  readonly found: FoundRun;
}

/** The overview has the full list. */
const maxRuns = 40;

export function ReportOtherRuns({ index, address, found: { result } }: ReportOtherRunsProps) {
  const { side } = address;
  const page = index.reports[side];
  const results = page?.report?.results.filter(({ scenarioKey }) => scenarioKey === result.scenarioKey) ?? [];
  const others = results.flatMap(listRuns).flatMap(({ file, runId, name, score, card }): OtherRun[] => {
    const place = findPlace(page, file);
    if (place === undefined || runId === address.runId) return [];
    const other = { side, runId };
    return [
      {
        name: safeName(name, 80),
        href: `${place.page ?? ""}${runLink(other)}`,
        score: <OtherScore score={score} card={card} />,
        compareHref: place.page === undefined ? compareLink(other, address) : null,
      },
    ];
  });
  return <OtherRuns runs={others.slice(0, maxRuns)} />;
}

interface ListedRun {
  readonly runId: string;
  readonly file: string;
  readonly name: string;
  readonly score: number | null | undefined;
  readonly card: RunScorecard | ShortCard | undefined;
}

/** The trials of a result, or its only run. */
function listRuns({ runId, file, agentName, score, scorecard, trials }: PairResult): ListedRun[] {
  if (trials === undefined) return [{ runId, file, name: agentName, score: score?.axisScore, card: scorecard }];
  return trials.map((run) => ({
    runId: run.runId,
    file: run.file,
    name: `${agentName}, trial ${run.trial}`,
    score: run.axisScore,
    card: run.scorecard,
  }));
}

function OtherScore({ score, card }: Pick<ListedRun, "score" | "card">) {
  return (
    <>
      <Score score={score} />
      {card !== undefined && (
        <span class="other-card">
          scorecard <CardScore card={card} />
        </span>
      )}
    </>
  );
}
