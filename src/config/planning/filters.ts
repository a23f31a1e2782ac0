/** Filters by name: a pattern that matches nothing is a typo, and would silently narrow the selection. */
import { AxisError } from "../../core/error.ts";
import { findNearestName } from "../../core/names/nearest.ts";
import { matchesName } from "../../core/paths/glob.ts";
import { suggestName } from "../validation/suggest.ts";

export interface NameFilter {
  /** Says which side, if there is more than one: `agent of either side`. */
  readonly noun: string;
  readonly names: readonly string[];
  readonly mark: "@" | "|";
  /** Returns a better hint, if one is known. */
  readonly hint?: (idle: string) => string | undefined;
}

/** Throws unless each pattern matches a name. */
export function requireMatches(patterns: readonly string[] | undefined, { noun, names, mark, hint }: NameFilter): void {
  const idle = patterns?.find((pattern) => !names.some((name) => matchesName(pattern, name, mark)));
  if (idle === undefined) return;
  const known = [...new Set(names)];
  // The text before the mark is the name that several entries share.
  const meant = findNearestName(idle, [...known, ...known.map((name) => name.split(mark)[0] ?? name)]);
  throw new AxisError("plan-empty", `No ${noun} matches ${JSON.stringify(idle)}`, {
    hint: hint?.(idle) ?? suggestName(idle, meant === undefined ? known : [meant]),
  });
}
