import { appendFile, chmod, lstat, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { pathExists } from "../../core/files/path-kind.ts";
import {
  type Files,
  temporaryProject,
  temporaryRepository,
  validAgent,
  validScenario,
} from "./temporary-repository.ts";
import { parseRemoteUrl } from "./url.ts";
import { updateRemotes } from "./update.ts";
import { remoteFolder } from "./remotes.ts";
import { loadConfig } from "../load-config.ts";
import { trustRemote } from "./trust.ts";

const env = { PATH: process.env["PATH"] };
const projectFor = (url: string, more: object = {}, files: Files = {}) =>
  temporaryProject({ "axis.config.json": { agents: [validAgent], scenarios: [url], ...more }, ...files });

type Lock = { sources: Record<string, { commit: string; tree: string; trusted?: string }> };
const lockOf = async (folder: string) => JSON.parse(await readFile(join(folder, ".axis/axis.lock"), "utf8")) as Lock;

function cloneOf(folder: string, url: string): string {
  const source = parseRemoteUrl(url, { fromProject: true });
  if ("problem" in source) throw new Error(source.problem);
  return remoteFolder(folder, source);
}

const keys = (plan: { jobs: readonly { cell: { scenario: string } }[] }) => plan.jobs.map(({ cell }) => cell.scenario);

test("a library is cloned, pinned in the lock, and its commit is said once", async () => {
  await using library = await temporaryRepository({
    "tasks/a.json": validScenario,
    "b.yaml": "name: B\nprompt: p\njudge: [{ check: j, verify: { contains: j } }]\n",
  });
  await using project = await projectFor(library.url);
  const plan = await project.plan();
  const commit = await library.git("rev-parse", "HEAD");
  expect(keys(plan)).toEqual(["b", "tasks/a"]);
  expect(await readFile(join(project.folder, ".axis/.gitignore"), "utf8")).toMatch(/^\*\n[^]*!axis\.lock\n/);
  expect(plan.jobs[0]?.scenario).toMatchObject({ remote: library.url, baseDir: cloneOf(project.folder, library.url) });
  expect((await lockOf(project.folder)).sources[library.url]).toEqual({
    commit,
    tree: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  await project.plan();
  expect(project.messages.notices).toEqual([
    `Fetching ${library.url}`,
    `Fetched ${library.url} at ${commit}; pinned in .axis/axis.lock`,
  ]);
});

test("a later commit is ignored, also by a fresh clone, until the pin is moved, which says what changed", async () => {
  await using library = await temporaryRepository({ "a.json": validScenario, "old.json": validScenario });
  await using project = await projectFor(library.url);
  await project.plan();
  const before = (await lockOf(project.folder)).sources[library.url]?.commit;
  await library.git("rm", "--quiet", "old.json");
  const after = await library.commit({ "new.json": validScenario, "a.json": { ...validScenario, prompt: "Other" } });
  expect(keys(await project.plan())).toEqual(["a", "old"]);
  await rm(cloneOf(project.folder, library.url), { recursive: true });
  expect(keys(await project.plan())).toEqual(["a", "old"]);
  const said = await updateRemotes(await loadConfig(join(project.folder, "axis.config.json")), {
    configDir: project.folder,
    env,
    onNotice: () => {},
  });
  expect(said).toEqual([
    `${library.url} moved from ${before} to ${after}`,
    "  changed a.json",
    "  added new.json",
    "  removed old.json",
  ]);
  expect(keys(await project.plan())).toEqual(["a", "new"]);
});

test("another tree hash, a missing commit and a missing repository are refused with what was expected", async () => {
  await using library = await temporaryRepository({ "a.json": validScenario });
  await using project = await projectFor(library.url);
  await project.plan();
  const lockFile = join(project.folder, ".axis/axis.lock");
  const lock = await readFile(lockFile, "utf8");
  const entry = (await lockOf(project.folder)).sources[library.url];
  await rm(cloneOf(project.folder, library.url), { recursive: true });
  await writeFile(lockFile, lock.replace(entry?.tree ?? "", "0".repeat(64)));
  expect(await project.refusal()).toContain(`expected the tree ${"0".repeat(64)}, found ${entry?.tree}`);
  await writeFile(lockFile, lock.replace(entry?.commit ?? "", "1".repeat(40)));
  const gone = await project.refusal();
  expect(gone).toContain(`no longer has the pinned commit ${"1".repeat(40)}; its HEAD is ${entry?.commit}`);
  expect(gone).toContain("axis remotes update");
  expect(await pathExists(cloneOf(project.folder, library.url))).toBe(false);
  await writeFile(lockFile, lock);
  await rm(library.folder, { recursive: true });
  expect(await project.refusal()).toContain(`${library.url} could not be fetched`);
});

test("libraries that cannot be used are said together with everything else, and their agents are no further problem", async () => {
  await using library = await temporaryRepository({
    "a.json": { ...validScenario, setup: [{ action: "run_script", command: "true" }] },
  });
  await using project = await temporaryProject({
    "axis.config.json": {
      agents: [validAgent, "adapter-of-the-library"],
      scenarios: ["file:///no/such/library", library.url, "https://a-token@github.com/acme/tasks", "./nowhere"],
      settings: { concurency: 3 },
    },
  });
  const said = await project.refusal();
  expect(said).toContain("scenarios[0]\n  file:///no/such/library could not be fetched");
  expect(said).toMatch(/scenarios\[1\]\n.* asks for more than data:\n.*setup\[0\]: true\n[\s\S]*axis trust/);
  expect(said).toContain("scenarios[2]\n  https://[redacted]@github.com/acme/tasks: A URL must not carry a user");
  expect(said).toContain("scenarios[3]\n  File or folder ");
  expect(said).toContain("settings.concurency");
  expect(said).not.toContain("adapter-of-the-library");
});

test("a library that cannot be fetched leaves nothing that was not there before", async () => {
  await using project = await projectFor("file:///no/such/library");
  const entries = () => readdir(project.folder, { recursive: true });
  const before = await entries();
  await project.refusal();
  expect(await entries()).toEqual(before);
  await project.write({ ".axis/remotes/kept/file": "" });
  const kept = await entries();
  await project.refusal();
  expect(await entries()).toEqual(kept);
  await using library = await temporaryRepository({ "a.json": validScenario });
  const scenarios = [library.url, "file:///no/such/library", `${library.url}-gone`];
  await project.write({ "axis.config.json": { agents: [validAgent], scenarios } });
  await project.refusal();
  const beside = await readdir(join(cloneOf(project.folder, library.url), ".."));
  expect([beside, await pathExists(cloneOf(project.folder, library.url))]).toEqual([[expect.any(String)], true]);
  expect((await readdir(join(project.folder, ".axis"))).toSorted()).toEqual([".gitignore", "axis.lock", "remotes"]);
});

test("one byte changed in a clone is refused", async () => {
  await using library = await temporaryRepository({ "a.json": validScenario });
  await using project = await projectFor(library.url);
  await project.plan();
  await appendFile(join(cloneOf(project.folder, library.url), "a.json"), " ");
  expect(await project.refusal()).toContain("is not what .axis/axis.lock pins");
});

test("a file added to a clone is refused", async () => {
  await using library = await temporaryRepository({ "a.json": validScenario });
  await using project = await projectFor(library.url);
  await project.plan();
  await writeFile(join(cloneOf(project.folder, library.url), "b.json"), JSON.stringify(validScenario));
  expect(await project.refusal()).toContain("is not what .axis/axis.lock pins");
});

test("hooks, filters and a template of the machine do not run", async () => {
  await using library = await temporaryRepository({
    "a.json": validScenario,
    ".gitattributes": "*.json filter=evil\n",
  });
  const canary = join(library.folder, "..", "canary");
  const hook = join(library.folder, "..", "hooks");
  await library.git("init", "--quiet", hook);
  for (const name of ["post-checkout", "reference-transaction", "post-index-change"]) {
    await writeFile(join(hook, name), `#!/bin/sh\ntouch "${canary}"\n`);
    await chmod(join(hook, name), 0o755);
  }
  const configFile = join(library.folder, "..", ".gitconfig");
  await writeFile(
    configFile,
    `[core]\n hooksPath = ${hook}\n[filter "evil"]\n smudge = touch ${canary}; cat\n[init]\n templateDir = ${hook}\n`,
  );
  await using project = await projectFor(library.url);
  const plan = await project.plan(
    {},
    { env: { ...env, HOME: join(library.folder, ".."), GIT_CONFIG_GLOBAL: configFile, GIT_CONFIG_SYSTEM: configFile } },
  );
  expect(keys(plan)).toEqual(["a"]);
  expect(await pathExists(canary)).toBe(false);
  await library.git("-c", `core.hooksPath=${hook}`, "clone", "--quiet", library.url, "../control");
  expect(await pathExists(canary)).toBe(true);
});

test("a submodule is not fetched", async () => {
  await using inner = await temporaryRepository({ "stolen.json": validScenario });
  await using library = await temporaryRepository({ "a.json": validScenario });
  await library.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.url, "inner");
  await library.commit({});
  await using project = await projectFor(library.url);
  expect(keys(await project.plan())).toEqual(["a"]);
  expect(await readdir(join(cloneOf(project.folder, library.url), "inner"))).toEqual([]);
});

test("a link is not materialised and nothing behind it is read", async () => {
  await using outside = await temporaryProject({ "stolen.json": validScenario });
  await using library = await temporaryRepository({ "a.json": validScenario });
  await symlink(outside.folder, join(library.folder, "way-out"));
  await symlink(join(outside.folder, "stolen.json"), join(library.folder, "stolen.json"));
  await library.commit({});
  await using project = await projectFor(library.url);
  expect(keys(await project.plan())).toEqual(["a"]);
  const clone = cloneOf(project.folder, library.url);
  expect((await lstat(join(clone, "way-out"))).isSymbolicLink()).toBe(false);
  expect((await lstat(join(clone, "stolen.json"))).isSymbolicLink()).toBe(false);
});

test("names that differ only in case, and more than 100 MB, are refused and leave nothing behind", async () => {
  await using twins = await temporaryRepository({ "a.json": validScenario, "A.json": validScenario });
  await using project = await projectFor(twins.url);
  expect(await project.refusal()).toContain('"A.json" and "a.json" differ only in case');
  await using large = await temporaryRepository({ "a.json": validScenario, "zeros.bin": "\0".repeat(101_000_000) });
  await using other = await projectFor(large.url);
  expect(await other.refusal()).toContain("it contains more than 100 MB");
  expect(await readdir(other.folder)).toEqual(["axis.config.json"]);
});

test.each([
  [
    "setup",
    { "a.json": { ...validScenario, setup: [{ action: "run_script", command: "make it" }] } },
    "a.json  setup[0]: make it",
  ],
  [
    "teardown",
    { "a.json": { ...validScenario, teardown: [{ action: "run_script", command: "x" }] } },
    "a.json  teardown[0]: x",
  ],
  [
    "a command check",
    { "a.json": { ...validScenario, judge: [{ check: "x", verify: "npm test" }] } },
    "a.json  judge[0].verify: npm test",
  ],
  [
    "a command check in a variant",
    {
      "a.json": {
        ...validScenario,
        variants: [{ name: "v", judge: [{ check: "x", verify: { command: "npm test" } }] }],
      },
    },
    "a.json  variants[0].judge[0].verify: npm test",
  ],
  [
    "a server of a scenario",
    { "a.json": { ...validScenario, mcp_servers: { m: { type: "stdio", command: "m" } } } },
    "a.json  mcp_servers.m",
  ],
  [
    "a server",
    {
      "a.json": validScenario,
      "axis.config.json": { scenarios: ".", mcp_servers: { m: { type: "http", url: "https://x.test" } } },
    },
    "axis.config.json  mcp_servers.m",
  ],
  [
    "an adapter",
    { "a.json": validScenario, "axis.config.json": { scenarios: ".", adapters: { m: "./m.js" } } },
    "axis.config.json  adapters.m: ./m.js",
  ],
  [
    "env",
    { "a.json": validScenario, "axis.config.json": { scenarios: ".", env: ["AWS_SECRET_ACCESS_KEY"] } },
    "axis.config.json  env: AWS_SECRET_ACCESS_KEY",
  ],
  [
    "env for some children",
    { "a.json": validScenario, "axis.config.json": { scenarios: ".", env: { hooks: ["A"], judge: ["B", "C"] } } },
    "axis.config.json  env: A, B, C",
  ],
  [
    "a gate",
    { "a.json": { ...validScenario, gates: [{ name: "test", command: "npm test" }] } },
    "a.json  gates[0]: npm test",
  ],
  [
    "a gate without a shell, in a variant",
    {
      "a.json": {
        ...validScenario,
        variants: [{ name: "v", gates: [{ name: "test", command: ["npm", "test"] }] }],
      },
    },
    "a.json  variants[0].gates[0]: npm test",
  ],
  [
    "a skill from elsewhere in its config",
    { "a.json": validScenario, "axis.config.json": { scenarios: ".", skills: ["acme/tools"] } },
    "axis.config.json  skills: acme/tools",
  ],
  ["a module", { "a.json": validScenario, "b.mjs": "throw new Error('executed')" }, "b.mjs (module)"],
  [
    "a module as config",
    { "a.json": validScenario, "axis.config.mjs": "throw new Error('executed')" },
    "axis.config.mjs (module)",
  ],
  ["package.json", { "a.json": validScenario, "package.json": {} }, "package.json"],
  ["a skill from elsewhere", { "a.json": { ...validScenario, skills: ["acme/tools"] } }, "a.json  skills: acme/tools"],
])("%s of a library is listed and refused until it is trusted", async (_what, files, part) => {
  await using library = await temporaryRepository(files);
  await using project = await projectFor(library.url);
  const said = await project.refusal();
  expect(said).toContain(`${library.url} (${await library.git("rev-parse", "HEAD")}) asks for more than data:`);
  expect(said).toContain(`/${part}\n`);
  expect(said).toContain(`axis trust ${library.url}`);
});

test("prompts, judged and assertion checks, limits, variants and fixtures are data", async () => {
  await using library = await temporaryRepository({
    "axis.config.json": {
      name: "ignored",
      agents: ["nobody"],
      settings: { trials: 50 },
      scenarios: "tasks",
      artifacts: ["*.log"],
      skills: ["./skill"],
    },
    "tasks/a.json": {
      ...validScenario,
      judge: [{ check: "x", verify: { file: "a", contains: "b" } }, { check: "y" }],
      limits: { time_minutes: 1 },
      variants: [{ name: "v" }],
      setup: [{ action: "copy", match: "fixtures/**", destination: "." }],
    },
    "fixtures/f.txt": "x",
    "skill/SKILL.md": "# skill",
  });
  await using project = await projectFor(library.url, { artifacts: ["*.md"] });
  const plan = await project.plan({ noScore: true });
  expect(keys(plan)).toEqual(["a@v"]);
  expect(plan.trials).toBe(1);
  expect(plan.jobs[0]?.scenario.artifacts).toEqual(["*.md", "*.log"]);
  expect(plan.jobs[0]?.skills).toEqual([
    { name: "skill", path: join(cloneOf(project.folder, library.url), "skill"), source: "./skill" },
  ]);
});

const executable: Files = {
  "axis.config.mjs": `export default { scenarios: "tasks", adapters: { theirs: "./theirs.mjs", command: "./theirs.mjs" }, mcp_servers: { shared: { type: "http", url: "https://theirs.test" }, own: { type: "stdio", command: "./server" } }, env: ["ALLOWED"] };`,
  "theirs.mjs": "export default { name: 'theirs', run: async () => ({ status: 'completed', result: null }) };",
  "tasks/a.mjs": `export default { name: "A", prompt: "p", judge: [{ check: "x", verify: "true" }], setup: [{ action: "run_script", command: "true" }] };`,
};

test("after trust all of it is accepted, and after one more commit refused again", async () => {
  await using library = await temporaryRepository(executable);
  await using project = await projectFor(library.url, {
    agents: [validAgent, "theirs"],
    env: ["ALLOWED"],
    mcp_servers: { shared: { type: "http", url: "https://ours.test" } },
  });
  expect(await project.refusal()).toContain("asks for more than data");
  const world = { configDir: project.folder, env, onNotice: () => {} };
  const trust = await trustRemote(library.url, world);
  expect(trust.parts.map((part) => part.replace(/^.*\//, ""))).toEqual([
    "axis.config.mjs (module)",
    "a.mjs (module)",
    "theirs.mjs (module)",
  ]);
  const plan = await project.plan();
  expect(keys(plan)).toEqual(["a", "a"]);
  expect(plan.jobs.map(({ agent }) => agent.adapter.name)).toEqual(["theirs", "theirs"]);
  expect(plan.jobs[0]?.scenario.mcpServers).toEqual({
    shared: { type: "http", url: "https://ours.test" },
    own: { type: "stdio", command: join(cloneOf(project.folder, library.url), "server") },
  });
  expect(plan.env.agent).toEqual(["ALLOWED"]);
  await library.commit({ "theirs.mjs": "export default { name: 'worse', run: async () => ({}) };" });
  await updateRemotes(await loadConfig(join(project.folder, "axis.config.json")), world);
  expect(await project.refusal()).toContain("asks for more than data");
});

test("one byte changed after trust is refused", async () => {
  await using library = await temporaryRepository({
    "a.json": { ...validScenario, setup: [{ action: "run_script", command: "true" }] },
  });
  await using project = await projectFor(library.url);
  await trustRemote(library.url, { configDir: project.folder, env, onNotice: () => {} });
  expect(keys(await project.plan())).toEqual(["a"]);
  await appendFile(join(cloneOf(project.folder, library.url), "a.json"), "\n");
  expect(await project.refusal()).toContain("is not what .axis/axis.lock pins");
});

test("a trusted library still gets no variable that the project does not list", async () => {
  await using library = await temporaryRepository(executable);
  await using project = await projectFor(library.url);
  await trustRemote(library.url, { configDir: project.folder, env, onNotice: () => {} });
  expect(await project.refusal()).toContain("env\n  The library asks for the variable ALLOWED.");
});

test("packages of a trusted library are installed by its lockfile, without scripts, and are not part of the tree", async () => {
  const manifest = {
    name: "library",
    version: "1.0.0",
    scripts: { postinstall: "touch canary" },
    dependencies: { inner: "file:inner" },
  };
  await using library = await temporaryRepository({
    "package.json": manifest,
    "package-lock.json": {
      name: "library",
      version: "1.0.0",
      lockfileVersion: 3,
      packages: {
        "": { name: "library", version: "1.0.0", hasInstallScript: true, dependencies: { inner: "file:inner" } },
        inner: { name: "inner", version: "1.0.0", hasInstallScript: true },
        "node_modules/inner": { resolved: "inner", link: true },
      },
    },
    "inner/package.json": {
      name: "inner",
      version: "1.0.0",
      type: "module",
      main: "index.js",
      scripts: { postinstall: "touch canary" },
    },
    "inner/index.js": "export const prompt = 'from a package';",
    "tasks/a.mjs":
      "import { prompt } from 'inner'; export default { name: 'A', prompt, judge: [{ check: 'j', verify: { contains: 'j' } }] };",
    "axis.config.json": { scenarios: "tasks" },
  });
  await using project = await projectFor(library.url);
  await trustRemote(library.url, { configDir: project.folder, env, onNotice: () => {} });
  const plan = await project.plan();
  expect(project.messages.warnings).toEqual([]);
  expect(plan.jobs[0]?.scenario.prompt).toBe("from a package");
  const clone = cloneOf(project.folder, library.url);
  expect([await pathExists(join(clone, "canary")), await pathExists(join(clone, "inner/canary"))]).toEqual([
    false,
    false,
  ]);
  expect(keys(await project.plan())).toEqual(["a"]);
});

test("without a lockfile packages are not installed, which is a warning", async () => {
  await using library = await temporaryRepository({ "package.json": { name: "library" }, "a.json": validScenario });
  await using project = await projectFor(library.url);
  await trustRemote(library.url, { configDir: project.folder, env, onNotice: () => {} });
  await project.plan();
  expect(project.messages.warnings).toEqual([
    `${library.url} has a package.json but no lockfile; its packages are not installed`,
  ]);
});

test("paths of a library stay inside its clone", async () => {
  await using library = await temporaryRepository({
    "axis.config.json": { scenarios: ["tasks", "../../.."], skills: ["../skill"] },
    "tasks/a.json": {
      ...validScenario,
      setup: [{ action: "copy", match: "../../secrets", destination: "." }],
      skills: ["/etc"],
    },
  });
  await using project = await projectFor(library.url);
  const said = await project.refusal();
  expect(said).toContain('scenarios[1]\n  "../../.." leads out of the library.');
  expect(said).toContain('setup[0].match\n  "../../secrets" leads out of the library.');
  expect(said).toContain('skills[0]\n  "/etc" leads out of the library.');
  expect(said).toContain('skills[0]\n  "../skill" leads out of the library.');
});

test("paths of variants of a library stay inside its clone as well", async () => {
  const copy = (match: string) => [{ action: "copy", match, destination: "." }];
  const variants = [
    { name: "fine", setup: copy("fixtures/**"), skills: ["./skill"] },
    {
      name: "out",
      setup: copy("../a"),
      teardown: copy("/b"),
      skills: ["./skill", ".."],
      metrics: { use: ["../m.yaml"] },
    },
  ];
  await using library = await temporaryRepository({
    "tasks/a.json": { ...validScenario, teardown: copy("../c"), variants },
    "fixtures/f.txt": "x",
  });
  await using project = await projectFor(library.url);
  const said = (await project.refusal()).split("\n").filter((line) => line.includes("tasks/a.json  "));
  expect(said.map((line) => line.replace(/^.*tasks\/a\.json {2}/, ""))).toEqual([
    "teardown[0].match",
    "variants[1].setup[0].match",
    "variants[1].teardown[0].match",
    "variants[1].skills[1]",
    "variants[1].metrics.use[0]",
  ]);
});

test("an adapter outside the clone is refused also of a trusted library: its bytes were not trusted", async () => {
  await using library = await temporaryRepository({
    "axis.config.json": {
      scenarios: "tasks",
      adapters: { far: "../../../../far.mjs", absolute: "/far.mjs", near: "./near.mjs" },
    },
    "near.mjs": "export default { name: 'near', run() {} };",
    "tasks/a.json": validScenario,
  });
  await using project = await projectFor(library.url);
  await trustRemote(library.url, { configDir: project.folder, env, onNotice: () => {} });
  const said = await project.refusal();
  expect(said).toContain('adapters.far\n  "../../../../far.mjs" leads out of the library.');
  expect(said).toContain('adapters.absolute\n  "/far.mjs" leads out of the library.');
  expect(said).not.toContain("near");
});

test("the file of a metric is found in the library that names it, and nowhere else", async () => {
  const metric = (name: string) => `name: ${name}\ninstruction: Say yes\n`;
  const measured = (use: string) => ({ "tasks/a.json": { ...validScenario, metrics: { use: [use] } } });
  await using library = await temporaryRepository({ ...measured("./m.yaml"), "m.yaml": metric("Theirs") });
  await using project = await projectFor(library.url, { judging: { agents: ["openai/m"] } });
  await project.write({ "m.yaml": metric("Ours") });
  expect((await project.plan()).jobs[0]?.metrics?.map(({ name }) => name)).toEqual(["Theirs"]);
  await using other = await temporaryRepository(measured("../../../../../m.yaml"));
  await using elsewhere = await projectFor(other.url);
  expect(await elsewhere.refusal()).toContain('metrics.use[0]\n  "../../../../../m.yaml" leads out of the library.');
});

test("the same key in the project and in a library is refused with both places", async () => {
  await using library = await temporaryRepository({ "a.json": validScenario });
  await using project = await temporaryProject({
    "axis.config.json": { agents: [validAgent], scenarios: ["./scenarios", library.url] },
    "scenarios/a.json": validScenario,
  });
  expect(await project.refusal()).toContain('The key "a" is already taken by scenarios/a.json.');
});

test("a library that refers to a library is refused beyond the depth, and file:// from inside one always", async () => {
  await using library = await temporaryRepository({
    "a.json": validScenario,
    "axis.config.json": { scenarios: [".", "https://x.test/acme/tasks"] },
  });
  await using project = await projectFor(library.url);
  const said = await project.refusal();
  expect(said).toContain(
    `https://x.test/acme/tasks: It is referred to by ${library.url}, which is deeper than settings.remotes.maxDepth (1) allows.`,
  );
  await using sneaky = await temporaryRepository({
    "axis.config.json": { scenarios: [pathToFileURL(library.folder).href] },
  });
  await using deeper = await projectFor(sneaky.url, { settings: { remotes: { maxDepth: 3 } } });
  expect(await deeper.refusal()).toContain("A library may not refer to file://");
});

test("a broken lock is refused", async () => {
  await using library = await temporaryRepository({ "a.json": validScenario });
  await using project = await projectFor(library.url, {}, { ".axis/axis.lock": { version: 9 } });
  expect(await project.refusal()).toContain(".axis/axis.lock is not a lock file that this version of AXIS can read");
});
