/** The files that a check brings along: laid over the copy of the workspace, and compared when the check has ended. */
import { createHash } from "node:crypto";
import { chmod, lstat, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { globsMatcher, isGlob } from "../../core/paths/glob.ts";
import { resolveInside } from "../../core/paths/inside.ts";
import type { TamperedFile } from "../../core/run/tampered-file.ts";
import type { Scenario } from "../../core/scenario.ts";
import { clearPlace } from "../workspace/clear-place.ts";

/** A file as it was laid over. */
export interface CheckFile {
  readonly path: string;
  readonly sha256: string;
  /** Device, number and time of the last write: a file that is altered and restored has another one. */
  readonly version: string;
}

/** Copies the files from next to the scenario; returns them, or why that is not possible. */
export async function placeCheckFiles(
  patterns: readonly string[],
  scenario: Scenario,
  copy: string,
): Promise<CheckFile[] | { readonly problem: string }> {
  const matches = globsMatcher(patterns.flatMap((pattern) => (isGlob(pattern) ? pattern : [pattern, `${pattern}/**`])));
  const wanted = Object.entries(scenario.verifyFiles).filter(([path]) => matches(path));
  if (wanted.length === 0) return { problem: `no file next to the scenario matches ${patterns.join(", ")}` };
  const placed: CheckFile[] = [];
  for (const [path, sha256] of wanted) {
    const source = await resolveInside(scenario.filesDir, path);
    const content = await readFile(source).catch(() => null);
    if (content === null) return { problem: `${path}, next to the scenario, can no longer be read` };
    if (hashContent(content) !== sha256)
      return { problem: `${path}, next to the scenario, has changed since the plan was made` };
    const place = await clearPlace(copy, path);
    await writeFile(place, content, { flag: "wx" });
    await chmod(place, (await stat(source)).mode & 0o777);
    placed.push({ path, sha256, version: (await readVersion(place)) ?? "" });
  }
  return placed;
}

/** Lists the files that are not as they were laid over. */
export async function listTamperedFiles(files: readonly CheckFile[], copy: string): Promise<TamperedFile[]> {
  const tampered: TamperedFile[] = [];
  for (const { path, sha256, version } of files) {
    const place = join(copy, path);
    const now = await readVersion(place);
    if (now === null) tampered.push({ path, change: "removed", of: "check" });
    else if (now !== version || (await hashFile(place)) !== sha256)
      tampered.push({ path, change: "changed", of: "check" });
  }
  return tampered;
}

/** Null if there is nothing that can be looked at. */
async function readVersion(place: string): Promise<string | null> {
  const found = await lstat(place, { bigint: true }).catch(() => null);
  return found === null ? null : `${found.isFile()} ${found.dev} ${found.ino} ${found.mtimeNs}`;
}

/** Null if the check made the file unreadable. */
async function hashFile(place: string): Promise<string | null> {
  const content = await readFile(place).catch(() => null);
  return content === null ? null : hashContent(content);
}

function hashContent(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
