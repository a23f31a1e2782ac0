/** A host that answers many addresses alike has one cause: its pages need not be listed one by one. */
import { type CauseInRun, nameHostGroup, type RunCauses } from "./run-causes.ts";

/** From this many addresses with one symptom on, a host is one cause. */
const manyAddresses = 4;
const keptSteps = 10;

/** The runs, with the causes of such hosts joined. */
export function mergeHosts(runs: readonly RunCauses[]): RunCauses[] {
  const many = findManySided(runs);
  if (many.size === 0) return [...runs];
  return runs.map((run) => ({ ...run, causes: joinCauses(run, many) }));
}

function findManySided(runs: readonly RunCauses[]): Set<string> {
  const targets = new Map<string, Set<string>>();
  for (const { causes } of runs)
    for (const cause of causes) {
      if (cause.targetType !== "url") continue;
      const name = nameHostGroup(cause);
      targets.set(name, (targets.get(name) ?? new Set()).add(cause.target));
    }
  return new Set([...targets].filter(([, found]) => found.size >= manyAddresses).map(([name]) => name));
}

function joinCauses(run: RunCauses, many: ReadonlySet<string>): CauseInRun[] {
  const groups = new Map<string, CauseInRun[]>();
  const others: CauseInRun[] = [];
  for (const cause of run.causes) {
    const name = cause.targetType === "url" ? nameHostGroup(cause) : null;
    if (name === null || !many.has(name)) others.push(cause);
    else groups.set(name, [...(groups.get(name) ?? []), cause]);
  }
  return [...Array.from(groups, ([name, group]) => joinGroup(name, group, run)), ...others];
}

function joinGroup(name: string, group: readonly CauseInRun[], run: RunCauses): CauseInRun {
  const inOrder = group.toSorted((a, b) => (a.steps[0] ?? 0) - (b.steps[0] ?? 0));
  const first = inOrder[0]!;
  const { least, most } = run.hosts.find((host) => host.name === name) ?? first;
  const target = `${first.owner}/*`;
  return {
    ...first,
    target,
    shownAs: target,
    steps: inOrder
      .flatMap(({ steps }) => steps)
      .toSorted((a, b) => a - b)
      .slice(0, keptSteps),
    occurrences: group.reduce((sum, { occurrences }) => sum + occurrences, 0),
    workedLater: group.every(({ workedLater }) => workedLater),
    insights: inOrder.flatMap(({ insights }) => insights),
    least,
    most,
  };
}
