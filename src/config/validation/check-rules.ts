/** Rules for verified checks that the schema cannot express. */
import type { AssertionVerify, CommandVerify, Verify } from "../../core/scenario/check.ts";
import { errorMessage } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import { compilePattern } from "../../core/scenario/pattern.ts";
import { appendPath, createProblem, type Location, type Problem } from "./problem.ts";
import { findNearestName } from "../../core/names/nearest.ts";
import { formatQuotedList } from "./suggest.ts";

const operators = ["$exists", "$matches", "$contains", "$gte", "$lte"];
const jsonPath = /^(?:[^.[\]]+|\[\d+\])(?:\.[^.[\]]+|\[\d+\])*$/;

/** Every problem of a `verify`. */
export function verifyProblems(verify: Verify, place: Location): Problem[] {
  if (typeof verify === "string") return blankProblems(verify, place);
  return isCommand(verify) ? commandProblems(verify, place) : assertionProblems(verify, place);
}

/** Whether a `verify` is a command rather than assertions. */
export function isCommand(verify: Exclude<Verify, string>): verify is CommandVerify {
  return "command" in verify;
}

/** Whether a relative path leads out of its folder, by text alone; \ counts as a separator, as it is one on some systems. */
export function isOutsideFolder(path: string): boolean {
  if (path.includes("\0") || /^(?:[A-Za-z]:|[\\/])/.test(path)) return true;
  let depth = 0;
  for (const part of path.split(/[\\/]/)) {
    if (part === "..") depth -= 1;
    else if (part !== "." && part !== "") depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

function blankProblems(command: string, place: Location): Problem[] {
  return command.trim() === "" ? [createProblem(place, "The command is blank.")] : [];
}

function commandProblems(verify: CommandVerify, place: Location): Problem[] {
  const files = verify.files ?? [];
  const outside = files.flatMap((pattern, index) =>
    isOutsideFolder(pattern)
      ? [outsideProblem(pattern, appendPath(place, "files", index), "the scenario's folder")]
      : [],
  );
  const broken = /[\r\n]/.test(verify.expect_output ?? "");
  const lines = broken
    ? [createProblem(appendPath(place, "expect_output"), "This must be one line: it is compared line by line.")]
    : [];
  return [...blankProblems(verify.command, appendPath(place, "command")), ...outside, ...lines];
}

/** The problem of a path that leads out. */
export function outsideProblem(path: string, place: Location, folder: string): Problem {
  return createProblem(
    place,
    `${JSON.stringify(path)} leads out of ${folder}.`,
    "Write a relative path that stays inside.",
  );
}

function assertionProblems(verify: AssertionVerify, place: Location): Problem[] {
  const { file, exists, contains, matches, json } = verify;
  const asked = [contains, matches, json].some((each) => each !== undefined);
  const problems: Problem[] = [];
  if (file === undefined && exists === undefined && !asked) {
    const suggestion = "Give a command, or some of: file, exists, contains, matches, json.";
    problems.push(createProblem(place, "This verifies nothing.", suggestion));
  }
  if (file !== undefined && isOutsideFolder(file))
    problems.push(outsideProblem(file, appendPath(place, "file"), "the workspace"));
  problems.push(...existsProblems(verify, asked, appendPath(place, "exists")));
  problems.push(...vacuousProblems(verify, place));
  if (matches !== undefined) problems.push(...patternProblems(matches, appendPath(place, "matches")));
  for (const [path, expected] of Object.entries(json ?? {})) {
    problems.push(...jsonProblems(path, expected, appendPath(place, "json", path)));
  }
  return problems;
}

/** An assertion that holds for every text would give full marks for nothing. */
function vacuousProblems({ contains, json }: AssertionVerify, place: Location): Problem[] {
  const texts = typeof contains === "string" ? [contains] : contains;
  const always = "This holds for every text.";
  return [
    ...(texts !== undefined && texts.every((text) => text === "")
      ? [createProblem(appendPath(place, "contains"), always, "Write what the text must contain.")]
      : []),
    ...(json !== undefined && Object.keys(json).length === 0
      ? [
          createProblem(
            appendPath(place, "json"),
            always,
            "Name at least one path and the value that is expected there.",
          ),
        ]
      : []),
  ];
}

function patternProblems(pattern: string, place: Location): Problem[] {
  try {
    compilePattern(pattern);
    return [];
  } catch (error) {
    const shown = JSON.stringify(pattern.length > 80 ? `${pattern.slice(0, 80)}...` : pattern);
    return [createProblem(place, `${shown} is not a regular expression: ${errorMessage(error)}.`)];
  }
}

function jsonProblems(path: string, expected: Json, place: Location): Problem[] {
  if (!jsonPath.test(path)) {
    return [
      createProblem(place, `${JSON.stringify(path)} is not a path.`, "Write it like scripts.test or items[0].id."),
    ];
  }
  if (typeof expected !== "object" || expected === null || Array.isArray(expected)) return [];
  const keys = Object.keys(expected);
  const marked = keys.filter((key) => key.startsWith("$"));
  if (marked.length === 0) return [];
  const [name = ""] = marked;
  if (keys.length > 1)
    return [
      createProblem(place, `An operator such as ${name} must be the only key.`, "Compare with one operator per path."),
    ];
  return operatorProblems(name, (expected as Record<string, Json>)[name] ?? null, appendPath(place, name));
}

function operatorProblems(name: string, operand: Json, place: Location): Problem[] {
  if (!operators.includes(name)) {
    const meant = findNearestName(name, operators);
    const hint =
      meant === undefined
        ? `Known operators: ${formatQuotedList(operators)}.`
        : `Did you mean ${JSON.stringify(meant)}?`;
    return [createProblem(place, `Unknown operator ${JSON.stringify(name)}. ${hint}`)];
  }
  if (name === "$matches") {
    return typeof operand === "string"
      ? patternProblems(operand, place)
      : [createProblem(place, "$matches takes a string.")];
  }
  if (name === "$exists" && typeof operand !== "boolean") return [createProblem(place, "$exists takes true or false.")];
  if ((name === "$gte" || name === "$lte") && typeof operand !== "number")
    return [createProblem(place, `${name} takes a number.`)];
  return [];
}

function existsProblems({ file, exists }: AssertionVerify, hasOtherKeys: boolean, place: Location): Problem[] {
  const problems: Problem[] = [];
  if (exists !== undefined && file === undefined) problems.push(createProblem(place, "exists needs file."));
  if (exists === false && hasOtherKeys)
    problems.push(createProblem(place, "With exists: false, no key other than file may be set."));
  return problems;
}
