/** Which variables an agent's program signs in with, and which it may use besides. */

export interface AgentKeys {
  /** All of them must be set. */
  readonly required?: readonly string[];
  /** At least one of them must be set: the program signs in with whichever it finds. */
  readonly oneOf?: readonly string[];
  /** Passed if set. */
  readonly optional?: readonly string[];
}

/** The names of all variables that an agent declares, each once. */
export function listAgentKeys({ keys }: { readonly keys?: AgentKeys | undefined }): string[] {
  return [...new Set([...(keys?.required ?? []), ...(keys?.oneOf ?? []), ...(keys?.optional ?? [])])];
}

/** The keys of which one is enough to sign in: optional ones only count if the agent declares no others. */
export function listKeysToChoose({ required = [], oneOf = [], optional = [] }: AgentKeys = {}): readonly string[] {
  return required.length + oneOf.length > 0 ? oneOf : optional;
}

/** None of these variables is set, though the agent needs one of them. */
export function describeNoneSet(names: readonly string[]): string {
  const [only = ""] = names;
  if (names.length === 1) return `The environment variable ${only} is not set`;
  return `None of the environment variables ${names.join(", ")} is set`;
}
