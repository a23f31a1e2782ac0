/** Resolves each skill source once, and combines the skills of a run: the config's, the agent's, then the scenario's. */
import { basename } from "node:path";
import { AxisError, errorMessage } from "../../core/error.ts";
import { foldName } from "../../core/names/names.ts";
import type { PlannedAgent } from "../../core/plan.ts";
import type { Action } from "../../core/scenario/action.ts";
import type { Scenario, Skill } from "../../core/scenario.ts";
import { appendPath, type Findings, type Location, createProblem } from "../validation/problem.ts";
import type { GatheredScenario } from "../scenarios.ts";
import { findAwaitedSkill } from "../skills/awaited-skill.ts";
import { resolveSkills, type SkillReference, type SkillOptions } from "../skills/skills.ts";

/** What all runs share. */
interface SkillContext {
  readonly configDir: string;
  readonly configFile: string;
  readonly config: { readonly beforeAll?: readonly Action[] | undefined };
  readonly skills: readonly SkillReference[];
  /** In the order of the config. */
  readonly agents: readonly PlannedAgent[];
  readonly scenarios: readonly GatheredScenario[];
}

interface ResolvedSource {
  readonly skills: readonly Skill[];
  readonly problem?: string;
}

export class SkillResolver {
  readonly #context: SkillContext;
  readonly #options: SkillOptions;
  readonly #sources = new Map<string, ResolvedSource>();

  constructor(shared: SkillContext, options: SkillOptions) {
    this.#context = shared;
    this.#options = options;
  }

  /** The skills for a scenario and an agent, each name once: the first source that has it wins. */
  async skillsFor(
    { scenario, agent }: { scenario: Scenario; agent: PlannedAgent },
    findings: Findings,
  ): Promise<Skill[]> {
    const { configDir } = this.#context;
    const references = [
      ...this.#context.skills,
      ...referencesTo(agent.config.skills ?? [], configDir, this.#locateAgentSkills(agent)),
      ...referencesTo(scenario.skills, scenario.baseDir, this.#locateScenarioSkills(scenario)),
    ];
    const byName = new Map<string, Skill>();
    for (const reference of references) {
      const { skills, problem } = await this.#resolve(reference);
      if (problem !== undefined) findings.problems.push(createProblem(reference.place, problem));
      for (const skill of skills) this.#add(skill, byName, findings);
    }
    return [...byName.values()];
  }

  #locateAgentSkills(agent: PlannedAgent): Location {
    const { agents, configFile } = this.#context;
    return { file: basename(configFile), path: ["agents", agents.indexOf(agent), "skills"] };
  }

  /** A variant's skills are written in the variant, unless it inherits those of its scenario. */
  #locateScenarioSkills({ baseKey, variant, place }: Scenario): Location {
    const gathered = this.#context.scenarios.find(({ key }) => key === baseKey);
    const index = gathered?.document.variants?.findIndex(({ name }) => name === variant) ?? -1;
    const isOwn = gathered?.document.variants?.[index]?.skills !== undefined;
    return appendPath(gathered?.place ?? { file: place, path: [] }, ...(isOwn ? ["variants", index] : []), "skills");
  }

  /** Two skills whose names differ only in case would share a folder on some systems. */
  #add(skill: Skill, byName: Map<string, Skill>, findings: Findings): void {
    const first = byName.get(foldName(skill.name));
    if (first === undefined) return void byName.set(foldName(skill.name), skill);
    if (first.path === skill.path) return;
    const warning = `The skill "${skill.name}" comes from ${first.source} and from ${skill.source}; the first is used`;
    if (!findings.warnings.includes(warning)) findings.warnings.push(warning);
  }

  async #resolve(reference: SkillReference): Promise<ResolvedSource> {
    const id = `${reference.baseDir}\n${reference.source}`;
    const shelved = this.#sources.get(id) ?? (await this.#fetch(reference));
    this.#sources.set(id, shelved);
    return shelved;
  }

  async #fetch(reference: SkillReference): Promise<ResolvedSource> {
    const awaited = await findAwaitedSkill(reference, this.#context);
    if (awaited !== undefined) return { skills: [awaited] };
    try {
      return { skills: await resolveSkills(reference, this.#options) };
    } catch (error) {
      if (!(error instanceof AxisError) || error.code !== "config-invalid") throw error;
      return { skills: [], problem: `${errorMessage(error)}.` };
    }
  }
}

function referencesTo(sources: readonly string[], baseDir: string, place: Location): SkillReference[] {
  return sources.map((source, index) => ({ source, baseDir, place: appendPath(place, index) }));
}
