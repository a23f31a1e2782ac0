/** Problems with what a person wrote, collected over all files and reported together. */
import { AxisError } from "../../core/error.ts";

export interface Problem {
  /** Relative to the config directory. */
  readonly file: string;
  /** Location inside the file, such as `variants[1].prompt`; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
  readonly suggestion?: string;
  /** No other problem may be reported at this location, since it could repeat a secret. */
  readonly alone?: true;
  /** The error that revealed it; thrown as it is if there is no other problem. */
  readonly error?: AxisError;
}

/** Problems and warnings of one load, in the order they were found. */
export interface Findings {
  readonly problems: Problem[];
  readonly warnings: string[];
  /** The scenario files that were found, with the key that their path gives. */
  readonly scenarioFiles: Map<string, string>;
}

export function createFindings(): Findings {
  return { problems: [], warnings: [], scenarioFiles: new Map() };
}

/** A location in a file, for reporting problems. */
export interface Location {
  readonly file: string;
  readonly path: readonly PropertyKey[];
}

/** The location of a key below another location. */
export function appendPath(place: Location, ...keys: readonly PropertyKey[]): Location {
  return { file: place.file, path: [...place.path, ...keys] };
}

/** Creates a problem at a location. */
export function createProblem(place: Location, message: string, suggestion?: string): Problem {
  const problem = { file: place.file, path: formatKeyPath(place.path), message };
  return suggestion === undefined ? problem : { ...problem, suggestion };
}

/** A path as people write it: `agents[0].model`, `mcp_servers["my server"]`. */
export function formatKeyPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    const name = String(key);
    if (!/^[\w$][\w$-]*$/.test(name)) return `${text}[${JSON.stringify(name)}]`;
    return text === "" ? name : `${text}.${name}`;
  }, "");
}

/** One block per problem: `file  path`, then message and suggestion, indented. */
export function problemsText(problems: readonly Problem[]): string {
  return problems.map(blockText).join("\n");
}

function blockText({ file, path, message, suggestion }: Problem): string {
  const head = path === "" ? file : `${file}  ${path}`;
  const body = suggestion === undefined ? [message] : [message, suggestion];
  return [head, ...body.flatMap((text) => text.split("\n")).map((line) => `  ${line}`)].join("\n");
}

/** One error that lists all problems. */
function problemsError(problems: readonly Problem[], configFlag: string): AxisError {
  return new AxisError("config-invalid", problemsText(problems), {
    hint: `Check again with: axis doctor${configFlag}`,
  });
}

/** Throws if there are any; duplicates are reported once. `formatConfigFlag` is what a command needs to find the config. */
export function throwProblems(problems: readonly Problem[], configFlag = ""): void {
  if (problems.length === 0) return;
  const distinct = listDistinctProblems(problems);
  const [first, ...others] = distinct;
  if (first?.error !== undefined && others.length === 0) throw first.error;
  throw problemsError(distinct, configFlag);
}

/** Each problem once, and only one at a location that could repeat a secret. */
export function listDistinctProblems(problems: readonly Problem[]): Problem[] {
  const quiet = new Set(problems.filter(({ alone }) => alone).map(placeId));
  const sayable = problems.filter((problem) => problem.alone || !quiet.has(placeId(problem)));
  return [...new Map(sayable.map((problem) => [problemsText([problem]), problem])).values()];
}

function placeId({ file, path }: Problem): string {
  return `${file}\n${path}`;
}
