/** What an adapter found on this machine before anything runs. Nothing is started or fetched to find out. */

export interface AgentReadiness {
  /** What is missing, as sentences; empty means it can run. */
  readonly missing: readonly string[];
  /** The program's name, wherever it is installed. */
  readonly programName?: string;
  /** Program and first arguments; absent if there is none or it must be fetched first. */
  readonly program?: readonly [string, ...string[]];
  /** The package to fetch because the program is missing. */
  readonly fetch?: PackageProgram;
  /** Replaces a key that is not set. */
  readonly login?: AgentLogin;
  /** Why it is not known whether the program is signed in, though nothing is missing; absent if it is known. */
  readonly unconfirmed?: string;
}

/** A program that is distributed in an npm package. */
export interface PackageProgram {
  readonly package: string;
  /** The version known to work; null to take the newest. */
  readonly version: string | null;
  readonly program: string;
}

/** A login of the operator, lent to a run. */
export interface AgentLogin {
  /** Where it was found, for messages, such as ~/.codex/auth.json. */
  readonly source: string;
  /** Files to place in the agent's home, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Values that must never be recorded. */
  readonly secrets: readonly string[];
}

/** The package as npm expects it: its name, with @version if one is pinned. */
export function packageSpec({ package: name, version }: PackageProgram): string {
  return version === null ? name : `${name}@${version}`;
}
