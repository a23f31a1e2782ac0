/** Resolves each skill source once, and combines the skills of a run: the config's, the agent's, then the scenario's. */
import { basename } from "node:path";
import { AxisError, messageOf } from "../../core/error.ts";
import { nameFold } from "../../core/names/names.ts";
import type { PlannedAgent } from "../../core/plan.ts";
import type { Action } from "../../core/scenario/action.ts";
import type { Scenario, Skill } from "../../core/scenario.ts";
import { below, type Findings, type Place, problemAt } from "../validation/problem.ts";
import type { GatheredScenario } from "../scenarios/scenarios.ts";
import { awaitedSkill } from "../skills/awaited-skill.ts";
import { resolveSkills, type SkillReference, type SkillWorld } from "../skills/skills.ts";

/** What all runs share. */
interface Shared {
  readonly configDir: string;
  readonly configFile: string;
  readonly config: { readonly beforeAll?: readonly Action[] | undefined };
  readonly skills: readonly SkillReference[];
  /** In the order of the config. */
  readonly agents: readonly PlannedAgent[];
  readonly scenarios: readonly Pick<GatheredScenario, "key" | "document" | "place">[];
}

interface Shelved {
  readonly skills: readonly Skill[];
  readonly problem?: string;
}

export class SkillShelf {
  readonly #shared: Shared;
  readonly #world: SkillWorld;
  readonly #shelf = new Map<string, Shelved>();

  constructor(shared: Shared, world: SkillWorld) {
    this.#shared = shared;
    this.#world = world;
  }

  /** The skills for a scenario and an agent, each name once: the first source that has it wins. */
  async skillsFor(
    { scenario, agent }: { scenario: Scenario; agent: PlannedAgent },
    findings: Findings,
  ): Promise<Skill[]> {
    const { configDir } = this.#shared;
    const references = [
      ...this.#shared.skills,
      ...referencesTo(agent.config.skills ?? [], configDir, this.#placeOf(agent)),
      ...referencesTo(scenario.skills, scenario.baseDir, this.#placeIn(scenario)),
    ];
    const byName = new Map<string, Skill>();
    for (const reference of references) {
      const { skills, problem } = await this.#resolved(reference);
      if (problem !== undefined) findings.problems.push(problemAt(reference.place, problem));
      for (const skill of skills) this.#add(skill, byName, findings);
    }
    return [...byName.values()];
  }

  #placeOf(agent: PlannedAgent): Place {
    const { agents, configFile } = this.#shared;
    return { file: basename(configFile), path: ["agents", agents.indexOf(agent), "skills"] };
  }

  /** A variant's skills are written in the variant, unless it inherits those of its scenario. */
  #placeIn({ baseKey, variant, place }: Scenario): Place {
    const gathered = this.#shared.scenarios.find(({ key }) => key === baseKey);
    const index = gathered?.document.variants?.findIndex(({ name }) => name === variant) ?? -1;
    const isOwn = gathered?.document.variants?.[index]?.skills !== undefined;
    return below(gathered?.place ?? { file: place, path: [] }, ...(isOwn ? ["variants", index] : []), "skills");
  }

  /** Two skills whose names differ only in case would share a folder on some systems. */
  #add(skill: Skill, byName: Map<string, Skill>, findings: Findings): void {
    const first = byName.get(nameFold(skill.name));
    if (first === undefined) return void byName.set(nameFold(skill.name), skill);
    if (first.path === skill.path) return;
    const warning = `The skill "${skill.name}" comes from ${first.source} and from ${skill.source}; the first is used`;
    if (!findings.warnings.includes(warning)) findings.warnings.push(warning);
  }

  async #resolved(reference: SkillReference): Promise<Shelved> {
    const id = `${reference.baseDir}\n${reference.source}`;
    const shelved = this.#shelf.get(id) ?? (await this.#fetch(reference));
    this.#shelf.set(id, shelved);
    return shelved;
  }

  async #fetch(reference: SkillReference): Promise<Shelved> {
    const awaited = await awaitedSkill(reference, this.#shared);
    if (awaited !== undefined) return { skills: [awaited] };
    try {
      return { skills: await resolveSkills(reference, this.#world) };
    } catch (error) {
      if (!(error instanceof AxisError) || error.code !== "config-invalid") throw error;
      return { skills: [], problem: `${messageOf(error)}.` };
    }
  }
}

function referencesTo(sources: readonly string[], baseDir: string, place: Place): SkillReference[] {
  return sources.map((source, index) => ({ source, baseDir, place: below(place, index) }));
}
