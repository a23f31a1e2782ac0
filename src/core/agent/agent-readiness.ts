/** What an adapter found out about this machine before anything runs. Nothing is started or fetched to find it out. */

export interface AgentReadiness {
  /** What is missing, in sentences; empty means it can run. */
  readonly missing: readonly string[];
  /** What the program is called, wherever it may be. */
  readonly programName?: string;
  /** Program and first arguments; absent where there is none, or it has yet to be fetched. */
  readonly program?: readonly [string, ...string[]];
  /** To be fetched for lack of the program. */
  readonly fetch?: PackageProgram;
  /** Stands in for a key that is not set. */
  readonly login?: AgentLogin;
}

/** A program that comes in an npm package. */
export interface PackageProgram {
  readonly package: string;
  /** The version we know to work; null where there is none, and the newest is taken. */
  readonly version: string | null;
  readonly program: string;
}

/** A login of the operator, as it is lent to a run. */
export interface AgentLogin {
  /** Where it was found, for people, such as ~/.codex/auth.json. */
  readonly source: string;
  /** Files for the agent's home, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Values that must never be written down. */
  readonly secrets: readonly string[];
}

/** The name npm knows it by. */
export function packageSpec({ package: name, version }: Pick<PackageProgram, "package" | "version">): string {
  return version === null ? name : `${name}@${version}`;
}
