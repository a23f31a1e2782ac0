/** What a project is called where runs of several are kept together: a slug for addresses, a name for people. */

export interface WorkspaceName {
  readonly slug: string;
  readonly name: string;
}

/** Letters, digits, dot, hyphen, underscore; at least one, the first a letter or a digit. */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+/, "")
    .slice(0, 63);
  return slug === "" ? "project" : slug;
}
