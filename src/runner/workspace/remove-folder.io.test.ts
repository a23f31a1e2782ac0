import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeFolder } from "./remove-folder.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "axis-removal-"));
});
afterEach(() => execFileSync("rm", ["-rf", root]));

test.skipIf(process.platform === "win32")("folders nested deeper than a path can say are removed", async () => {
  const [folder, outside] = [join(root, "work"), join(root, "outside")];
  await Promise.all([mkdir(folder), mkdir(outside)]);
  await writeFile(join(outside, "kept"), "");
  const name = "d".repeat(200);
  const nest = `i=0; while [ $i -lt 60 ]; do mkdir ${name} && cd -P ${name} || exit 1; i=$((i+1)); done; echo x > file; ln -s ${outside} link`;
  execFileSync("bash", ["-c", nest], { cwd: folder });
  await symlink(outside, join(folder, "link"));
  await expect(rm(folder, { recursive: true })).rejects.toThrow("ENAMETOOLONG");
  await removeFolder(folder);
  expect(existsSync(folder)).toBe(false);
  expect(existsSync(join(outside, "kept"))).toBe(true);
});
