/** What a competition adds to the home of its report: the ranking, what is proven, the judge's duels, the proposals and their patches. */
import type { Competition } from "../../../src/core/report/competition.ts";
import type { Report } from "../../../src/core/report.ts";
import type { PageReport } from "../../../src/report/html/page-index.ts";
import type { OverviewProps } from "../overview/overview.tsx";
import { Differences } from "./differences.tsx";
import { Duels } from "./duels.tsx";
import { PatchesCompared } from "./patches-compared.tsx";
import { Places } from "./places.tsx";
import { Proposals } from "./proposals.tsx";

export interface CompetitionProps extends Pick<OverviewProps, "source" | "index" | "selection" | "choose"> {
  readonly competition: Competition;
  readonly report: Report;
  readonly page: PageReport;
}

export function CompetitionSections(props: CompetitionProps) {
  return (
    <>
      <Places ranking={props.competition.ranking} />
      <Differences competition={props.competition} />
      <Duels {...props} />
      <Proposals {...props} />
      <PatchesCompared {...props} />
    </>
  );
}
