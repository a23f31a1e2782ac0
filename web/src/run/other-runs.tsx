/** The other runs one may want beside this one: its trials, and the same scenario by other agents. */
import type { PageIndex } from "../../../src/report/html/page-index.ts";
import type { FoundRun } from "../data/use-run.ts";
import { Score } from "../parts/score.tsx";
import { compareLink, type RunAddress, runLink } from "../router.ts";
import { safeLine } from "../text/safe.ts";

interface OtherRunsProps {
  readonly index: PageIndex;
  readonly address: RunAddress;
  readonly found: FoundRun;
}

interface Other extends RunAddress {
  readonly name: string;
  readonly axisScore: number | null | undefined;
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
            <a href={`${other.page}${runLink(other)}`}>{safeLine(other.name, 80)}</a> <Score score={other.axisScore} />
            {other.page === "" && (
              <a class="quiet" href={compareLink(other, address)}>
                compare
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
    .flatMap((pair) =>
      pair.trials === undefined
        ? [{ runId: pair.runId, file: pair.file, name: pair.agentName, axisScore: pair.score?.axisScore }]
        : pair.trials.map(({ runId, file, trial, axisScore }) => ({
            runId,
            file,
            axisScore,
            name: `${pair.agentName}, trial ${trial}`,
          })),
    )
    .flatMap(({ file, ...run }) => {
      const place = page !== undefined && Object.hasOwn(page.runs, file) ? page.runs[file] : undefined;
      return place === undefined || run.runId === address.runId ? [] : [{ ...run, side, page: place.page ?? "" }];
    })
    .slice(0, most);
}
