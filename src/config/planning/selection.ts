/** Which scenarios run with which agents: filters, `agents` and `scenarios` fields, skipping, and the requested cells. */
import { type Cell, cellId } from "../../core/cell.ts";
import { AxisError } from "../../core/error.ts";
import { findNearestName } from "../../core/names/nearest.ts";
import { matchesName } from "../../core/paths/glob.ts";
import type { PlannedAgent } from "../../core/plan.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { Project } from "../load-project.ts";
import type { Location } from "../validation/problem.ts";
import { formatQuotedList, suggestName } from "../validation/suggest.ts";
import { resolveScenario } from "./resolve-scenario.ts";

export interface Candidate {
  readonly scenario: Scenario;
  readonly skip: boolean;
  /** Where a field is written: in its variant or in the scenario itself. */
  locate(field: LocatedField): Location;
}

export type LocatedField = "agents" | "judge" | "setup" | "teardown" | "sandbox";

export interface Filters {
  readonly scenarios?: readonly string[] | undefined;
  readonly agents?: readonly string[] | undefined;
}

export interface Selection {
  readonly pairs: readonly { readonly scenario: Scenario; readonly agent: PlannedAgent }[];
  /** Scenarios with skip that the filters would have selected. */
  readonly skipped: number;
}

/** The scenarios and agents to run, by scenario key, then position of the agent. A filter that matches nothing is a mistake. */
export function selectPairs(
  candidates: readonly Candidate[],
  agents: readonly PlannedAgent[],
  filters: Filters,
): Selection {
  const keys = candidates.map(({ scenario }) => scenario.key);
  const names = agents.map(({ name }) => name);
  requireMatches(filters.scenarios, { noun: "scenario", names: keys, mark: "@" });
  requireMatches(filters.agents, { noun: "agent", names, mark: "|", hint: (idle) => adapterHint(idle, agents) });
  const wanted = candidates.filter(({ scenario }) => matchesAny(filters.scenarios, scenario.key, "@"));
  const running = wanted.filter(({ skip }) => !skip);
  const pairs = listPairs(candidates, agents, filters).map(({ candidate, agent }) => ({
    scenario: candidate.scenario,
    agent,
  }));
  if (pairs.length === 0) throw emptyPlan({ wanted, running, agents });
  return { pairs, skipped: wanted.length - running.length };
}

/** A scenario and an agent that the filters select and that accept each other. */
export interface CandidatePair {
  readonly candidate: Candidate;
  readonly agent: PlannedAgent;
}

/** In the order of the plan; empty if the filters match nothing. */
export function listPairs(
  candidates: readonly Candidate[],
  agents: readonly PlannedAgent[],
  filters: Filters,
): CandidatePair[] {
  const running = candidates.filter(({ scenario, skip }) => !skip && matchesAny(filters.scenarios, scenario.key, "@"));
  const chosen = agents.filter(({ name }) => matchesAny(filters.agents, name, "|"));
  return running.flatMap((candidate) =>
    chosen.filter((agent) => canRunWith(candidate.scenario, agent)).map((agent) => ({ candidate, agent })),
  );
}

/** The trials as cells: all of them, or only the requested ones. */
export function selectCells(selection: Selection, trials: number, only: readonly Cell[] | undefined): Cell[] {
  const most = highestTrial(only ?? [], trials);
  const asked = only && new Set(only.map(cellId));
  return selection.pairs.flatMap(({ scenario, agent }) =>
    Array.from({ length: most }, (_, index) => ({
      scenario: scenario.key,
      agent: agent.name,
      trial: index + 1,
    })).filter((cell) => asked === undefined || asked.has(cellId(cell))),
  );
}

/** Compared one by one, since there may be more cells than a call can have arguments. */
export function highestTrial(cells: readonly Cell[], least: number): number {
  return cells.reduce((most, { trial }) => Math.max(most, trial), least);
}

/** Whether a scenario runs with an agent, according to their own fields. */
export function canRunWith(scenario: Scenario, agent: PlannedAgent): boolean {
  const isNamed = (pattern: string) =>
    matchesName(pattern, agent.name, "|") || matchesName(pattern, agent.config.agent, "|");
  const taken = scenario.agents === null || scenario.agents.some(isNamed);
  return taken && matchesAny(agent.config.scenarios, scenario.key, "@");
}

function matchesAny(patterns: readonly string[] | undefined, name: string, mark: "@" | "|"): boolean {
  return patterns === undefined || patterns.some((pattern) => matchesName(pattern, name, mark));
}

/** The hint for an adapter name that was given instead of an agent name. */
function adapterHint(idle: string, agents: readonly PlannedAgent[]): string | undefined {
  const adapter = idle.toLowerCase();
  const names = agents.filter(({ config }) => config.agent === adapter).map(({ name }) => name);
  if (names.length === 0) return undefined;
  return `Agents are selected by name; the agents of the adapter ${JSON.stringify(adapter)} are ${formatQuotedList(names)}.`;
}

/** What to do in a project without scenarios: `axis init` would refuse to overwrite its config. */
export const writeScenarioHint = "Write one: a .json or .yaml file there, with name, prompt and judge";
const maxListedFiles = 5;

/** Rejects a project without scenarios; says where AXIS looked, and which files there are not scenarios. */
export function requireScenarios({ scenarios, lookedIn, passedOver }: Project): void {
  if (scenarios.length > 0) return;
  if (lookedIn.length === 0)
    throw new AxisError("plan-empty", 'There is no scenario to run: "scenarios" in the config is an empty list', {
      hint: "Add a folder to it, such as ./scenarios, or remove it",
    });
  const others = passedOver.length - maxListedFiles;
  const lines = [
    `There is no scenario to run: looked in ${lookedIn.join(", ")}`,
    ...passedOver.slice(0, maxListedFiles),
    ...(others > 0 ? [`and ${others} more`] : []),
  ];
  throw new AxisError("plan-empty", lines.join("\n"), { hint: writeScenarioHint });
}

function emptyPlan({
  wanted,
  running,
  agents,
}: {
  wanted: readonly Candidate[];
  running: readonly Candidate[];
  agents: readonly PlannedAgent[];
}): AxisError {
  if (running.length === 0) {
    const hint = `Remove "skip": true from ${wanted[0]?.scenario.place}`;
    return new AxisError("plan-empty", "There is nothing to run: every scenario is skipped", { hint });
  }
  const hint = `Agents: ${agents.map(({ name }) => name).join(", ")}. Check agents in the scenarios and scenarios in the agents`;
  return new AxisError("plan-empty", "There is nothing to run: no scenario accepts any of these agents", { hint });
}

/** Every scenario of a project, ready to run; those with `skip` are marked. */
export async function listCandidates(project: Project): Promise<Candidate[]> {
  const { limits, gates, max_repair_loops: maxRepairLoops, services } = project.config.settings ?? {};
  const shared = { ...project, limits: limits?.scenario, gates, maxRepairLoops, services };
  const resolved = await Promise.all(project.scenarios.map((each) => resolveScenario(each, shared, project.findings)));
  // Variants run under their own keys, and keys determine the order.
  return resolved.flat().toSorted((a, b) => (a.scenario.key < b.scenario.key ? -1 : 1));
}

/** Filters by name: a pattern that matches nothing is a typo, and would silently narrow the selection. */
interface NameFilter {
  /** Says which side, if there is more than one: `agent in either report`. */
  readonly noun: string;
  readonly names: readonly string[];
  readonly mark: "@" | "|";
  /** Returns a better hint, if one is known. */
  readonly hint?: (idle: string) => string | undefined;
}

/** Throws unless each pattern matches a name. */
export function requireMatches(patterns: readonly string[] | undefined, { noun, names, mark, hint }: NameFilter): void {
  const idle = patterns?.find((pattern) => !names.some((name) => matchesName(pattern, name, mark)));
  if (idle === undefined) return;
  const known = [...new Set(names)];
  // The text before the mark is the name that several entries share.
  const meant = findNearestName(idle, [...known, ...known.map((name) => name.split(mark)[0] ?? name)]);
  throw new AxisError("plan-empty", `No ${noun} matches ${JSON.stringify(idle)}`, {
    hint: hint?.(idle) ?? suggestName(idle, meant === undefined ? known : [meant]),
  });
}
