/** The way from a project through its libraries to a further one: how far it may lead, and that it never comes back. */
import type { RemoteUrl } from "./url.ts";

/** Why a library may not be opened here. `above` are those on the way to it, the project's own first. */
export function wayProblem(source: RemoteUrl, above: readonly RemoteUrl[], maxDepth: number): string | undefined {
  // The same clone, however its URL is written.
  const back = above.some(({ segments }) => segments.join("/") === source.segments.join("/"));
  if (back) return `The library refers back to itself (${[...above, source].map(({ url }) => url).join(" to ")}).`;
  if (above.length < maxDepth) return undefined;
  return `It is referred to by ${above.at(-1)?.url}, which is deeper than settings.remotes.maxDepth (${maxDepth}) allows.`;
}
