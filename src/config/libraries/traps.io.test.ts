import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { pathExists } from "../../core/files/path-kind.ts";
import {
  temporaryProject,
  temporaryRepository,
  type TemporaryRepository,
  validAgent,
  validScenario,
} from "./temporary-repository.ts";
import { checkListing } from "./fetch.ts";
import { openRepository } from "./repository.ts";
import { parseRemoteUrl } from "./url.ts";

const projectFor = (url: string) =>
  temporaryProject({ "axis.config.json": { agents: [validAgent], scenarios: [url] } });
const keysOf = (plan: { jobs: readonly { cell: { scenario: string } }[] }) =>
  plan.jobs.map(({ cell }) => cell.scenario);

interface TreeEntry {
  readonly mode: "100644" | "40000" | "160000";
  readonly name: string;
  readonly object: string;
}

/** A tree as git itself would not write it. */
async function treeOf(repository: TemporaryRepository, entries: readonly TreeEntry[]): Promise<string> {
  const file = join(repository.folder, "..", "tree.bin");
  const bytes = entries.flatMap(({ mode, name, object }) => [
    Buffer.from(`${mode} ${name}\0`),
    Buffer.from(object, "hex"),
  ]);
  await writeFile(file, Buffer.concat(bytes));
  return repository.git("hash-object", "-t", "tree", "-w", "--literally", file);
}

/** Makes the tree what HEAD points to. */
async function headAt(repository: TemporaryRepository, tree: string): Promise<string> {
  const commit = await repository.git("commit-tree", tree, "-m", "a trap");
  await repository.git("update-ref", "HEAD", commit);
  return commit;
}

async function executable(file: string, script: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}

/** Refused, nothing pinned, and no clone or part of one left behind. */
async function expectRefused(url: string, why: RegExp | string): Promise<void> {
  await using project = await projectFor(url);
  expect(await project.refusal()).toMatch(why);
  expect(await readdir(project.folder)).toEqual(["axis.config.json"]);
}

test.each([
  ["..", "a folder that leads out"],
  [".git", "a folder that git would read as its own"],
  [".GIT", "the same where case does not count"],
  [".", "a folder that is the one it lies in"],
  ["git~1", "its short name on some systems"],
  [".g\u200cit", "its name with a letter nobody sees"],
])("an entry %j (%s) is refused before anything is written", async (name) => {
  await using library = await temporaryRepository({ "a.json": validScenario });
  const object = await library.git("rev-parse", "HEAD:a.json");
  const inner = await treeOf(library, [{ mode: "100644", name: "planted.json", object }]);
  await headAt(library, await treeOf(library, [{ mode: "40000", name, object: inner }]));
  await expectRefused(library.url, /could not be fetched|is not used/);
  await using project = await projectFor(library.url);
  await project.refusal();
  const all = await readdir(project.folder, { recursive: true });
  expect(all.filter((path) => path.includes("planted"))).toEqual([]);
});

test("an entry whose name holds a slash is refused", async () => {
  await using library = await temporaryRepository({ "a.json": validScenario });
  const object = await library.git("rev-parse", "HEAD:a.json");
  await headAt(library, await treeOf(library, [{ mode: "100644", name: "../../planted.json", object }]));
  await expectRefused(library.url, /could not be fetched|is not used/);
});

test("folders that differ only in case are refused, since their files would meet", async () => {
  await using library = await temporaryRepository({ "Tasks/a.json": validScenario, "tasks/A.json": validScenario });
  await expectRefused(library.url, '"Tasks/a.json" and "tasks/A.json" differ only in case');
});

test("more than 20,000 files are refused before any of them is written", async () => {
  await using library = await temporaryRepository({ "x.txt": "x" });
  const object = await library.git("rev-parse", "HEAD:x.txt");
  const name = (index: number) => `f${String(index).padStart(6, "0")}`;
  const entries = Array.from(
    { length: 20_001 },
    (_, index) => ({ mode: "100644", name: name(index), object }) as const,
  );
  await headAt(library, await treeOf(library, entries));
  await expectRefused(library.url, "it contains more than 20000 files");
});

test("20,000 files and 100 MB are not too many", () => {
  const listing = (count: number, size: number) =>
    Array.from({ length: count }, (_, index) => `100644 blob ${"a".repeat(40)} ${size}\tf${index}\0`).join("");
  expect(() => checkListing(listing(20_000, 5000), "x")).not.toThrow();
  expect(() => checkListing(listing(20_001, 0), "x")).toThrow("x cannot be used: it contains more than 20000 files");
  expect(() => checkListing(listing(10_000, 10_001), "x")).toThrow("x cannot be used: it contains more than 100 MB");
});

test.each(["../a", "a/../b", "./a", "a/./b", "a//b", "/a", "a/", ".git/config", "a/.git", "a/.GiT/hooks/x", ""])(
  "a listing with the path %j is refused, also where git itself let it pass",
  (path) => {
    const listing = (name: string) => `100644 blob ${"a".repeat(40)}       5\t${name}\0`;
    expect(() => checkListing(listing("ok") + listing(path), "x")).toThrow(
      `x cannot be used: it contains the path ${JSON.stringify(path)}`,
    );
  },
);

test("names that only look like those, submodules, and lines in names are no reason to refuse", () => {
  const entry = (type: string, size: string, name: string) => `100644 ${type} ${"a".repeat(40)} ${size}\t${name}\0`;
  const names = ["a.git/x", ".gitignore", "..a/b..", ".github/x", "a\tb", "two\nlines", "-"];
  const listing = names.map((name) => entry("blob", "5", name)).join("") + entry("commit", "-", "inner");
  expect(() => checkListing(listing, "x")).not.toThrow();
  const large = entry("blob", "99999999", "a") + entry("commit", "-", "b") + entry("blob", "1", "c");
  expect(() => checkListing(large, "x")).not.toThrow();
  expect(() => checkListing(large + entry("blob", "1", "d"), "x")).toThrow("more than 100 MB");
});

test("a submodule whose URL is a command is not followed", async () => {
  await using library = await temporaryRepository({ "a.json": validScenario });
  const canary = join(library.folder, "..", "canary");
  const script = join(library.folder, "..", "script");
  await executable(script, `touch "${canary}"; exit 1`);
  const head = await library.git("rev-parse", "HEAD");
  await library.git("update-index", "--add", "--cacheinfo", `160000,${head},inner`);
  const url = `ext::${script}`;
  await library.commit({
    ".gitmodules": `[submodule "inner"]\n\tpath = inner\n\turl = ${url}\n\tupdate = !${script}\n`,
  });
  await using project = await projectFor(library.url);
  // git may already refuse such a .gitmodules while fetching: that is as good.
  const keys = await project.plan().then(keysOf, (error: Error) => error.message);
  expect([["a"], expect.stringContaining("could not be fetched")]).toContainEqual(keys);
  expect(await pathExists(canary)).toBe(false);
  await library.git("clone", "--quiet", url, "../control").catch(() => "refused by the other side");
  expect(await pathExists(canary)).toBe(true);
});

test("a template folder with hooks is not used, and the clone has none", async () => {
  await using library = await temporaryRepository({ "a.json": validScenario });
  const root = join(library.folder, "..");
  const canary = join(root, "canary");
  await executable(join(root, "template/hooks/post-checkout"), `touch "${canary}"`);
  const configFile = join(root, ".gitconfig");
  await writeFile(configFile, `[init]\n\ttemplateDir = ${join(root, "template")}\n`);
  await using project = await projectFor(library.url);
  const env = {
    PATH: process.env["PATH"],
    HOME: root,
    XDG_CONFIG_HOME: root,
    GIT_TEMPLATE_DIR: join(root, "template"),
    GIT_CONFIG_GLOBAL: configFile,
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "init.templateDir",
    GIT_CONFIG_VALUE_0: join(root, "template"),
  };
  const plan = await project.plan({}, { env });
  expect(await pathExists(canary)).toBe(false);
  expect(await pathExists(join(plan.jobs[0]?.scenario.baseDir ?? "", ".git/hooks"))).toBe(false);
  await library.git("clone", "--quiet", `--template=${join(root, "template")}`, library.url, "../control");
  expect(await pathExists(canary)).toBe(true);
});

test("a filter for large files that this machine has set up does not run", async () => {
  await using library = await temporaryRepository({ "a.json": validScenario });
  await library.commit({ ".gitattributes": "*.json filter=lfs diff=lfs merge=lfs\n" });
  const root = join(library.folder, "..");
  const canary = join(root, "canary");
  await executable(join(root, "smudge"), `touch "${canary}"; cat`);
  await writeFile(join(root, ".gitconfig"), `[filter "lfs"]\n\tsmudge = ${join(root, "smudge")}\n\trequired = true\n`);
  await using project = await projectFor(library.url);
  const plan = await project.plan({}, { env: { PATH: process.env["PATH"], HOME: root } });
  expect(keysOf(plan)).toEqual(["a"]);
  expect(await pathExists(canary)).toBe(false);
  await library.git("clone", "--quiet", library.url, "../control");
  expect(await pathExists(canary)).toBe(true);
});

test("a branch that moved is not followed, nor a branch or tag that takes the pinned commit for its name", async () => {
  await using library = await temporaryRepository({ "a.json": validScenario });
  await library.git("tag", "v1");
  await using project = await projectFor(library.url);
  const first = (await project.plan()).jobs[0]?.scenario.baseDir ?? "";
  const pinned = await library.git("rev-parse", "HEAD");
  const moved = await library.commit({ "b.json": validScenario });
  await library.git("tag", "--force", "v1");
  for (const kind of ["heads", "tags"]) await library.git("update-ref", `refs/${kind}/${pinned}`, moved);
  expect(keysOf(await project.plan())).toEqual(["a"]);
  await using elsewhere = await projectFor(library.url);
  await elsewhere.write({ ".axis/axis.lock": await readFile(join(project.folder, ".axis/axis.lock"), "utf8") });
  expect(keysOf(await elsewhere.plan())).toEqual(["a"]);
  expect((await readFile(join(first, ".git/HEAD"), "utf8")).trim()).toBe(pinned);
});

test("a branch that was rewritten so that the pinned commit is gone is refused with both commits", async () => {
  await using library = await temporaryRepository({ "a.json": validScenario });
  await using project = await projectFor(library.url);
  await project.plan();
  const lock = await readFile(join(project.folder, ".axis/axis.lock"), "utf8");
  const pinned = await library.git("rev-parse", "HEAD");
  const other = await headAt(library, await library.git("rev-parse", "HEAD^{tree}"));
  await library.git("reflog", "expire", "--expire=now", "--all");
  await library.git("gc", "--quiet", "--prune=now");
  await using elsewhere = await projectFor(library.url);
  await elsewhere.write({ ".axis/axis.lock": lock });
  const said = await elsewhere.refusal();
  expect(said).toContain(`no longer has the pinned commit ${pinned}; its HEAD is ${other}`);
  expect(said).toContain("axis remotes update");
});

test.each([
  "http://x.test/acme/tasks",
  "git://x.test/acme/tasks",
  "ftp://x.test/acme/tasks",
  "ext://sh/-c/touch",
  "https://-x.test/acme/--upload-pack=touch",
  "ssh://-oProxyCommand=touch/acme/tasks",
  "--upload-pack=touch canary",
  "ext::sh -c touch% canary",
  "-c://x.test/acme/tasks",
])("%j in scenarios is refused and git is not even started", async (url) => {
  await using project = await projectFor(url);
  const bin = join(project.folder, "bin");
  await executable(join(bin, "git"), `touch "${join(project.folder, "canary")}"`);
  await expect(project.plan({}, { env: { PATH: bin } })).rejects.toMatchObject({ code: "config-invalid" });
  expect(await pathExists(join(project.folder, "canary"))).toBe(false);
});

test("a repository that never answers is given up in time", async () => {
  await using library = await temporaryRepository({ "a.json": validScenario });
  await using project = await projectFor(library.url);
  await executable(join(project.folder, "bin/git"), "sleep 600");
  const source = parseRemoteUrl(library.url, { fromProject: true });
  if ("problem" in source) throw new Error(source.problem);
  const world = {
    configDir: project.folder,
    env: { PATH: `${project.folder}/bin:${process.env["PATH"]}` },
    onNotice() {},
  };
  const opened = openRepository({ source, folder: join(project.folder, "clone"), limitMs: 200 }, world);
  await expect(opened).rejects.toThrow("git did not finish within 0.2 s");
  expect(await pathExists(join(project.folder, "clone"))).toBe(false);
});
