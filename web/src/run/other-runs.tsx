/** The other runs one may want beside this one: its trials, and the same scenario by other agents. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { PageIndex } from "../../../src/report/html/page-index.ts";
import type { FoundRun } from "../data/use-run.ts";
import type { RunScorecard, ShortCard } from "../../../src/core/run/run-scorecard.ts";
import { Score } from "../parts/score.tsx";
import { compareLink, type RunAddress, runLink } from "../page-routes.ts";
import { CardScore } from "../scorecard/tier.tsx";
import { safeName } from "../text/safe.ts";

interface OtherRunsProps {
  readonly index: PageIndex;
  readonly address: RunAddress;
  readonly found: FoundRun;
}

interface Other extends RunAddress {
  readonly name: string;
  readonly axisScore: number | null | undefined;
  readonly card: RunScorecard | ShortCard | undefined;
  readonly page: string;
}

export function OtherRuns({ index, address, found }: OtherRunsProps) {
  const others = othersOf(index, address, found);
  if (others.length === 0) return null;
  return (
    <nav class="others" aria-label="Other runs of this scenario">
      <h2 class="label">Other runs of this scenario</h2>
      <ul>
        {others.map((other) => (
          <li key={other.name}>
            <a href={`${other.page}${runLink(other)}`}>{safeName(other.name, 80)}</a>
            <Score score={other.axisScore} />
            {other.card !== undefined && (
              <span class="other-card">
                scorecard <CardScore card={other.card} />
              </span>
            )}
            {other.page === "" && (
              <a class="quiet" href={compareLink(other, address)}>
                compare<span class="sr"> with {safeName(other.name, 80)}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** At most: a list of everything is what the overview is for. */
const most = 40;

function othersOf({ reports }: PageIndex, address: RunAddress, { result }: FoundRun): Other[] {
  const { side } = address;
  const page = reports[side];
  const same = page?.report?.results.filter(({ scenarioKey }) => scenarioKey === result.scenarioKey) ?? [];
  return same
    .flatMap(runsOf)
    .flatMap(({ file, ...run }) => {
      const place = page !== undefined && Object.hasOwn(page.runs, file) ? page.runs[file] : undefined;
      return place === undefined || run.runId === address.runId ? [] : [{ ...run, side, page: place.page ?? "" }];
    })
    .slice(0, most);
}

/** The runs of a pair: its trials, or the one there is. */
function runsOf(pair: PairResult): (Omit<Other, "side" | "page"> & { readonly file: string })[] {
  const { runId, file, agentName: name } = pair;
  if (pair.trials === undefined) return [{ runId, file, name, axisScore: pair.score?.axisScore, card: pair.scorecard }];
  return pair.trials.map(({ trial, scorecard: card, ...run }) => ({
    runId: run.runId,
    file: run.file,
    axisScore: run.axisScore,
    card,
    name: `${name}, trial ${trial}`,
  }));
}
