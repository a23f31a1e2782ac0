/** Decides which problems in scenario files stop a plan: those in files that the command does not select do not. */
import { matchesName } from "../../core/paths/glob.ts";
import type { Project } from "../load-project.ts";
import { type Findings, listDistinctProblems, type Problem, problemsText } from "../validation/problem.ts";
import type { PlanRequest } from "./plan-request.ts";

type FileRequest = Pick<PlanRequest, "scenarios" | "cells" | "skipBroken">;

/** With skipBroken: the project without its broken scenario files, which are named, and a warning for each. */
export function leaveOutBrokenFiles(
  project: Project,
  request: FileRequest,
): { readonly project: Project; readonly leftOut: readonly string[] } {
  const { findings } = project;
  if (request.skipBroken !== true) return { project, leftOut: [] };
  const problems = listDistinctProblems(findings.problems).filter(({ file }) => findings.scenarioFiles.has(file));
  const broken = new Set(problems.map(({ file }) => file));
  const leftOut = [...broken].filter((file) => isFileSelected(file, findings, request)).toSorted();
  for (const file of leftOut) {
    const own = problems.filter((problem) => problem.file === file);
    findings.warnings.push(`${problemsText(own)}\nThe file is left out.`);
  }
  removeProblems(findings, ({ file }) => broken.has(file));
  const scenarios = project.scenarios.filter(({ place }) => !broken.has(place.file));
  return { project: { ...project, scenarios }, leftOut };
}

/** Turns the problems of files that are not selected into one warning per file. */
export function dismissUnselectedFiles(findings: Findings, request: FileRequest): void {
  const isElsewhere = ({ file }: Problem) =>
    findings.scenarioFiles.has(file) && !isFileSelected(file, findings, request);
  const files = new Set(findings.problems.filter(isElsewhere).map(({ file }) => file));
  removeProblems(findings, isElsewhere);
  for (const file of files)
    findings.warnings.push(`${file} has problems, but is not selected. See them with: axis doctor`);
}

function removeProblems({ problems }: Findings, isRemoved: (problem: Problem) => boolean): void {
  problems.splice(0, problems.length, ...problems.filter((problem) => !isRemoved(problem)));
}

/** The path of a file gives its key, but only its content would tell its variants: one selected variant is enough. */
function isFileSelected(file: string, { scenarioFiles }: Findings, { scenarios, cells }: FileRequest): boolean {
  const key = scenarioFiles.get(file) ?? "";
  const reaches = (pattern: string) => matchesName(pattern.split("@")[0] ?? pattern, key, "@");
  if (scenarios !== undefined && !scenarios.some(reaches)) return false;
  return cells === undefined || cells.some(({ scenario }) => scenario.split("@")[0] === key);
}
