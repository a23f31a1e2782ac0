import { rmSync } from "node:fs";
import { chmod, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { validAgent, validScenario, temporaryProject } from "../libraries/temporary-repository.ts";
import { listFilesBelow } from "./walk.ts";

const isRoot = process.getuid?.() === 0;

test("a folder that cannot be read is told of and left out; without a listener it is an error", async () => {
  await using project = await temporaryProject({ "a/x.json": "", "gone/y.json": "" });
  const skip = ({ name }: { name: string }) => {
    if (name === "gone") rmSync(join(project.folder, "gone"), { recursive: true });
    return false;
  };
  const left: string[] = [];
  const onUnreadable = (folder: string) => void left.push(folder);
  expect(await listFilesBelow(project.folder, { skip, links: false, onUnreadable })).toEqual(["a/x.json"]);
  expect(left).toEqual(["gone"]);
  await project.write({ "gone/y.json": "" });
  await expect(listFilesBelow(project.folder, { skip, links: false })).rejects.toMatchObject({ code: "ENOENT" });
});

test("links to files of the same folder count where they are asked for; others never do", async () => {
  await using project = await temporaryProject({ "in/b.json": "", "in/deep/c.json": "", "out.json": "" });
  const inside = join(project.folder, "in");
  await symlink(join(inside, "b.json"), join(inside, "a.json"));
  await symlink(join(inside, "deep"), join(inside, "folder"));
  await symlink(join(project.folder, "out.json"), join(inside, "leads-out.json"));
  await symlink(join(inside, "gone.json"), join(inside, "leads-nowhere.json"));
  const told: string[] = [];
  const below = (links: boolean) =>
    listFilesBelow(inside, { skip: () => false, links, onLink: (path) => told.push(path) });
  expect(await below(false)).toEqual(["b.json", "deep/c.json"]);
  told.length = 0;
  expect(await below(true)).toEqual(["a.json", "b.json", "deep/c.json"]);
  expect(told.toSorted()).toEqual(["folder", "leads-nowhere.json", "leads-out.json"]);
});

test.skipIf(isRoot)(
  `a folder of scenarios that nobody may read is a warning that names it${isRoot ? " (skipped: nothing is forbidden to root)" : ""}`,
  async () => {
    await using project = await temporaryProject({
      "axis.config.json": { agents: [validAgent] },
      "scenarios/a.json": validScenario,
      "scenarios/closed/b.json": validScenario,
    });
    const closed = join(project.folder, "scenarios/closed");
    await chmod(closed, 0o000);
    expect((await project.plan()).jobs).toHaveLength(1);
    expect(project.messages.warnings.join()).toContain("scenarios/closed could not be read: EACCES");
    await chmod(closed, 0o700);
  },
);
