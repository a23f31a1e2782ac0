/** The files that checks, `copy` actions and skills name. They belong to the agent or to a check and are no scenarios. */
import { dirname, relative, resolve, sep } from "node:path";
import { globBase, globMatcher, isGlob } from "../../core/paths/glob.ts";
import { isInside } from "../../core/paths/inside.ts";
import { readModuleText } from "./module-text.ts";

/** The folders that the paths of a document are relative to. */
interface ClaimFolders {
  /** Of `files`: the folder of the scenario. */
  readonly filesDir: string;
  /** Of `match` and of skills: the config directory, or the clone. */
  readonly baseDir: string;
}

interface Claim {
  /** What names the files, for messages: `the files of a check`. */
  readonly what: string;
  readonly pattern: string;
  /** The file that makes the claim; it cannot claim itself. */
  readonly by: string;
  readonly matches: (path: string, walked: string) => boolean;
}

export class ClaimedFiles {
  readonly #claims = new Map<string, Claim>();

  /**
   * Adds everything that a value read from `by` claims, at any depth. It need not be a valid document: a scenario with
   * a mistake in one place still names its hidden tests in another.
   */
  addValue(value: unknown, by: string, baseDir: string): void {
    const folders = { filesDir: dirname(by), baseDir };
    const seen = new Set<object>();
    const rest: unknown[] = [value];
    while (rest.length > 0) {
      const each = rest.pop();
      if (typeof each !== "object" || each === null || seen.has(each)) continue;
      seen.add(each);
      if (Array.isArray(each)) rest.push(...(each as unknown[]));
      else if (isPlain(each)) {
        this.#addObject(each, by, folders);
        rest.push(...Object.values(each));
      }
    }
  }

  /** Adds what the text of a module claims, or that of a data file that does not parse. */
  addText(text: string, by: string, baseDir: string): void {
    const { files, matches } = readModuleText(text);
    for (const pattern of files) this.#add(pattern, dirname(by), { what: checkFiles, by });
    for (const pattern of matches) this.#add(pattern, baseDir, { what: copiedFiles, by });
  }

  /** What claims a file, as the end of a sentence; undefined if nothing does. `walked` is the folder it was found in. */
  findClaim(path: string, walked: string): string | undefined {
    const claim = [...this.#claims.values()].find(({ by, matches }) => by !== path && matches(path, walked));
    return claim && `${claim.what} ${JSON.stringify(claim.pattern)}`;
  }

  #addObject(value: Readonly<Record<string, unknown>>, by: string, { filesDir, baseDir }: ClaimFolders): void {
    for (const pattern of listTexts(value["files"])) this.#add(pattern, filesDir, { what: checkFiles, by });
    if (value["action"] === "copy")
      for (const pattern of listTexts([value["match"]])) this.#add(pattern, baseDir, { what: copiedFiles, by });
    for (const source of listTexts(value["skills"]))
      if (/^\.{0,2}\//.test(source)) this.#add(source, baseDir, { what: "the skill", by });
  }

  #add(pattern: string, root: string, { what, by }: Pick<Claim, "what" | "by">): void {
    const key = JSON.stringify([pattern, root, by]);
    if (!this.#claims.has(key)) this.#claims.set(key, { what, pattern, by, matches: createMatcher(pattern, root) });
  }
}

const checkFiles = "the files of a check name it:";
const copiedFiles = "a copy action names it:";

function createMatcher(written: string, root: string): Claim["matches"] {
  const pattern = written.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
  if (!isGlob(pattern)) {
    const named = resolve(root, pattern);
    // A copy of the whole project names no file in particular, and must not take all scenarios away.
    return (path, walked) => isInside(named, path) && !isInside(named, walked);
  }
  const prefix = globBase(pattern);
  const base = resolve(root, prefix);
  const test = globMatcher(prefix === "" ? pattern : pattern.slice(prefix.length + 1));
  return (path) => isInside(base, path) && test(relative(base, path).split(sep).join("/"));
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  // A module that was loaded in another realm has its own Object.prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function listTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
