import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { placeSkills } from "./skills.ts";

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "axis-test-")));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}
const skill = (name: string) => ({ name, path: join(root, "source", name), source: `./source/${name}` });

test("a skill is copied under its name, without .git, .github and node_modules", async () => {
  await write("source/deploy/SKILL.md", "# Deploy");
  await write("source/deploy/scripts/run.sh", "echo");
  for (const folder of [".git", ".github", "node_modules", "scripts/node_modules"])
    await write(`source/deploy/${folder}/x`, "x");
  const folder = join(root, "home", ".agents", "skills");
  expect(await placeSkills([{ ...skill("deploy"), commit: "abc" }], folder)).toEqual([
    { name: "deploy", path: "deploy", commit: "abc" },
  ]);
  expect((await readdir(join(folder, "deploy"), { recursive: true })).toSorted()).toEqual([
    "SKILL.md",
    "scripts",
    "scripts/run.sh",
  ]);
});

test("without skills no folder is made", async () => {
  expect(await placeSkills([], join(root, "skills"))).toEqual([]);
  expect(await readdir(root)).toEqual([]);
});

test("links and files beyond the limits are left out, and said so", async () => {
  await write("source/big/SKILL.md", "# Big");
  await write("source/big/blob", "");
  await truncate(join(root, "source/big/blob"), 1024 ** 3);
  await symlink("/etc/hostname", join(root, "source/big/link"));
  await symlink("/etc", join(root, "source/big/etc"));
  const warnings: string[] = [];
  await placeSkills([skill("big")], join(root, "skills"), (message) => warnings.push(message));
  expect(await readdir(join(root, "skills", "big"))).toEqual(["SKILL.md"]);
  expect(warnings).toEqual([`The skill "big" was placed without blob, etc, link`]);
});

test("a skill's folder may itself be reached by a link of the operator's", async () => {
  await write("elsewhere/SKILL.md", "# Linked");
  await mkdir(join(root, "source"));
  await symlink(join(root, "elsewhere"), join(root, "source", "linked"));
  await placeSkills([skill("linked")], join(root, "skills"));
  expect(await readFile(join(root, "skills", "linked", "SKILL.md"), "utf8")).toBe("# Linked");
});

test("what stands in its place gives way, and a link there is not followed", async () => {
  await write("source/deploy/SKILL.md", "# Deploy");
  await write("victim/kept", "kept");
  await mkdir(join(root, "skills"));
  await symlink(join(root, "skills", "old"), join(root, "skills", "deploy"));
  await placeSkills([skill("deploy")], join(root, "skills"));
  expect(await readdir(join(root, "skills", "deploy"))).toEqual(["SKILL.md"]);
});

test("a skill that is gone, or named to lead out, is an error", async () => {
  await expect(placeSkills([skill("gone")], join(root, "skills"))).rejects.toThrow(`The skill "gone" is not at`);
  await expect(placeSkills([skill("../out")], join(root, "skills"))).rejects.toThrow("leads out");
});
