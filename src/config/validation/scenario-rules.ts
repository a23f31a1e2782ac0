/** Rules for scenarios that the schema cannot express. They look only at parts that have the right shape. */
import type { Action } from "../../core/scenario/action.ts";
import type { CheckInput } from "../../core/scenario/check.ts";
import type { GatesInput } from "../../core/scenario/gate.ts";
import { foldName, segmentProblem } from "../../core/names/names.ts";
import type { ScenarioDocument, ScenarioFields } from "./documents.ts";
import { appendPath, type Findings, formatKeyPath, createProblem, type Location, type Problem } from "./problem.ts";
import { distributeWeights } from "../scenarios/rubric.ts";
import { sourceProblem } from "../skills/source.ts";
import { isOutsideFolder, outsideProblem, verifyProblems } from "./check-rules.ts";
import { serverProblems } from "./server-rules.ts";
import { hasNoGaps } from "./valid-parts.ts";

/** Checks the fields of a scenario or a variant. */
export function checkFields(fields: ScenarioFields, place: Location, findings: Findings): void {
  if (fields.prompt?.trim() === "")
    findings.problems.push(createProblem(appendPath(place, "prompt"), "The prompt is blank."));
  if (fields.judge !== undefined) checkRubric(fields.judge, appendPath(place, "judge"), findings);
  for (const phase of ["setup", "teardown"] as const) {
    findings.problems.push(...actionProblems(fields[phase] ?? [], appendPath(place, phase), "the workspace"));
  }
  findings.problems.push(
    ...gateProblems(fields.gates ?? [], appendPath(place, "gates")),
    ...serverProblems(fields.mcp_servers ?? {}, appendPath(place, "mcp_servers")),
    ...(fields.protected_paths ?? []).flatMap((pattern, index) =>
      isOutsideFolder(pattern)
        ? [outsideProblem(pattern, appendPath(place, "protected_paths", index), "the workspace")]
        : [],
    ),
    ...(fields.skills ?? []).flatMap((source, index) => sourceProblem(source, appendPath(place, "skills", index))),
    ...(fields.artifacts ?? []).flatMap((pattern, index) =>
      isOutsideFolder(pattern) ? [outsideProblem(pattern, appendPath(place, "artifacts", index), "the workspace")] : [],
    ),
  );
}

/** Names of variants must be unique, also ignoring case. */
export function variantNameProblems(scenario: Partial<ScenarioDocument>, place: Location): Problem[] {
  const seen = new Map<string, { readonly name: string; readonly index: number }>();
  return (scenario.variants ?? []).flatMap((variant, index) => {
    const at = appendPath(place, "variants", index, "name");
    const wrong = segmentProblem(variant.name);
    if (wrong !== null) return [createProblem(at, `The name ${wrong}.`)];
    const first = seen.get(foldName(variant.name));
    seen.set(foldName(variant.name), first ?? { name: variant.name, index });
    if (first === undefined) return [];
    const other = `${formatKeyPath([...place.path, "variants", first.index])} has the name ${JSON.stringify(first.name)}`;
    const message = first.name === variant.name ? `${other} too.` : `${other}, which differs only in case.`;
    return [createProblem(at, message, "Give each variant its own name.")];
  });
}

/** A blank command would succeed without checking anything. */
export function gateProblems(gates: GatesInput, place: Location): Problem[] {
  return gates.flatMap(({ command }, index) => {
    const [program = ""] = typeof command === "string" ? [command] : command;
    return program.trim() === "" ? [createProblem(appendPath(place, index, "command"), "The command is blank.")] : [];
  });
}

/** `copy` must stay in its folder; commands must not be blank. */
export function actionProblems(actions: readonly Action[], place: Location, folder: string): Problem[] {
  return actions.flatMap((action, index) => {
    const at = appendPath(place, index);
    if (action.action === "copy") {
      const leaves = isOutsideFolder(action.destination);
      return leaves ? [outsideProblem(action.destination, appendPath(at, "destination"), folder)] : [];
    }
    return action.command.trim() === "" ? [createProblem(appendPath(at, "command"), "The command is blank.")] : [];
  });
}

/** The source of `copy` must be in `folder`: the config directory, or the library. */
export function copySourceProblems(actions: readonly Action[], place: Location, folder: string): Problem[] {
  return actions.flatMap((action, index) =>
    action.action === "copy" && isOutsideFolder(action.match)
      ? [outsideProblem(action.match, appendPath(place, index, "match"), folder)]
      : [],
  );
}

/** The same for every phase of a scenario and its variants. */
export function scenarioSourceProblems(document: ScenarioDocument, place: Location, folder: string): Problem[] {
  const variants = (document.variants ?? []).map((own, index) => ({ own, at: appendPath(place, "variants", index) }));
  return [{ own: document, at: place }, ...variants].flatMap(({ own, at }) =>
    (["setup", "teardown"] as const).flatMap((phase) =>
      copySourceProblems(own[phase] ?? [], appendPath(at, phase), folder),
    ),
  );
}

function checkRubric(rubric: string | readonly CheckInput[], place: Location, findings: Findings): void {
  if (typeof rubric === "string") {
    if (rubric.trim() === "") findings.problems.push(createProblem(place, "The rubric is blank."));
    return;
  }
  rubric.forEach(({ check, verify }, index) => {
    const at = appendPath(place, index);
    if (check.trim() === "") findings.problems.push(createProblem(appendPath(at, "check"), "The check is blank."));
    if (verify !== undefined) findings.problems.push(...verifyProblems(verify, appendPath(at, "verify")));
  });
  if (!hasNoGaps(rubric)) return;
  const { problem, warning } = distributeWeights(rubric);
  if (problem) findings.problems.push(createProblem(place, problem.message, problem.suggestion));
  if (warning !== undefined) findings.warnings.push(`${place.file}  ${formatKeyPath(place.path)}: ${warning}`);
}
