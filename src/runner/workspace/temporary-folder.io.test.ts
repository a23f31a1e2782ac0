import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findTemporaryFolderProblem } from "./temporary-folder.ts";

test("a folder that is missing, is none, or takes nothing is an obstacle with its reason; looking leaves nothing", async () => {
  const place = await mkdtemp(join(tmpdir(), "axis-temporary-"));
  try {
    const file = join(place, "file");
    await writeFile(file, "");
    await mkdir(join(place, "sound"));
    const said = (folder: string, why: string) => `The temporary folder ${folder} cannot be used: ${why}`;
    expect(await findTemporaryFolderProblem(join(place, "none"))).toBe(
      said(join(place, "none"), "there is no such folder"),
    );
    expect(await findTemporaryFolderProblem(file)).toBe(said(file, "it is not a folder"));
    expect(await findTemporaryFolderProblem(join(file, "below"))).toContain("it is not writable (ENOTDIR)");
    expect(await findTemporaryFolderProblem(join(place, "sound"))).toBeNull();
    expect(await readdir(join(place, "sound"))).toEqual([]);
  } finally {
    await rm(place, { recursive: true });
  }
});

// Nobody can make a folder there, whatever their rights.
test.runIf(process.platform === "linux")("a folder that nobody can write to is an obstacle", async () => {
  expect(await findTemporaryFolderProblem("/proc")).toMatch(
    /^The temporary folder \/proc cannot be used: it is not writable/,
  );
});
