import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { runProgram } from "../process/run-program.ts";
import { openScope } from "../process/scope.ts";
import { ownerAndRepository, resolveWorkspaceName } from "./workspace-name.ts";

const remotes: [string, string | undefined][] = [
  ["https://git.example.test/acme/shop.git", "acme-shop"],
  ["https://user:secret@git.example.test/group/acme/shop/", "acme-shop"],
  ["ssh://git@git.example.test:2222/acme/shop.git", "acme-shop"],
  ["git@git.example.test:acme/shop.git", "acme-shop"],
  ["git@git.example.test:shop.git", undefined],
  ["/srv/git/acme/shop.git", "acme-shop"],
  ["", undefined],
  ["https://git.example.test/", undefined],
];

test.each(remotes)("the remote %j is called %j", (remote, name) => {
  expect(ownerAndRepository(remote)).toBe(name);
});

test("a name in the config beats the repository, the repository beats the folder, and a slug beats all", async () => {
  await using folder = await temporaryFolder();
  const { path } = folder;
  const env = { PATH: process.env["PATH"], HOME: path };
  expect(await resolveWorkspaceName({}, path, env)).toEqual({
    slug: basename(path).toLowerCase(),
    name: basename(path),
  });
  await git(path, "init", "--quiet");
  await git(path, "remote", "add", "origin", "git@git.example.test:Acme/Web Shop.git");
  await mkdir(join(path, "evals"));
  expect(await resolveWorkspaceName({}, join(path, "evals"), env)).toEqual({
    slug: "acme-web-shop",
    name: "Acme-Web Shop",
  });
  expect(await resolveWorkspaceName({ name: "The Shop" }, path, env)).toEqual({ slug: "the-shop", name: "The Shop" });
  const named = { name: "The Shop", settings: { workspace: "shop" } };
  expect(await resolveWorkspaceName(named, path, env)).toEqual({ slug: "shop", name: "The Shop" });
});

test("without git on PATH the folder gives the name", async () => {
  await using folder = await temporaryFolder();
  const { slug } = await resolveWorkspaceName({}, folder.path, { PATH: folder.path });
  expect(slug).toBe(basename(folder.path).toLowerCase());
});

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), "axis-name-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

async function git(cwd: string, ...args: string[]): Promise<void> {
  await using scope = await openScope({ runId: "git-of-a-test", home: cwd });
  const env = { PATH: process.env["PATH"] ?? "", HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" };
  const { exit } = await runProgram(scope, { program: "git", args, cwd, env });
  expect(exit.code).toBe(0);
}
