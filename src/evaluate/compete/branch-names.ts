/** Names the branches of a competition: axis/<end of its id>/<agent>/t<trial>. */
import type { Cell } from "../../core/cell.ts";

/** Slugs of [a-z0-9-], 40 characters at most; names that collide get a number. */
export function makeSlugs(names: readonly string[]): ReadonlyMap<string, string> {
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of [...new Set(names)].toSorted()) {
    const slug = findFreeSlug(name, taken);
    taken.add(slug);
    slugs.set(name, slug);
  }
  return slugs;
}

const mostCharacters = 40;

function findFreeSlug(name: string, taken: ReadonlySet<string>): string {
  const whole = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "");
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? "" : `-${count}`;
    const slug = `${whole.slice(0, mostCharacters - end.length).replace(/-+$/, "") || "x"}${end}`;
    if (!taken.has(slug)) return slug;
  }
}

/** Returns a function that names the branch of a cell. The scenario is part of it only if there are several. */
export function createBranchNamer(
  id: string,
  { agents, scenarios }: { readonly agents: readonly string[]; readonly scenarios: readonly string[] },
): (cell: Cell) => string {
  const [agentSlugs, scenarioSlugs] = [makeSlugs(agents), makeSlugs(scenarios)];
  const start = `axis/${id.slice(-8).toLowerCase()}`;
  return ({ agent, scenario, trial }) => {
    const task = scenarios.length === 1 ? "" : `/${scenarioSlugs.get(scenario) ?? "x"}`;
    return `${start}/${agentSlugs.get(agent) ?? "x"}${task}/t${trial}`;
  };
}
