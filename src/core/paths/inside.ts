/** Joins paths that come from data: the result stays inside its root, even through links. */
import { realpath } from "node:fs/promises";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { AxisError, errorMessage, systemCode } from "../error.ts";

/** Joins by text alone; throws if the result would leave the root. */
export function joinInside(root: string, ...parts: readonly string[]): string {
  if (parts.some((part) => part.includes("\0"))) throw createOutsideError(root, parts);
  const joined = resolve(root, ...parts);
  if (!isInside(resolve(root), joined)) throw createOutsideError(root, parts);
  return joined;
}

/** Joins, then also checks that the real path of the deepest existing parent is inside the root. */
export async function resolveInside(root: string, ...parts: readonly string[]): Promise<string> {
  const joined = joinInside(root, ...parts);
  const realRoot = await realpath(root);
  const real = await deepestReal(joined).catch((error: unknown) => {
    throw createOutsideError(root, parts, error);
  });
  if (!isInside(realRoot, real)) throw createOutsideError(root, parts);
  return joined;
}

/** Whether `path` is `root` or is below it, by text. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

async function deepestReal(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    try {
      return await realpath(at);
    } catch (error) {
      const code = systemCode(error);
      if ((code !== "ENOENT" && code !== "ENOTDIR") || dirname(at) === at) throw error;
    }
  }
}

/** With a cause, it is unknown where the path leads, as for a link to itself. */
function createOutsideError(root: string, parts: readonly string[], cause?: unknown): AxisError {
  const why = cause === undefined ? "leads out of its folder" : `cannot be followed (${errorMessage(cause)})`;
  return new AxisError("path-outside", `The path ${JSON.stringify(parts.join("/"))} ${why}`, {
    hint: `It must stay below ${root}`,
    cause,
  });
}
