/** The result of testing one condition of an assertion. */
export type Finding =
  | { readonly status: "holds" }
  | { readonly status: "refuted"; readonly why: string }
  /** The condition could not be decided, so it says nothing about the agent. */
  | { readonly status: "undecided"; readonly why: string };

export const holds: Finding & { status: "holds" } = { status: "holds" };

/** The condition does not hold. */
export function refuted(why: string): Finding & { status: "refuted" } {
  return { status: "refuted", why };
}

/** The condition could not be decided. */
export function undecided(why: string): Finding & { status: "undecided" } {
  return { status: "undecided", why };
}
