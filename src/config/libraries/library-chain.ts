/** Checks the chain from a project through its libraries to another library: its depth, and that it never loops. */
import type { RemoteUrl } from "./url.ts";

/** Why a library may not be opened here. `above` are the libraries that lead to it, the project's own first. */
export function findChainProblem(source: RemoteUrl, above: readonly RemoteUrl[], maxDepth: number): string | undefined {
  // Compares the clones, however their URLs are written.
  const back = above.some(({ segments }) => segments.join("/") === source.segments.join("/"));
  if (back) return `The library refers back to itself (${[...above, source].map(({ url }) => url).join(" to ")}).`;
  if (above.length < maxDepth) return undefined;
  return `It is referred to by ${above.at(-1)?.url}, which is deeper than settings.remotes.maxDepth (${maxDepth}) allows.`;
}
