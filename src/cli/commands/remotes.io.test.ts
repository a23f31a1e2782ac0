import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  temporaryProject,
  temporaryRepository,
  validAgent,
  validScenario,
} from "../../config/libraries/temporary-repository.ts";
import { drive } from "../world.fixture.ts";
import * as doctor from "./doctor.ts";
import * as remotes from "./remotes.ts";
import * as run from "./run.ts";
import * as trust from "./trust.ts";

const scripted = { ...validScenario, setup: [{ action: "run_script", command: "touch made" }] };

test("trust shows what a library asks for, and --dry-run allows nothing", async () => {
  await using library = await temporaryRepository({ "hello.json": scripted });
  await using place = await temporaryProject({ "axis.config.json": { scenarios: library.url, agents: [validAgent] } });
  const looked = await drive(trust, [library.url, "--dry-run"], { cwd: place.folder });
  expect(looked.code).toBe(0);
  expect(looked.out).toContain("touch made");
  const lock = () => readFile(join(place.folder, ".axis/axis.lock"), "utf8");
  expect(await lock()).not.toContain("trusted");
  const trusted = await drive(trust, [library.url], { cwd: place.folder });
  expect(trusted.out).toContain("written to .axis/axis.lock");
  expect(await lock()).toContain("trusted");
});

test("doctor fetches no library, and says of one that is here whether it still needs trust", async () => {
  await using library = await temporaryRepository({ "hello.json": scripted });
  await using place = await temporaryProject({ "axis.config.json": { scenarios: library.url, agents: [validAgent] } });
  const before = await drive(doctor, [], { cwd: place.folder });
  expect(before.out).toContain("has not been fetched yet");
  await drive(trust, [library.url, "--dry-run"], { cwd: place.folder });
  const fetched = await drive(doctor, [], { cwd: place.folder });
  expect([fetched.code, fetched.out]).toEqual([
    2,
    expect.stringMatching(/^PROBLEM +config .*\n.*asks for more than data:\n.*touch made$/m),
  ]);
  expect(fetched.out).toContain(`axis trust ${library.url}`);
  await drive(trust, [library.url], { cwd: place.folder });
  const trusted = await drive(doctor, [], { cwd: place.folder });
  expect([trusted.code, trusted.out]).toEqual([
    0,
    expect.stringMatching(/^ok +libraries +file:.* is available at [0-9a-f]{40}$/m),
  ]);
  expect(trusted.out).toMatch(/^ok +scenarios +1 to run$/m);
});

const lending = {
  "axis.config.json": { scenarios: "tasks", adapters: { theirs: "./theirs.mjs" }, skills: ["./skill"] },
  "theirs.mjs": "export default { name: 'theirs', run: async () => ({ status: 'completed', result: null }) };",
  "tasks/hello.json": validScenario,
  "skill/SKILL.md": "# skill",
};

test("doctor knows the adapters and skills of a trusted library, and waits for those of one that is not here", async () => {
  await using library = await temporaryRepository(lending);
  await using place = await temporaryProject({ "axis.config.json": { scenarios: library.url, agents: ["theirs"] } });
  const before = await drive(doctor, [], { cwd: place.folder });
  expect(before.code).toBe(0);
  expect(before.out).toMatch(
    /^note +config +Unknown agent "theirs"; a library that has not been fetched may provide it$/m,
  );
  await drive(trust, [library.url], { cwd: place.folder });
  const after = await drive(doctor, [], { cwd: place.folder });
  expect(after.code).toBe(0);
  expect(after.out).toMatch(/^ok +agents +theirs can run$/m);
  expect(after.out).toMatch(/^ok +skills +skill$/m);
  expect(after.out).not.toContain("Unknown agent");
});

test("doctor does not install the packages of a trusted library, and says that it was not looked at", async () => {
  await using library = await temporaryRepository({
    ...lending,
    "theirs.mjs": "import 'somewhere'; export default { run() {} };",
    "package.json": { name: "library" },
    "package-lock.json": { name: "library", lockfileVersion: 3, packages: {} },
  });
  await using place = await temporaryProject({ "axis.config.json": { scenarios: library.url, agents: ["theirs"] } });
  await drive(trust, [library.url], { cwd: place.folder });
  const { code, out } = await drive(doctor, [], { cwd: place.folder });
  expect([code, out]).toEqual([0, expect.stringContaining("is missing its packages, so it was not checked")]);
});

test("a clone that was changed is one problem of doctor among others", async () => {
  await using library = await temporaryRepository(lending);
  await using place = await temporaryProject({
    "axis.config.json": { scenarios: library.url, agents: [validAgent], settings: { concurency: 1 } },
  });
  await drive(trust, [library.url], { cwd: place.folder });
  const clone = await readdir(join(place.folder, ".axis/remotes/file")).then(([hash = ""]) => hash);
  await writeFile(join(place.folder, ".axis/remotes/file", clone, "library/more.json"), "{}");
  const { code, out } = await drive(doctor, [], { cwd: place.folder });
  expect(code).toBe(2);
  expect(out).toContain("is not what .axis/axis.lock pins");
  expect(out).toContain('Did you mean "concurrency"?');
});

test("run refuses a library that asks for more than data, and with --data-only runs the rest and says what is left out", async () => {
  await using library = await temporaryRepository({ "hello.json": validScenario, "made.json": scripted });
  await using place = await temporaryProject({ "axis.config.json": { scenarios: library.url, agents: [validAgent] } });
  const refused = await drive(run, ["--no-score"], { cwd: place.folder });
  expect([refused.code, refused.errorCode]).toEqual([null, "remote-untrusted"]);
  expect(refused.mistake).toContain("axis run --data-only");
  expect(await readdir(join(place.folder, ".axis"))).not.toContain("reports");
  const used = await drive(run, ["--no-score", "--data-only", "--json"], { cwd: place.folder });
  expect(used.code).toBe(0);
  const { results } = JSON.parse(used.out) as { results: { scenarioKey: string }[] };
  expect(results.map(({ scenarioKey }) => scenarioKey)).toEqual(["hello"]);
  const said = used.err.split("\n").filter((line) => line.startsWith(`Warning: ${library.url}: only data is used`));
  expect(said).toEqual([
    expect.stringMatching(/without setup and teardown scripts: \S+\/made\.json {2}setup\[0\]$/),
    expect.stringMatching(/without scenarios that need some of these, as a whole: made$/),
  ]);
});

test("what a library calls its files cannot write to the terminal", async () => {
  await using library = await temporaryRepository({ "hello.json": validScenario, "\u001b[2Jx.mjs": "" });
  await using place = await temporaryProject({ "axis.config.json": { scenarios: library.url, agents: [validAgent] } });
  const { code, err } = await drive(run, ["--no-score", "--data-only"], { cwd: place.folder });
  expect([code, err]).toEqual([0, expect.stringContaining("\\x1b[2Jx.mjs (module)")]);
  expect(err).not.toContain("\u001b[2J");
});

test("remotes update moves the pin and says what changed", async () => {
  await using library = await temporaryRepository({ "hello.json": validScenario });
  await using place = await temporaryProject({ "axis.config.json": { scenarios: library.url, agents: [validAgent] } });
  await drive(remotes, ["update"], { cwd: place.folder });
  const commit = await library.commit({ "more.json": validScenario });
  const { code, out, err } = await drive(remotes, ["update"], { cwd: place.folder });
  expect([code, err.trimEnd()]).toEqual([0, `Fetching ${library.url}`]);
  expect(out).toContain(commit);
  expect(out).toContain("added more.json");
});

test("a project that uses nothing from elsewhere has nothing to update", async () => {
  await using place = await temporaryProject({
    "axis.config.json": { agents: [validAgent] },
    "scenarios/hello.json": validScenario,
  });
  expect((await drive(remotes, ["update"], { cwd: place.folder })).out).toContain("nothing to update");
});

test("a URL that is none is a mistake", async () => {
  await using place = await temporaryProject({ "axis.config.json": { agents: [validAgent] } });
  expect((await drive(trust, ["acme"], { cwd: place.folder })).errorCode).toBe("remote-failed");
});
