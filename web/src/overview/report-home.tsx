/** The home of a report with its part of the masthead: both show the same selection. */
import type { FirstViewProps } from "../app.tsx";
import { FindField } from "../parts/keys.tsx";
import { SectionLinks } from "../parts/section.tsx";
import { useSelection } from "../parts/use-selection.ts";
import { type HomeParts, Overview, type OverviewProps } from "./overview.tsx";
import { parseSelection, toQuery } from "./selection.ts";

const Nothing = () => <></>;
const noParts: HomeParts = { Competition: Nothing, Changes: Nothing, Progress: Nothing };

/** The hook behind the home of a report that has these parts. */
export function createReportHome(some: Partial<HomeParts>) {
  const parts = { ...noParts, ...some };
  return function useReportHome({ source, index, work, query }: FirstViewProps) {
    const [selection, choose] = useSelection(query, { parse: parseSelection, format: toQuery });
    return {
      content: <Overview {...{ source, index, work, parts, selection, choose }} />,
      actions: index.reports[0]?.report ? <HomeActions {...{ index, selection, choose }} /> : undefined,
    };
  };
}

const homeSections = [
  ["fixes", "What to fix"],
  ["results", "Results"],
  ["closing", "How it is scored"],
] as const;

const competitionSections = [["ranking", "Ranking"], ["patches", "Patches"], ...homeSections] as const;

function HomeActions({ index, selection, choose }: Pick<OverviewProps, "index" | "selection" | "choose">) {
  const isCompetition = index.reports[0]?.report?.competition !== undefined;
  return (
    <>
      <SectionLinks sections={isCompetition ? competitionSections : homeSections} />
      <FindField text={selection.text} label="Find a scenario, agent, error" onFind={(text) => choose({ text })} />
    </>
  );
}
