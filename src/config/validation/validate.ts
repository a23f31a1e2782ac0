/** Validates what people wrote: the schema first, then the rules, over every part that has the right shape. */
import { z } from "zod";
import { AgentConfig } from "../../core/agent/agent-config.ts";
import { AxisConfig } from "../../core/config/config.ts";
import { ScenarioInput, Variant } from "../../core/scenario.ts";
import { specsIn } from "../judge-spec.ts";
import type { ConfigDocument, ScenarioDocument } from "./documents.ts";
import { below, type Findings, pathText, type Place, problemAt } from "./problem.ts";
import { configProblems, configWarnings } from "./config-rules.ts";
import { schemaProblems } from "./issues.ts";
import { nestingProblem, plainValueProblems } from "./plain-values.ts";
import { fieldFindings, variantNameProblems } from "./scenario-rules.ts";
import { isObject, soundParts } from "./sound-parts.ts";

/** A path, a URL, or an inline scenario. */
export const ScenarioEntry = z.union([z.string().min(1), ScenarioInput]);
export type ScenarioEntry = z.output<typeof ScenarioEntry>;

/** The valid parts of a config, and the locations of its entries. */
export interface CheckedConfig {
  readonly config: Omit<ConfigDocument, "scenarios" | "agents">;
  readonly judges: ReturnType<typeof specsIn>;
  readonly scenarios: readonly { readonly entry: ScenarioEntry; readonly place: Place }[];
  readonly agents: readonly { readonly entry: AgentConfig; readonly place: Place }[];
}

/** Validates a config; problems are added to the findings, and the valid parts can be used to find more. */
export function validateConfig(raw: unknown, file: string, findings: Findings): CheckedConfig {
  return checkConfig(AxisConfig, raw, { file, findings });
}

/** Validates the config of a library; what only a project decides is ignored. */
export function validateLibraryConfig(raw: unknown, file: string, findings: Findings): CheckedConfig {
  const ignored = ["agents", "settings", "judging", "beforeAll", "afterAll", "name"];
  const entries = isObject(raw) ? Object.entries(raw).filter(([key]) => !ignored.includes(key)) : undefined;
  const kept = entries === undefined ? raw : Object.fromEntries(entries);
  return checkConfig(AxisConfig.partial({ agents: true }), kept, { file, findings });
}

function checkConfig(
  schema: z.ZodType,
  raw: unknown,
  { file, findings }: { file: string; findings: Findings },
): CheckedConfig {
  const place: Place = { file, path: [] };
  const renamed = withRenamedInline(raw, place, findings);
  addProblems(schema, renamed, { place, findings });
  const { scenarios: _scenarios, agents: _agents, ...shape } = AxisConfig.shape;
  const config = soundParts(shape, renamed, "whole") ?? {};
  const looked: Partial<ConfigDocument> = soundParts(shape, renamed, "gaps") ?? {};
  findings.problems.push(...configProblems(looked, place, renamed));
  findings.warnings.push(...configWarnings(config, place));
  const { scenarios, agents } = (isObject(renamed) ? renamed : {}) as Record<string, unknown>;
  return {
    config,
    judges: specsIn(looked.judging, below(place, "judging")),
    scenarios: listed(scenarios ?? "./scenarios", "scenarios", place).flatMap(({ entry, place: at }) => {
      const parsed = ScenarioEntry.safeParse(entry);
      return parsed.success ? [{ entry: parsed.data, place: at }] : [];
    }),
    agents: (Array.isArray(agents) ? listed(agents, "agents", place) : []).flatMap(({ entry, place: at }) => {
      const parsed = AgentConfig.safeParse(typeof entry === "string" ? { agent: entry } : entry);
      return parsed.success ? [{ entry: parsed.data, place: at }] : [];
    }),
  };
}

function listed(value: unknown, key: string, place: Place): { entry: unknown; place: Place }[] {
  if (!Array.isArray(value)) return [{ entry: value, place: below(place, key) }];
  return value.map((entry: unknown, index) => ({ entry, place: below(place, key, index) }));
}

/** The scenario, if it has the right shape; its problems and warnings are added to the findings. */
export function validateScenario(raw: unknown, place: Place, findings: Findings): ScenarioDocument | undefined {
  const renamed = withJudge(raw, place, findings);
  const before = findings.problems.length;
  addProblems(ScenarioInput, renamed, { place, findings });
  const hasShape = findings.problems.length === before;
  ruleFindings(renamed, place, findings);
  return hasShape ? (renamed as ScenarioDocument) : undefined;
}

/** Applies the rules to a scenario whose shape is checked elsewhere. */
export function ruleFindings(raw: unknown, place: Place, findings: Findings): void {
  const scenario = soundParts(ScenarioInput.shape, raw, "gaps") as Partial<ScenarioDocument> | undefined;
  if (scenario === undefined) return;
  if (scenario.name?.trim() === "") findings.problems.push(problemAt(below(place, "name"), "The name is blank."));
  fieldFindings(scenario, place, findings);
  findings.problems.push(...variantNameProblems(scenario, place));
  const variants = (raw as { variants?: unknown }).variants;
  for (const [index, variant] of (Array.isArray(variants) ? variants : []).entries()) {
    const fields = soundParts(Variant.shape, variant, "gaps");
    if (fields) fieldFindings(fields, below(place, "variants", index), findings);
  }
}

/** `rubric` is an old name of `judge`, in a scenario and in each of its variants. */
export function withJudge(raw: unknown, place: Place, findings: Findings): unknown {
  const renamed = renamedRubric(raw, place, findings);
  const { variants } = (isObject(renamed) ? renamed : {}) as { variants?: unknown };
  if (!Array.isArray(variants)) return renamed;
  const at = (index: number) => below(place, "variants", index);
  return {
    ...(renamed as object),
    variants: variants.map((each: unknown, index) => renamedRubric(each, at(index), findings)),
  };
}

function renamedRubric(raw: unknown, place: Place, findings: Findings): unknown {
  if (!isObject(raw) || !Object.hasOwn(raw, "rubric")) return raw;
  const { rubric, ...rest } = raw as Record<string, unknown>;
  if (Object.hasOwn(raw, "judge")) {
    const suggestion = "Keep judge and remove rubric.";
    findings.problems.push(
      problemAt(below(place, "rubric"), "rubric is the old name of judge; both are given.", suggestion),
    );
    return rest;
  }
  findings.warnings.push(`${place.file}  ${pathText([...place.path, "rubric"])}: rubric is the old name; write judge.`);
  return { ...rest, judge: rubric };
}

function withRenamedInline(raw: unknown, place: Place, findings: Findings): unknown {
  const { scenarios } = (isObject(raw) ? raw : {}) as { scenarios?: unknown };
  if (!Array.isArray(scenarios)) return raw;
  const renamed = scenarios.map((each: unknown, index) => withJudge(each, below(place, "scenarios", index), findings));
  return { ...(raw as object), scenarios: renamed };
}

function addProblems(schema: z.ZodType, raw: unknown, { place, findings }: { place: Place; findings: Findings }): void {
  const nesting = nestingProblem(raw, place);
  if (nesting !== undefined) return void findings.problems.push(nesting);
  findings.problems.push(...plainValueProblems(raw, place), ...schemaProblems(schema, raw, place));
}
