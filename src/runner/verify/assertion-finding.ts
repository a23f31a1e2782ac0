/** What looking at one condition of an assertion gave. */
export type Finding =
  | { readonly status: "holds" }
  | { readonly status: "refuted"; readonly why: string }
  /** It could not be found out, so it says nothing about the agent. */
  | { readonly status: "undecided"; readonly why: string };

/** The condition holds. */
export const holds: Finding & { status: "holds" } = { status: "holds" };

/** It does not, because. */
export function refuted(why: string): Finding & { status: "refuted" } {
  return { status: "refuted", why };
}

/** Nobody knows, because. */
export function undecided(why: string): Finding & { status: "undecided" } {
  return { status: "undecided", why };
}
