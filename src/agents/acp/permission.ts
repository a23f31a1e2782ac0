/** Answers permission requests of a program. No human can answer, so everything is allowed, except for a judge. */

export interface PermissionOption {
  readonly optionId: string;
  readonly kind: string;
}

export type PermissionAnswer =
  | { readonly outcome: { readonly outcome: "selected"; readonly optionId: string } }
  | { readonly outcome: { readonly outcome: "cancelled" } };

/** The kinds of tool call that a judge may make. */
const readOnlyKinds = new Set(["read", "search", "think"]);

/** For a program that judges: grants calls that only read and refuses all others. */
export function grantReadOnly(options: readonly PermissionOption[], kind: string | null | undefined): PermissionAnswer {
  if (readOnlyKinds.has(kind ?? "")) return grantAny(options);
  const refusal =
    options.find((option) => option.kind === "reject_once") ??
    options.find((option) => option.kind.startsWith("reject"));
  if (refusal === undefined) return { outcome: { outcome: "cancelled" } };
  return { outcome: { outcome: "selected", optionId: refusal.optionId } };
}

/** Chooses by kind, because option names differ between programs: always, else once, else anything but a refusal. */
export function grantAny(options: readonly PermissionOption[]): PermissionAnswer {
  const chosen =
    options.find(({ kind }) => kind === "allow_always") ??
    options.find(({ kind }) => kind === "allow_once") ??
    options.find(({ kind }) => !kind.startsWith("reject"));
  if (chosen === undefined) return { outcome: { outcome: "cancelled" } };
  return { outcome: { outcome: "selected", optionId: chosen.optionId } };
}
