/** Makes room for a file of ours in a folder that an agent filled. */
import { chmod, lstat, mkdir } from "node:fs/promises";
import { joinInside } from "../../core/paths/inside.ts";
import { removeFolder } from "./remove-folder.ts";

/**
 * Removes whatever is at the path or on the way to it: a link, a folder, a file instead of a folder, a folder that cannot
 * be entered. Returns the full path, whose folder exists.
 */
export async function clearPlace(root: string, path: string): Promise<string> {
  const segments = path.split("/");
  for (let depth = 1; depth < segments.length; depth += 1) await ensureRealFolder(root, segments.slice(0, depth));
  const place = joinInside(root, path);
  await removeFolder(place);
  return place;
}

async function ensureRealFolder(root: string, segments: readonly string[]): Promise<void> {
  const folder = joinInside(root, ...segments);
  const there = await lstat(folder).catch(() => null);
  if (there?.isDirectory()) {
    if ((there.mode & 0o700) !== 0o700) await chmod(folder, (there.mode & 0o777) | 0o700);
    return;
  }
  await removeFolder(folder);
  await mkdir(folder);
}
