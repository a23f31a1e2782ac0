/** The name of a project in a store that several projects share: a slug for addresses, a name for people. */

export interface WorkspaceName {
  readonly slug: string;
  readonly name: string;
}

/** A slug of letters, digits, dots, hyphens and underscores that starts with a letter or a digit. */
export function toWorkspaceSlug(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+/, "")
    .slice(0, 63);
  return slug === "" ? "project" : slug;
}
