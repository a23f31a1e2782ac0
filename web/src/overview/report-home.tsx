/** The home of a report with its part of the masthead: both show the same selection. */
import type { FirstViewProps } from "../app.tsx";
import { FindField } from "../parts/keys.tsx";
import { SectionLinks } from "../parts/section.tsx";
import { useSelection } from "../parts/use-selection.ts";
import { Overview, type OverviewProps } from "./overview.tsx";
import { parseSelection, toQuery } from "./selection.ts";

export function useReportHome({ index, work, query }: FirstViewProps) {
  const [selection, choose] = useSelection(query, { parse: parseSelection, format: toQuery });
  return {
    content: <Overview {...{ index, work, selection, choose }} />,
    actions: index.reports[0]?.report ? <HomeActions {...{ selection, choose }} /> : undefined,
  };
}

const homeSections = [
  ["fixes", "What to fix"],
  ["results", "Results"],
  ["closing", "How it is scored"],
] as const;

function HomeActions({ selection, choose }: Pick<OverviewProps, "selection" | "choose">) {
  return (
    <>
      <SectionLinks sections={homeSections} />
      <FindField text={selection.text} label="Find a scenario, agent, error" onFind={(text) => choose({ text })} />
    </>
  );
}
