/** Two reports side by side: their numbers, what changed, and links to compare the runs. */
import type { Comparison, ComparisonEntry } from "../../../src/core/report/comparison.ts";
import { roundHalfUp } from "../../../src/core/score/rounding.ts";
import type { PageReport } from "../../../src/report/html/page-index.ts";
import { describeComparison } from "../../../src/report/text/describe-comparison.ts";
import { countChanges, findWordTone } from "../../../src/report/text/worst-first.ts";
import { mean } from "../../../src/statistics/mean.ts";
import type { ViewData } from "../app.tsx";
import { findPlace } from "../data/use-run.ts";
import { compareLink } from "../page-routes.ts";
import { ResultFigure } from "../parts/figure.tsx";
import { safeLine } from "../text/safe.ts";
import { ChangeTag } from "./change-tag.tsx";
import { ChangesSection } from "./changes.tsx";

export function ReportsCompared({ index, comparison }: ViewData & { comparison: Comparison }) {
  const [before, after] = index.reports;
  const linkTo = (entry: ComparisonEntry) => findLink(entry, before, after);
  return (
    <>
      <ChangeHeading comparison={comparison} />
      <div class="sides">
        <SideHead title="Before" page={before} average={averageSide(before, comparison, "baseline")} />
        <SideHead title="After" page={after} average={averageSide(after, comparison, "current")} />
      </div>
      {comparison.entries.some((entry) => linkTo(entry) !== null) && (
        <p class="prose">Open a scenario to see its two runs side by side.</p>
      )}
      <ChangesSection comparison={comparison} findLink={linkTo} hasHeading />
    </>
  );
}

/** An open comparison says so in its title and gives the facts below. */
function ChangeHeading({ comparison }: { readonly comparison: Comparison }) {
  const { verdict, entries } = comparison;
  const sentence = `${describeComparison(comparison)}.`;
  const isOpen = verdict === "NOT ENOUGH DATA";
  return (
    <>
      <p>
        <ChangeTag word={verdict} tone={findWordTone(verdict)} />
      </p>
      <h1>{isOpen ? "Not enough data yet." : safeLine(sentence)}</h1>
      {isOpen && <p class="prose">{safeLine(sentence)}</p>}
      <p class="prose">Results: {countChanges(entries)}.</p>
    </>
  );
}

interface SideHeadProps {
  readonly title: string;
  readonly page: PageReport | undefined;
  readonly average: number | null;
}

function SideHead({ title, page, average }: SideHeadProps) {
  return (
    <div>
      <p class="label">{title}</p>
      <p class="key">{safeLine(page?.name ?? "", 80)}</p>
      <ResultFigure
        value={average}
        whyNone="no result has a number"
        note={page?.report === null && ", a baseline: numbers only"}
      />
    </div>
  );
}

/** Null if one of the runs is missing from this page. */
function findLink(
  entry: ComparisonEntry,
  before: PageReport | undefined,
  after: PageReport | undefined,
): string | null {
  const idIn = (page: PageReport | undefined) => {
    const result = page?.report?.results.find(
      ({ scenarioKey, agentName }) => scenarioKey === entry.scenarioKey && agentName === entry.agentName,
    );
    return result !== undefined && findPlace(page, result.file) !== undefined ? result.runId : null;
  };
  const [a, b] = [idIn(before), idIn(after)];
  return a === null || b === null ? null : compareLink({ side: 0, runId: a }, { side: 1, runId: b });
}

/** Averages the results of a report that is on this page; for a baseline there are only the compared numbers. */
export function averageSide(
  page: Pick<PageReport, "report"> | undefined,
  { entries }: Pick<Comparison, "entries">,
  side: "baseline" | "current",
): number | null {
  const numbers =
    page?.report == null
      ? entries.flatMap((entry) => entry[side] ?? [])
      : page.report.results.flatMap(({ means }) => means.axisScore ?? []);
  const average = mean(numbers);
  return average === null ? null : roundHalfUp(average);
}
