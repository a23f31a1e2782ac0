/** Two reports: the verdict, what changed for each agent, scenario and cause, and the two runs that show it best. */
import type { Comparison, ComparisonEntry } from "../../../src/core/report/comparison.ts";
import type { ComparisonView } from "../../../src/report/comparison-view.ts";
import type { PageIndex, PageReport } from "../../../src/report/html/page-index.ts";
import { formatChange } from "../../../src/report/text/format-verdict.ts";
import type { ViewData } from "../app.tsx";
import { findPlace } from "../data/use-run.ts";
import { compareLink, type RunAddress } from "../page-routes.ts";
import { Section, SectionLinks } from "../parts/section.tsx";
import { useQueryValue } from "../parts/use-query-value.ts";
import { safeName } from "../text/safe.ts";
import { AgentChanges } from "./agent-changes.tsx";
import { CauseChanges } from "./cause-changes.tsx";
import { CompareHead } from "./compare-head.tsx";
import { ReadRuns } from "./compare-page.tsx";
import { RunPair } from "./run-pair.tsx";
import { ScenarioChanges, useScenarioChoice } from "./scenario-changes.tsx";
import { listTrials, TrialChoice, type TrialRun } from "./trial-choice.tsx";

/** The first view of a page that compares two reports. */
const sections = [
  ["agents", "Agents"],
  ["scenarios", "Scenarios"],
  ["causes", "Causes"],
  ["calls", "Two runs"],
] as const;

export function useComparison({ source, index }: ViewData) {
  return {
    content: <ReportsCompared source={source} index={index} />,
    actions: index.compared === undefined ? undefined : <SectionLinks sections={sections} />,
  };
}

export function ReportsCompared(world: ViewData) {
  const { comparison, compared } = world.index;
  if (comparison === null || compared === undefined) return <p class="notice">This file contains no comparison.</p>;
  return <Compared {...world} comparison={comparison} view={compared} />;
}

interface ComparedProps extends ViewData {
  readonly comparison: Comparison;
  readonly view: ComparisonView;
}

function Compared({ comparison, view, ...world }: ComparedProps) {
  const { index } = world;
  const [before, after] = index.reports;
  const [choice, controls] = useScenarioChoice(view.agents);
  const findLink = (entry: ComparisonEntry) => {
    const pair = findPair(index, entry);
    return pair && compareLink(pair.a, pair.b);
  };
  const proven = comparison.entries.filter(({ verdict }) => verdict === "REGRESSED" || verdict === "IMPROVED").length;
  return (
    <>
      <CompareHead view={view} sides={[before, after]} />
      <Section id="agents" title="Agents" note="what can be said of each">
        <AgentChanges agents={view.agents} />
      </Section>
      <Section
        id="scenarios"
        title="Scenarios"
        note={`before ○ and after; ${proven === 0 ? "no scenario is proven alone, so read them together" : "a change opens its two runs"}`}
        actions={controls}
      >
        <ScenarioChanges
          {...{ comparison, choice, findLink }}
          agents={view.agents}
          reports={[before?.report, after?.report]}
          hasKeys
        />
      </Section>
      <Section id="causes" title="Causes" note="what runs met before and after">
        <CauseChanges causes={view.causes} />
      </Section>
      <MainPair {...world} comparison={comparison} view={view} />
    </>
  );
}

interface RunPairAddress {
  readonly a: RunAddress;
  readonly b: RunAddress;
}

/** The two runs of the result with the largest part of the worst agent's change; other trials can be chosen. */
function MainPair({ comparison, view, ...world }: ComparedProps) {
  const { index } = world;
  const [chosen, choose] = useQueryValue("pair");
  const main = findMainResult(comparison, view);
  const usual = main && findPair(index, main);
  if (main === null || usual === null)
    return index.reports.some(({ report }) => report === null) ? (
      <Section id="calls" title="Two runs">
        <p class="notice">
          A baseline holds numbers only, so there are no calls, no diffs and no files of its runs to compare.
        </p>
      </Section>
    ) : null;
  const [a = usual.a.runId, b = usual.b.runId] = chosen === "" ? [] : chosen.split("~");
  const pair = { a: { side: 0, runId: a }, b: { side: 1, runId: b } };
  return (
    <ReadRuns {...world} {...pair}>
      {(before, after) => (
        <RunPair
          {...{ before, after }}
          title="Two runs"
          note={
            <>
              {safeName(main.agentName)}, {safeName(main.scenarioKey)}
              {main.share} <a href={compareLink(pair.a, pair.b)}>all numbers of both</a>
            </>
          }
          actions={
            <TrialChoice {...pair} index={index} onChoose={(one, other) => choose(`${one.runId}~${other.runId}`)} />
          }
        />
      )}
    </ReadRuns>
  );
}

type ResultName = Pick<ComparisonEntry, "scenarioKey" | "agentName">;

/** The largest part of the first agent's change, and what part that is. Null if no agent has a change. */
function findMainResult(
  { verdicts }: Comparison,
  { agents: [agent] }: ComparisonView,
): (ResultName & { readonly share: string }) | null {
  const cause = verdicts.find(({ agentName }) => agentName === agent?.name)?.causes[0];
  if (agent === undefined || cause === undefined) return null;
  const part = `${formatChange(cause.contribution)} of ${formatChange(agent.change ?? 0)} points`;
  const share = agent.bounds === null ? "" : `: the largest part of the change (${part})`;
  return { agentName: agent.name, scenarioKey: cause.scenarioKey, share };
}

/** A run that passed before and one that failed after show most, else the runs that stand for their results. Null if a side has none. */
function findPair({ reports: [before, after] }: PageIndex, result: ResultName): RunPairAddress | null {
  const [olds, news] = [listRunsOf(before, result), listRunsOf(after, result)];
  const old = olds.find(({ status }) => status === "passed") ?? olds[0];
  const now = news.find(({ status }) => status === "failed") ?? news[0];
  return old === undefined || now === undefined
    ? null
    : { a: { side: 0, runId: old.runId }, b: { side: 1, runId: now.runId } };
}

/** Its runs that are on this page, the one that stands for the result first. */
function listRunsOf(page: PageReport | undefined, { scenarioKey, agentName }: ResultName): TrialRun[] {
  const result = page?.report?.results.find((each) => each.scenarioKey === scenarioKey && each.agentName === agentName);
  const runs = listTrials(result).filter(({ file }) => findPlace(page, file) !== undefined);
  return runs.toSorted((one, other) => Number(other.runId === result?.runId) - Number(one.runId === result?.runId));
}
