/** Validates what people wrote: the schema first, then the rules, over every part that has the right shape. */
import { z } from "zod";
import { AgentConfig } from "../../core/agent/agent-config.ts";
import { AxisConfig } from "../../core/config/config.ts";
import { isRecord } from "../../core/json.ts";
import { ScenarioInput, Variant } from "../../core/scenario.ts";
import { listJudgeSpecs } from "../judge-spec.ts";
import type { ConfigDocument, ScenarioDocument } from "./documents.ts";
import { appendPath, type Findings, formatKeyPath, type Location, createProblem } from "./problem.ts";
import { configProblems, configWarnings } from "./config-rules.ts";
import { schemaProblems } from "./issues.ts";
import { nestingProblem, plainValueProblems } from "./plain-values.ts";
import { checkFields, variantNameProblems } from "./scenario-rules.ts";
import { keepValidParts } from "./valid-parts.ts";

/** A path, a URL, or an inline scenario. */
export const ScenarioEntry = z.union([z.string().min(1), ScenarioInput]);
export type ScenarioEntry = z.output<typeof ScenarioEntry>;

/** The valid parts of a config, and the locations of its entries. */
export interface CheckedConfig {
  readonly config: Omit<ConfigDocument, "scenarios" | "agents">;
  readonly judges: ReturnType<typeof listJudgeSpecs>;
  readonly scenarios: readonly { readonly entry: ScenarioEntry; readonly place: Location }[];
  readonly agents: readonly { readonly entry: AgentConfig; readonly place: Location }[];
}

/** Validates a config; problems are added to the findings, and the valid parts can be used to find more. */
export function validateConfig(raw: unknown, file: string, findings: Findings): CheckedConfig {
  return checkConfig(AxisConfig, raw, { file, findings });
}

/** Validates the config of a library; what only a project decides is ignored. */
export function validateLibraryConfig(raw: unknown, file: string, findings: Findings): CheckedConfig {
  const ignored = ["agents", "settings", "judging", "beforeAll", "afterAll", "name"];
  const entries = isRecord(raw) ? Object.entries(raw).filter(([key]) => !ignored.includes(key)) : undefined;
  const kept = entries === undefined ? raw : Object.fromEntries(entries);
  return checkConfig(AxisConfig.partial({ agents: true }), kept, { file, findings });
}

function checkConfig(
  schema: z.ZodType,
  raw: unknown,
  { file, findings }: { file: string; findings: Findings },
): CheckedConfig {
  const place: Location = { file, path: [] };
  const renamed = renameInlineRubrics(raw, place, findings);
  addProblems(schema, renamed, { place, findings });
  const { scenarios: _scenarios, agents: _agents, ...shape } = AxisConfig.shape;
  const config = keepValidParts(shape, renamed, "whole") ?? {};
  const looked: Partial<ConfigDocument> = keepValidParts(shape, renamed, "gaps") ?? {};
  findings.problems.push(...configProblems(looked, place, renamed));
  findings.warnings.push(...configWarnings(config, place));
  const { scenarios, agents } = (isRecord(renamed) ? renamed : {}) as Record<string, unknown>;
  return {
    config,
    judges: listJudgeSpecs(looked.judging, appendPath(place, "judging")),
    scenarios: toEntries(scenarios ?? "./scenarios", "scenarios", place).flatMap(({ entry, place: at }) => {
      const parsed = ScenarioEntry.safeParse(entry);
      return parsed.success ? [{ entry: parsed.data, place: at }] : [];
    }),
    agents: (Array.isArray(agents) ? toEntries(agents, "agents", place) : []).flatMap(({ entry, place: at }) => {
      const parsed = AgentConfig.safeParse(typeof entry === "string" ? { agent: entry } : entry);
      return parsed.success ? [{ entry: parsed.data, place: at }] : [];
    }),
  };
}

function toEntries(value: unknown, key: string, place: Location): { entry: unknown; place: Location }[] {
  if (!Array.isArray(value)) return [{ entry: value, place: appendPath(place, key) }];
  return value.map((entry: unknown, index) => ({ entry, place: appendPath(place, key, index) }));
}

/** The scenario, if it has the right shape; its problems and warnings are added to the findings. */
export function validateScenario(raw: unknown, place: Location, findings: Findings): ScenarioDocument | undefined {
  const renamed = renameRubrics(raw, place, findings);
  const before = findings.problems.length;
  addProblems(ScenarioInput, renamed, { place, findings });
  const hasShape = findings.problems.length === before;
  checkRules(renamed, place, findings);
  return hasShape ? (renamed as ScenarioDocument) : undefined;
}

/** Applies the rules to a scenario whose shape is checked elsewhere. */
export function checkRules(raw: unknown, place: Location, findings: Findings): void {
  const scenario = keepValidParts(ScenarioInput.shape, raw, "gaps") as Partial<ScenarioDocument> | undefined;
  if (scenario === undefined) return;
  if (scenario.name?.trim() === "")
    findings.problems.push(createProblem(appendPath(place, "name"), "The name is blank."));
  checkFields(scenario, place, findings);
  findings.problems.push(...variantNameProblems(scenario, place));
  const variants = (raw as { variants?: unknown }).variants;
  for (const [index, variant] of (Array.isArray(variants) ? variants : []).entries()) {
    const fields = keepValidParts(Variant.shape, variant, "gaps");
    if (fields) checkFields(fields, appendPath(place, "variants", index), findings);
  }
}

/** `rubric` is an old name of `judge`, in a scenario and in each of its variants. */
function renameRubrics(raw: unknown, place: Location, findings: Findings): unknown {
  const renamed = renameRubric(raw, place, findings);
  const { variants } = (isRecord(renamed) ? renamed : {}) as { variants?: unknown };
  if (!Array.isArray(variants)) return renamed;
  const at = (index: number) => appendPath(place, "variants", index);
  return {
    ...(renamed as object),
    variants: variants.map((each: unknown, index) => renameRubric(each, at(index), findings)),
  };
}

function renameRubric(raw: unknown, place: Location, findings: Findings): unknown {
  if (!isRecord(raw) || !Object.hasOwn(raw, "rubric")) return raw;
  const { rubric, ...rest } = raw as Record<string, unknown>;
  if (Object.hasOwn(raw, "judge")) {
    const suggestion = "Keep judge and remove rubric.";
    findings.problems.push(
      createProblem(appendPath(place, "rubric"), "rubric is the old name of judge; both are given.", suggestion),
    );
    return rest;
  }
  findings.warnings.push(
    `${place.file}  ${formatKeyPath([...place.path, "rubric"])}: rubric is the old name; write judge.`,
  );
  return { ...rest, judge: rubric };
}

function renameInlineRubrics(raw: unknown, place: Location, findings: Findings): unknown {
  const { scenarios } = (isRecord(raw) ? raw : {}) as { scenarios?: unknown };
  if (!Array.isArray(scenarios)) return raw;
  const renamed = scenarios.map((each: unknown, index) =>
    renameRubrics(each, appendPath(place, "scenarios", index), findings),
  );
  return { ...(raw as object), scenarios: renamed };
}

function addProblems(
  schema: z.ZodType,
  raw: unknown,
  { place, findings }: { place: Location; findings: Findings },
): void {
  const nesting = nestingProblem(raw, place);
  if (nesting !== undefined) return void findings.problems.push(nesting);
  findings.problems.push(...plainValueProblems(raw, place), ...schemaProblems(schema, raw, place));
}
