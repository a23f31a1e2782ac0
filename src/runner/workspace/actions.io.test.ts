import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Action } from "../../core/scenario/action.ts";
import { openScope, type ProcessScope } from "../../process/scope.ts";
import { type PhaseContext, runActions } from "./actions.ts";
import { childEnvironment, systemNames } from "./environment.ts";

let root: string;
let work: string;
let config: string;
let scope: ProcessScope;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "axis-test-")));
  [work, config] = [join(root, "work"), join(root, "config")];
  await Promise.all([work, config, join(root, "home")].map((folder) => mkdir(folder)));
  scope = await openScope({ runId: "01ACTIONS", home: join(root, "home") });
});
afterEach(async () => {
  await scope.end();
  await rm(root, { recursive: true, force: true });
});

const script = (command: string): Action => ({ action: "run_script", command });
const run = (actions: Action[], changes: Partial<PhaseContext> = {}) =>
  runActions(actions, {
    phase: "setup",
    cwd: work,
    matchBase: config,
    destinationBase: work,
    env: { PATH: process.env["PATH"] ?? "", HOME: join(root, "home") },
    scope,
    notesFolder: root,
    ...changes,
  });

test("actions run one after the other, in the working folder", async () => {
  await writeFile(join(config, "given.txt"), "given");
  const result = await run([
    { action: "copy", match: "given.txt", destination: "." },
    script("cat given.txt > made.txt; pwd >> made.txt"),
  ]);
  expect(result).toEqual({ failure: null, notes: undefined });
  expect(await readFile(join(work, "made.txt"), "utf8")).toBe(`given${work}\n`);
});

test("the first failure ends the phase, and says command, code and the end of stderr", async () => {
  const result = await run([script("echo why >&2; exit 3"), script("touch later")]);
  expect(result.failure).toBe(`run_script "echo why >&2; exit 3" failed: exit code 3\nwhy`);
  expect(await readdir(work)).toEqual([]);
});

test("a failing copy is a failure of the phase", async () => {
  const { failure } = await run([{ action: "copy", match: "missing", destination: "out" }]);
  expect(failure).toContain(`copy of "missing" to "out" failed: file or folder "missing" does not exist`);
});

test("a copy whose destination leaves the workspace is a failure of the phase", async () => {
  await writeFile(join(config, "given.txt"), "given");
  const { failure } = await run([{ action: "copy", match: "given.txt", destination: "../../outside" }]);
  expect(failure).toContain("leads out");
});

test("a script that never ends is stopped, and has failed", async () => {
  const { failure } = await run([script("sleep 600 & wait")], {
    timeoutMs: 300,
  });
  expect(failure).toContain("did not finish within 0.005 min and was stopped");
});

test("a script stopped by the abort says why, and no further action runs", async () => {
  const stop = new AbortController();
  const running = run([script("touch begun; sleep 600"), script("touch later")], { abort: stop.signal });
  while (!(await readdir(work)).includes("begun")) await new Promise((resolve) => setTimeout(resolve, 10));
  stop.abort(new Error("Ctrl-C"));
  expect((await running).failure).toContain("Ctrl-C");
  expect(await readdir(work)).toEqual(["begun"]);
  expect((await run([script("touch later")], { abort: stop.signal })).failure).toContain("Ctrl-C");
});

test("a script has no input", async () => {
  expect((await run([script("cat > input.txt")])).failure).toBeNull();
  expect(await readFile(join(work, "input.txt"), "utf8")).toBe("");
});

test("the actions of a phase share one file for notes, which lies outside the workspace and is removed", async () => {
  const result = await run([
    script(`test ! -s "$AXIS_OUTPUT" && printf '# One\\n' >> "$AXIS_OUTPUT"; echo "$AXIS_OUTPUT" > where`),
    script(`printf 'two  \\n\\n' >> "$AXIS_OUTPUT"`),
  ]);
  expect(result).toEqual({ failure: null, notes: "# One\ntwo" });
  expect((await readFile(join(work, "where"), "utf8")).startsWith(`${root}/notes-setup-`)).toBe(true);
  expect((await readdir(root)).toSorted()).toEqual(["config", "home", "work"]);
});

test("notes are kept after a failure; white space alone is no notes", async () => {
  expect(await run([script(`echo half >> "$AXIS_OUTPUT"; exit 1`)])).toMatchObject({ notes: "half" });
  expect(await run([script(`printf ' \\n \\n' >> "$AXIS_OUTPUT"`)])).toMatchObject({ notes: undefined });
});

test("notes beyond 262,144 bytes are cut between characters, with a line that says so", async () => {
  const exact = await run([script(`head -c 262144 /dev/zero | tr '\\0' x > "$AXIS_OUTPUT"`)]);
  expect(exact.notes).toBe("x".repeat(262_144));
  const more = await run([
    script(`head -c 262143 /dev/zero | tr '\\0' x > "$AXIS_OUTPUT"; printf 'é and more' >> "$AXIS_OUTPUT"`),
  ]);
  expect(more.notes).toBe(`${"x".repeat(262_143)}\n\n[notes cut at 262,144 bytes]`);
});

test("notes replaced by a link or a FIFO are no notes, and nothing waits for them", async () => {
  await writeFile(join(root, "secret"), "canary");
  for (const trick of [`ln -sf ${root}/secret`, "mkfifo"]) {
    const { notes } = await run([script(`rm "$AXIS_OUTPUT"; ${trick} "$AXIS_OUTPUT"`)]);
    expect(notes).toBeUndefined();
  }
});

test("a teardown runs in an empty folder where the agent removed its workspace, or put a link in its place", async () => {
  await mkdir(join(root, "precious"));
  await writeFile(join(root, "precious", "file"), "kept");
  await rm(work, { recursive: true });
  expect(await run([script("rm -rf ./*; pwd > where")], { phase: "teardown" })).toMatchObject({ failure: null });
  await rm(work, { recursive: true });
  await symlink(join(root, "precious"), work);
  expect(await run([script("rm -rf ./*; pwd > where")], { phase: "teardown" })).toMatchObject({ failure: null });
  expect(await readdir(join(root, "precious"))).toEqual(["file"]);
});

test("without actions nothing happens", async () => {
  expect(await run([], { cwd: join(root, "missing"), notesFolder: join(root, "missing") })).toEqual({
    failure: null,
    notes: undefined,
  });
});

test.runIf(process.platform === "linux")("a script's environment is the expected set exactly", async () => {
  const canaries = ["AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "NPM_TOKEN", "SSH_AUTH_SOCK", "GITHUB_ENV", "BASH_ENV"];
  const names = [...canaries, ...Array.from({ length: 54 }, (_, index) => `CANARY_${index}`), "NAMED"];
  const before = { ...process.env };
  for (const name of names) process.env[name] = "canary";
  try {
    const env = childEnvironment(process.env, ["NAMED"], { HOME: join(root, "home"), AXIS_RUN_ID: "01ACTIONS" });
    expect(await run([script("cat /proc/$$/environ > environ")], { env })).toMatchObject({ failure: null });
  } finally {
    for (const name of names) delete process.env[name];
    Object.assign(process.env, before);
  }
  const environment = new Map(
    (await readFile(join(work, "environ"), "utf8")).split("\0").filter(Boolean).map(splitAtEqual),
  );
  const system = systemNames.filter((name) => process.env[name] !== undefined);
  const own = ["NAMED", "HOME", "AXIS_RUN_ID", "AXIS_PHASE", "AXIS_WORKSPACE", "AXIS_OUTPUT"];
  expect([...environment.keys()].toSorted()).toEqual([...system, ...own].toSorted());
  expect(environment.get("AXIS_PHASE")).toBe("setup");
  expect(environment.get("AXIS_WORKSPACE")).toBe(work);
});

function splitAtEqual(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return [pair.slice(0, at), pair.slice(at + 1)];
}
