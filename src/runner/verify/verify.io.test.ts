import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Verify } from "../../core/scenario/check.ts";
import type { Scenario } from "../../core/scenario.ts";
import { childEnvironment, systemNames, trustedPath } from "../workspace/environment.ts";
import { freezeWorkspace } from "../workspace/freeze.ts";
import { ensureFolder } from "../workspace/ensure-folder.ts";
import type { VerifyDeps } from "./command.ts";
import { verifyChecks } from "./verify.ts";

let root: string;
let work: string;
let beside: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "axis-test-")));
  [work, beside] = [join(root, "work"), join(root, "scenarios")];
  await Promise.all([work, beside, join(root, "scratch")].map((folder) => mkdir(folder)));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

function scenario(verifies: readonly (Verify | undefined)[], verifyFiles: Record<string, string> = {}): Scenario {
  const checks = verifies.map((written) => ({
    check: "It works",
    weight: 1,
    ...(written === undefined ? {} : { verify: written }),
  }));
  return {
    key: "sample",
    baseKey: "sample",
    variant: null,
    name: "Sample",
    prompt: "Do it",
    checks,
    judgeSentence: false,
    setup: [],
    teardown: [],
    limits: { time_minutes: 1 },
    agents: null,
    skills: [],
    mcpServers: {},
    artifacts: [],
    place: "sample.json",
    baseDir: root,
    filesDir: beside,
    verifyFiles,
    remote: null,
  };
}

async function verify(verifies: readonly (Verify | undefined)[], changes: Partial<VerifyDeps> = {}) {
  await using frozen = await freezeWorkspace(work, join(root, "scratch", "frozen"));
  return await verifyChecks({
    scenario: scenario(verifies),
    runId: "01VERIFY",
    frozen,
    finalAnswer: "the answer",
    writeTranscript: (file) => writeFile(file, `{"type":"assistant"}\n`),
    scratch: async () => {
      await ensureFolder(join(root, "scratch"));
      return join(root, "scratch");
    },
    env: (home, copy) =>
      childEnvironment(process.env, [], {
        PATH: trustedPath(process.env["PATH"], root),
        HOME: home,
        AXIS_WORKSPACE: copy,
        AXIS_RUN_ID: "01VERIFY",
      }),
    abort: new AbortController().signal,
    ...changes,
  });
}
const verifyOne = async (check: Verify, changes: Partial<VerifyDeps> = {}) => (await verify([check], changes))[0];

test("only checks with verify are verified, under their place in the rubric", async () => {
  const verified = await verify([undefined, "true", undefined, "exit 3"]);
  expect(verified).toEqual([
    { index: 1, status: "decided", score: 10, rationale: "exit code 0" },
    { index: 3, status: "decided", score: 0, rationale: "exit code 3" },
  ]);
});

test("the rationale holds the end of what was printed", async () => {
  const verified = await verifyOne("seq 1 30; echo problem >&2; exit 1");
  expect(verified?.rationale.split("\n")).toEqual([
    "exit code 1",
    ...Array.from({ length: 19 }, (_, index) => String(index + 12)),
    "problem",
  ]);
});

test("a score line counts whatever the exit code; the last one counts", async () => {
  expect(await verifyOne("echo score: 3; echo Score: 7.255; exit 1")).toMatchObject({ status: "decided", score: 7.26 });
  expect(await verifyOne("echo score: 9 >&2; exit 1")).toMatchObject({ score: 0 });
});

test("a score outside 0 to 10 is 0, and says so", async () => {
  expect(await verifyOne("echo score: 11")).toMatchObject({
    status: "decided",
    score: 0,
    rationale: "exit code 0; the score 11 is not a number from 0 to 10\nscore: 11",
  });
});

test("a command runs in a copy, with the final answer and the transcript as files", async () => {
  await write(join(work, "data.txt"), "from the agent");
  const command = `grep -q agent data.txt && test "$PWD" = "$AXIS_WORKSPACE" && test "$PWD" != ${work} &&
    test "$(cat "$AXIS_RESULT_FILE")" = "the answer" && grep -q assistant "$AXIS_TRANSCRIPT_FILE" && ! ls -A "$HOME" "$TMPDIR" | grep -q '^[^/]*[^:/]$'`;
  expect(await verifyOne(command)).toMatchObject({ score: 10 });
});

test("one check cannot alter what the next sees", async () => {
  await write(join(work, "data.txt"), "from the agent");
  const vandal = `rm -rf ./* "$HOME"; echo forged > "$AXIS_TRANSCRIPT_FILE"; echo forged > "$AXIS_RESULT_FILE"; touch "$HOME/x"`;
  const careful = `grep -q agent data.txt && grep -q assistant "$AXIS_TRANSCRIPT_FILE" && grep -q answer "$AXIS_RESULT_FILE"`;
  const verified = await verify([vandal, careful, { file: "data.txt", contains: "agent" }]);
  expect(verified.map(({ score }) => score)).toEqual([0, 10, 10]);
});

test("code that reaches for the frozen copy makes later checks fail; none passes by it, and none is excused", async () => {
  await write(join(work, "data.txt"), "bad");
  const forger = "for f in ../../frozen/data.txt; do echo good > $f; done";
  const verified = await verify([forger, "grep -q good data.txt", { file: "data.txt", contains: "good" }]);
  expect(verified.map(({ status, score }) => [status, score])).toEqual([
    ["decided", 10],
    ["decided", 0],
    ["decided", 0],
  ]);
  expect(verified[1]?.rationale).toContain("data.txt was altered");
});

test.each([
  ["removes", "cd /; rm -rf $SCRATCH"],
  ["locks", "chmod 500 $SCRATCH"],
  ["puts a link in the place of", "cd /; rm -rf $SCRATCH; ln -s $OUTSIDE $SCRATCH"],
  ["puts a file in the place of", "cd /; rm -rf $SCRATCH; touch $SCRATCH"],
])("code that %s the folder of the checks excuses none of those after it", async (_how, command) => {
  await write(join(work, "data.txt"), "bad");
  const outside = join(root, "outside");
  await mkdir(outside);
  const vandal = `SCRATCH=${join(root, "scratch")}; OUTSIDE=${outside}; ${command}`;
  const verified = await verify([vandal, "grep -q good data.txt", { file: "data.txt", contains: "good" }]);
  expect(verified.map(({ status, score }) => [status, score])).toEqual([
    ["decided", 10],
    ["decided", 0],
    ["decided", 0],
  ]);
  expect(await readdir(outside)).toEqual([]);
});

test("nothing a check started survives it, and its folders are gone", async () => {
  const command = `(setsid sh -c 'while :; do touch ${root}/alive; sleep 0.02; done' > /dev/null 2>&1 &); while [ ! -e ${root}/alive ]; do sleep 0.02; done`;
  expect(await verifyOne(command)).toMatchObject({ score: 10 });
  await rm(join(root, "alive"));
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(await readdir(root)).not.toContain("alive");
  expect(await readdir(join(root, "scratch"))).toEqual([]);
});

test("a command that does not finish in time is stopped and scores 0, whatever it printed", async () => {
  const verified = await verifyOne({ command: "echo score: 10; sleep 600", timeout_minutes: 0.05 });
  expect(verified).toEqual({
    index: 0,
    status: "decided",
    score: 0,
    rationale: "did not finish within 0.05 min and was stopped\nscore: 10",
  });
});

test("a command that floods its output scores 0, and the output is cut", async () => {
  const verified = await verifyOne("head -c 40000000 /dev/zero | tr '\\0' '\\n'; echo end");
  expect(verified).toMatchObject({ status: "decided", score: 0 });
  expect(verified?.rationale).toContain("printed more than 32 MB");
  expect(verified?.rationale.length).toBeLessThan(2_100);
});

test("a program that is not there is a result, since the agent may have caused it", async () => {
  expect(await verifyOne("no-such-program-anywhere")).toMatchObject({ status: "decided", score: 0 });
  expect(await verifyOne("kill -9 $$")).toMatchObject({ status: "decided", score: 0, rationale: "ended by SIGKILL" });
});

/** What an operator with the workspace in front of PATH would hand down. */
function workspaceFirst(home: string, copy: string): Record<string, string> {
  return { PATH: trustedPath(`${copy}:.::${process.env["PATH"] ?? ""}`, root), HOME: home };
}

test("shims planted in the workspace are not run by a check that names their programs", async () => {
  for (const name of ["grep", "node", "git"]) await write(join(work, name), "#!/bin/sh\nexit 0\n");
  expect(await verifyOne("chmod +x grep node git; echo a | grep -q b", { env: workspaceFirst })).toMatchObject({
    score: 0,
  });
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

test("files from beside the scenario replace whatever the agent put in their place", async () => {
  await write(join(beside, "tests/run.sh"), "echo true test; exit 0");
  await write(join(beside, "tests/deep/expected.txt"), "42");
  const verifyFiles = { "tests/run.sh": sha256("echo true test; exit 0"), "tests/deep/expected.txt": sha256("42") };
  await write(join(work, "tests/run.sh/inside"), "a folder in the way");
  await mkdir(join(work, "other"));
  await symlink("../other", join(work, "tests/deep"));
  const check = {
    command: "sh tests/run.sh && cat tests/deep/expected.txt && ! test -L tests/deep",
    files: ["tests/**"],
  };
  const verified = await verifyOne(check, { scenario: scenario([check], verifyFiles) });
  expect(verified).toMatchObject({ score: 10, rationale: "exit code 0\ntrue test\n42" });
  expect(await readdir(join(work, "tests/run.sh"))).toEqual(["inside"]);
});

test("a plain folder in files means everything below it; only the check's own files are laid over", async () => {
  await write(join(beside, "tests/a"), "a");
  await write(join(beside, "other/b"), "b");
  const check = { command: "ls -R | tr '\\n' ' '", files: ["tests"] };
  const verifyFiles = { "tests/a": sha256("a"), "other/b": sha256("b") };
  const verified = await verifyOne(check, { scenario: scenario([check], verifyFiles) });
  expect(verified?.rationale).toBe("exit code 0\n.: tests  ./tests: a");
});

test("a file beside the scenario that changed or is gone since the plan breaks the check", async () => {
  const check = { command: "true", files: ["tests/**"] };
  const changes = { scenario: scenario([check], { "tests/run.sh": sha256("planned") }) };
  expect(await verifyOne(check, changes)).toMatchObject({ status: "broken", score: null });
  await write(join(beside, "tests/run.sh"), "edited");
  const verified = await verifyOne(check, changes);
  expect(verified).toMatchObject({ status: "broken", score: null });
  expect(verified?.rationale).toContain("tests/run.sh, next to the scenario, has changed");
  expect(await verifyOne(check)).toMatchObject({ status: "broken" });
});

test("expect_output passes a command that read the nonce and printed the very line", async () => {
  const check = { command: "read nonce; echo before; echo PASS $nonce", expect_output: "PASS {nonce}" };
  expect(await verifyOne(check)).toMatchObject({ score: 10 });
  expect(await verifyOne({ ...check, command: `${check.command}; exit 1` })).toMatchObject({ score: 0 });
  expect(await verifyOne({ ...check, command: "echo 'PASS {nonce}'" })).toMatchObject({ score: 0 });
});

test("with expect_output code of the agent that exits 0 at import, or prints a score, fails", async () => {
  const program = `import "./agent.mjs"; process.stdin.once("data", (nonce) => console.log("PASS " + String(nonce).trim()));`;
  await write(join(beside, "check.mjs"), program);
  const check = { command: "node check.mjs", files: ["check.mjs"], expect_output: "PASS {nonce}" };
  const changes = { scenario: scenario([check], { "check.mjs": sha256(program) }) };
  await write(join(work, "agent.mjs"), "export {};");
  expect(await verifyOne(check, changes)).toMatchObject({ score: 10 });
  await write(join(work, "agent.mjs"), `console.log("score: 10"); console.log("PASS"); process.exit(0);`);
  expect(await verifyOne(check, changes)).toMatchObject({
    status: "decided",
    score: 0,
    rationale: "exit code 0, but the expected line was not printed\nscore: 10\nPASS",
  });
});

test("the nonce is another one each time, of 128 bits", async () => {
  const seen: string[] = [];
  for (let round = 0; round < 2; round += 1)
    seen.push((await verifyOne({ command: "cat", expect_output: "{nonce}" }))?.rationale.split("\n")[1] ?? "");
  expect(seen.every((nonce) => /^[0-9a-f]{32}$/.test(nonce))).toBe(true);
  expect(seen[0]).not.toBe(seen[1]);
});

test("without expect_output a command has no input", async () => {
  expect(await verifyOne('test -z "$(cat)"')).toMatchObject({ score: 10 });
});

test("a check that was stopped, or never began, says nothing about the agent", async () => {
  const stop = new AbortController();
  const running = verify([`touch ${root}/begun; sleep 600`, "true", { file: "x" }], { abort: stop.signal });
  while (!(await readdir(root)).includes("begun")) await new Promise((resolve) => setTimeout(resolve, 10));
  stop.abort(new Error("Ctrl-C"));
  expect((await running).map(({ status, score }) => [status, score])).toEqual([
    ["broken", null],
    ["broken", null],
    ["broken", null],
  ]);
});

test("a copy that cannot be made breaks the check", async () => {
  const scratch = async () => join(root, "missing");
  expect(await verifyOne("true", { scratch })).toMatchObject({ status: "broken", score: null });
});

test("a transcript is made only where a command may want it", async () => {
  let made = 0;
  const writeTranscript = async (file: string) => {
    made += 1;
    await writeFile(file, "");
  };
  await verify([{ file: "x" }, { contains: "answer" }], { writeTranscript });
  expect(made).toBe(0);
  await verify(["true", "true"], { writeTranscript });
  expect(made).toBe(2);
});

test("a workspace that is gone is verified as an empty one", async () => {
  await rm(work, { recursive: true });
  expect(await verifyOne(`test -z "$(ls -A)"`)).toMatchObject({ score: 10 });
});

test.runIf(process.platform === "linux")("a check's environment is the expected set exactly", async () => {
  const names = Array.from({ length: 60 }, (_, index) => `CANARY_${index}`);
  for (const name of names) process.env[name] = "canary";
  try {
    await verifyOne(`cat /proc/$$/environ > ${root}/environ`);
  } finally {
    for (const name of names) delete process.env[name];
  }
  const environ = (await readFile(join(root, "environ"), "utf8")).split("\0").filter(Boolean);
  const system = systemNames.filter((name) => process.env[name] !== undefined);
  const own = ["HOME", "TMPDIR", "AXIS_WORKSPACE", "AXIS_RUN_ID", "AXIS_RESULT_FILE", "AXIS_TRANSCRIPT_FILE"];
  expect(environ.map((pair) => pair.slice(0, pair.indexOf("="))).toSorted()).toEqual([...system, ...own].toSorted());
});
