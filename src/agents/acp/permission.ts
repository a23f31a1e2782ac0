/** Answers a program that asks for permission: there is nobody to ask, so what it wants to do it may, unless it judges. */

export interface PermissionOption {
  readonly optionId: string;
  readonly kind: string;
}

export type PermissionAnswer =
  | { readonly outcome: { readonly outcome: "selected"; readonly optionId: string } }
  | { readonly outcome: { readonly outcome: "cancelled" } };

/** What a judge may do: look, and think. */
const lookingKinds = new Set(["read", "search", "think"]);

/** For a program that judges: what only looks is granted, all else refused. */
export function grantLooking(options: readonly PermissionOption[], kind: string | null | undefined): PermissionAnswer {
  if (lookingKinds.has(kind ?? "")) return grant(options);
  const refusal =
    options.find((option) => option.kind === "reject_once") ??
    options.find((option) => option.kind.startsWith("reject"));
  if (refusal === undefined) return { outcome: { outcome: "cancelled" } };
  return { outcome: { outcome: "selected", optionId: refusal.optionId } };
}

/** By kind, since every program has names of its own: always, else once, else whatever does not refuse. */
export function grant(options: readonly PermissionOption[]): PermissionAnswer {
  const chosen =
    options.find(({ kind }) => kind === "allow_always") ??
    options.find(({ kind }) => kind === "allow_once") ??
    options.find(({ kind }) => !kind.startsWith("reject"));
  if (chosen === undefined) return { outcome: { outcome: "cancelled" } };
  return { outcome: { outcome: "selected", optionId: chosen.optionId } };
}
