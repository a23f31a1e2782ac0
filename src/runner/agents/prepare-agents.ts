/** Prepares the agents of a plan: fetches missing programs and reports which login is used. */
import type { AgentLogin, AgentReadiness } from "../../core/agent/agent-readiness.ts";
import { packageSpec } from "../../core/agent/agent-readiness.ts";
import { type FetchedProgram, fetchProgram } from "./fetch-program.ts";
import type { Readiness } from "./readiness.ts";

/** What the runs of one agent start from. */
export interface ReadyAgent {
  readonly program?: readonly [string, ...string[]];
  readonly fetched?: FetchedProgram;
  readonly login?: AgentLogin;
}

export interface PrepareDeps {
  readonly operator: NodeJS.ProcessEnv;
  readonly abort: AbortSignal;
  /** Shown to everyone. */
  readonly announce: (message: string) => void;
  /** Shown with -v. */
  readonly log: (message: string) => void;
}

/** Returns the prepared agents by name. Each package is fetched once. */
export async function prepareAgents(found: Readiness, deps: PrepareDeps): Promise<ReadonlyMap<string, ReadyAgent>> {
  const fetched = new Map<string, FetchedProgram>();
  const ready = new Map<string, ReadyAgent>();
  for (const [name, readiness] of found) ready.set(name, await prepareAgent(name, readiness, { ...deps, fetched }));
  return ready;
}

async function prepareAgent(
  name: string,
  { program, fetch, login }: AgentReadiness,
  deps: PrepareDeps & { readonly fetched: Map<string, FetchedProgram> },
): Promise<ReadyAgent> {
  if (login !== undefined) deps.log(`${name} has no key and uses the login in ${login.source}`);
  const signedIn = login === undefined ? {} : { login };
  if (fetch === undefined) return { ...signedIn, ...(program === undefined ? {} : { program }) };
  const spec = packageSpec(fetch);
  deps.announce(`${name}: the program "${fetch.program}" is not on PATH, so npx fetches ${spec} and runs it`);
  const fetched = deps.fetched.get(spec) ?? (await fetchProgram(fetch, deps));
  deps.fetched.set(spec, fetched);
  return { ...signedIn, fetched, program: [fetched.path] };
}
