/** Where a skill may come from: a local folder, or a repository on GitHub. */
import { nameProblem } from "../../core/names/names.ts";
import { createProblem, type Location, type Problem } from "../validation/problem.ts";

export type SkillSource =
  | { readonly kind: "local"; readonly path: string }
  | { readonly kind: "github"; readonly owner: string; readonly repository: string };

/** What a source refers to, or null if it is invalid. */
export function parseSource(source: string): SkillSource | null {
  if (/^(?:\.{1,2}(?:[\\/]|$)|\/)/.test(source)) return { kind: "local", path: source };
  const short = source.replace(/^https:\/\/github\.com\//, "").replace(/(?:\.git)?\/?$/, "");
  const [owner, repository, ...rest] = short.split("/");
  if (owner === undefined || repository === undefined || rest.length > 0) return null;
  if (nameProblem(owner) !== null || nameProblem(repository) !== null) return null;
  return { kind: "github", owner, repository };
}

/** The problem of an invalid source. */
export function sourceProblem(source: string, place: Location): Problem[] {
  if (parseSource(source) !== null) return [];
  return [
    createProblem(
      place,
      "This is not a source of skills.",
      "Write a path starting with ./, ../ or /; owner/repo; or https://github.com/owner/repo.",
    ),
  ];
}
