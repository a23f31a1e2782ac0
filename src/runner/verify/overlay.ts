/** Overlays files from next to the scenario on a copy of the workspace, in the state they had when the plan was made. */
import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { globsMatcher, isGlob } from "../../core/paths/glob.ts";
import { joinInside, resolveInside } from "../../core/paths/inside.ts";
import type { Scenario } from "../../core/scenario.ts";
import { removeFolder } from "../workspace/remove-folder.ts";

/** Returns why the files cannot be overlaid; null on success. */
export async function overlayFiles(patterns: readonly string[], scenario: Scenario, copy: string): Promise<string | null> {
  const matches = globsMatcher(patterns.flatMap((pattern) => (isGlob(pattern) ? pattern : [pattern, `${pattern}/**`])));
  const wanted = Object.entries(scenario.verifyFiles).filter(([path]) => matches(path));
  if (wanted.length === 0) return `no file next to the scenario matches ${patterns.join(", ")}`;
  for (const [path, sha256] of wanted) {
    const place = await resolveInside(scenario.filesDir, path);
    const content = await readFile(place).catch(() => null);
    if (content === null) return `${path}, next to the scenario, can no longer be read`;
    if (createHash("sha256").update(content).digest("hex") !== sha256)
      return `${path}, next to the scenario, has changed since the plan was made`;
    await overlayFile(copy, path, { content, mode: (await stat(place)).mode & 0o777 });
  }
  return null;
}

/** Removes whatever the agent put in the way: a link, a folder, or a file instead of a folder. */
async function overlayFile(
  copy: string,
  path: string,
  file: { readonly content: Uint8Array; readonly mode: number },
): Promise<void> {
  const place = joinInside(copy, path);
  const segments = path.split("/");
  for (let depth = 1; depth < segments.length; depth += 1) {
    const folder = joinInside(copy, ...segments.slice(0, depth));
    const there = await lstat(folder).catch(() => null);
    if (there?.isDirectory()) continue;
    await removeFolder(folder);
    await mkdir(folder);
  }
  await removeFolder(place);
  await writeFile(place, file.content, { flag: "wx" });
  await chmod(place, file.mode);
}
