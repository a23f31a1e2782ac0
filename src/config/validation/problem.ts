/** What is wrong with what a person wrote: collected over all files, and said at once. */
import { AxisError } from "../../core/error.ts";

export interface Problem {
  /** Relative to the config directory. */
  readonly file: string;
  /** Place inside the file, such as `variants[1].prompt`; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
  readonly suggestion?: string;
  /** Nothing else may be said about this place, since it could repeat a secret. */
  readonly alone?: true;
  /** What it was found by; thrown as it is where nothing else is wrong. */
  readonly error?: AxisError;
}

/** Problems and warnings of one load, in the order they were found. */
export interface Findings {
  readonly problems: Problem[];
  readonly warnings: string[];
}

/** Nothing found yet. */
export function noFindings(): Findings {
  return { problems: [], warnings: [] };
}

/** A place in a file that problems can be reported at. */
export interface Place {
  readonly file: string;
  readonly path: readonly PropertyKey[];
}

/** The place of a key below another place. */
export function below(place: Place, ...keys: readonly PropertyKey[]): Place {
  return { file: place.file, path: [...place.path, ...keys] };
}

/** Makes a problem at a place. */
export function problemAt(place: Place, message: string, suggestion?: string): Problem {
  const problem = { file: place.file, path: pathText(place.path), message };
  return suggestion === undefined ? problem : { ...problem, suggestion };
}

/** A path as people write it: `agents[0].model`, `mcp_servers["my server"]`. */
export function pathText(path: readonly PropertyKey[]): string {
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

/** The one error that holds them all. */
function problemsError(problems: readonly Problem[], configFlag: string): AxisError {
  return new AxisError("config-invalid", problemsText(problems), {
    hint: `Check again with: axis doctor${configFlag}`,
  });
}

/** Throws when there are any; a problem found twice is said once. `configFlag` is what a command needs to find the config. */
export function throwProblems(problems: readonly Problem[], configFlag = ""): void {
  if (problems.length === 0) return;
  const quiet = new Set(problems.filter(({ alone }) => alone).map(placeId));
  const sayable = problems.filter((problem) => problem.alone || !quiet.has(placeId(problem)));
  const seen = new Map(sayable.map((problem) => [problemsText([problem]), problem]));
  const [first, ...others] = [...seen.values()];
  if (first?.error !== undefined && others.length === 0) throw first.error;
  throw problemsError([...seen.values()], configFlag);
}

function placeId({ file, path }: Problem): string {
  return `${file}\n${path}`;
}
