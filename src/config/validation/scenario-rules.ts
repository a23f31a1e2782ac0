/** Rules for scenarios that the schema cannot express. They look only at parts that have the right shape. */
import type { Action } from "../../core/scenario/action.ts";
import type { CheckInput } from "../../core/scenario/check.ts";
import type { GatesInput } from "../../core/scenario/gate.ts";
import { nameFold, segmentProblem } from "../../core/names/names.ts";
import type { ScenarioDocument, ScenarioFields } from "./documents.ts";
import { below, type Findings, pathText, problemAt, type Place, type Problem } from "./problem.ts";
import { distribute } from "../scenarios/rubric.ts";
import { sourceProblem } from "../skills/source.ts";
import { leavesFolder, outsideProblem, verifyProblems } from "./check-rules.ts";
import { serverProblems } from "./server-rules.ts";
import { isWhole } from "./sound-parts.ts";

/** Checks the fields of a scenario or a variant. */
export function fieldFindings(fields: ScenarioFields, place: Place, findings: Findings): void {
  if (fields.prompt?.trim() === "") findings.problems.push(problemAt(below(place, "prompt"), "The prompt is blank."));
  if (fields.judge !== undefined) rubricFindings(fields.judge, below(place, "judge"), findings);
  for (const phase of ["setup", "teardown"] as const) {
    findings.problems.push(...actionProblems(fields[phase] ?? [], below(place, phase), "the workspace"));
  }
  findings.problems.push(
    ...gateProblems(fields.gates ?? [], below(place, "gates")),
    ...serverProblems(fields.mcp_servers ?? {}, below(place, "mcp_servers")),
    ...(fields.protected_paths ?? []).flatMap((pattern, index) =>
      leavesFolder(pattern) ? [outsideProblem(pattern, below(place, "protected_paths", index), "the workspace")] : [],
    ),
    ...(fields.skills ?? []).flatMap((source, index) => sourceProblem(source, below(place, "skills", index))),
    ...(fields.artifacts ?? []).flatMap((pattern, index) =>
      leavesFolder(pattern) ? [outsideProblem(pattern, below(place, "artifacts", index), "the workspace")] : [],
    ),
  );
}

/** Names of variants must be unique, also ignoring case. */
export function variantNameProblems(scenario: Partial<ScenarioDocument>, place: Place): Problem[] {
  const seen = new Map<string, { readonly name: string; readonly index: number }>();
  return (scenario.variants ?? []).flatMap((variant, index) => {
    const at = below(place, "variants", index, "name");
    const wrong = segmentProblem(variant.name);
    if (wrong !== null) return [problemAt(at, `The name ${wrong}.`)];
    const first = seen.get(nameFold(variant.name));
    seen.set(nameFold(variant.name), first ?? { name: variant.name, index });
    if (first === undefined) return [];
    const other = `${pathText([...place.path, "variants", first.index])} has the name ${JSON.stringify(first.name)}`;
    const message = first.name === variant.name ? `${other} too.` : `${other}, which differs only in case.`;
    return [problemAt(at, message, "Give each variant its own name.")];
  });
}

/** A blank command would succeed without checking anything. */
export function gateProblems(gates: GatesInput, place: Place): Problem[] {
  return gates.flatMap(({ command }, index) => {
    const [program = ""] = typeof command === "string" ? [command] : command;
    return program.trim() === "" ? [problemAt(below(place, index, "command"), "The command is blank.")] : [];
  });
}

/** `copy` must stay in its folder; commands must not be blank. */
export function actionProblems(actions: readonly Action[], place: Place, folder: string): Problem[] {
  return actions.flatMap((action, index) => {
    const at = below(place, index);
    if (action.action === "copy") {
      const leaves = leavesFolder(action.destination);
      return leaves ? [outsideProblem(action.destination, below(at, "destination"), folder)] : [];
    }
    return action.command.trim() === "" ? [problemAt(below(at, "command"), "The command is blank.")] : [];
  });
}

/** The source of `copy` must be in `folder`: the config directory, or the library. */
export function copySourceProblems(actions: readonly Action[], place: Place, folder: string): Problem[] {
  return actions.flatMap((action, index) =>
    action.action === "copy" && leavesFolder(action.match)
      ? [outsideProblem(action.match, below(place, index, "match"), folder)]
      : [],
  );
}

/** The same for every phase of a scenario and its variants. */
export function scenarioSourceProblems(document: ScenarioDocument, place: Place, folder: string): Problem[] {
  const variants = (document.variants ?? []).map((own, index) => ({ own, at: below(place, "variants", index) }));
  return [{ own: document, at: place }, ...variants].flatMap(({ own, at }) =>
    (["setup", "teardown"] as const).flatMap((phase) => copySourceProblems(own[phase] ?? [], below(at, phase), folder)),
  );
}

function rubricFindings(rubric: string | readonly CheckInput[], place: Place, findings: Findings): void {
  if (typeof rubric === "string") {
    if (rubric.trim() === "") findings.problems.push(problemAt(place, "The rubric is blank."));
    return;
  }
  rubric.forEach(({ check, verify }, index) => {
    const at = below(place, index);
    if (check.trim() === "") findings.problems.push(problemAt(below(at, "check"), "The check is blank."));
    if (verify !== undefined) findings.problems.push(...verifyProblems(verify, below(at, "verify")));
  });
  if (!isWhole(rubric)) return;
  const { problem, warning } = distribute(rubric);
  if (problem) findings.problems.push(problemAt(place, problem.message, problem.suggestion));
  if (warning !== undefined) findings.warnings.push(`${place.file}  ${pathText(place.path)}: ${warning}`);
}
