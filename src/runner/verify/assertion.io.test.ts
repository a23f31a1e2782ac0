import { mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AssertionVerify } from "../../core/scenario/check.ts";
import { freezeWorkspace } from "../workspace/freeze.ts";
import { verifyAssertion } from "./assertion.ts";

let root: string;
let work: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "axis-test-")));
  work = join(root, "work");
  await mkdir(work);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(work, path)), { recursive: true });
  await writeFile(join(work, path), content);
}
const abort = new AbortController().signal;
async function verify(assertion: AssertionVerify, finalAnswer: string | null = null) {
  await using frozen = await freezeWorkspace(work, join(root, "frozen"));
  return await verifyAssertion(assertion, { frozen, finalAnswer, abort });
}
const passed = (rationale: string) => ({ status: "decided", score: 10, rationale });
const failed = (rationale: string) => ({ status: "decided", score: 0, rationale });

test("a file that is there passes; one that is not fails", async () => {
  await write("src/app.js", "x");
  expect(await verify({ file: "src/app.js" })).toEqual(passed("src/app.js: all conditions hold"));
  expect(await verify({ file: "./src/*.js", exists: true })).toMatchObject({ score: 10 });
  expect(await verify({ file: "src/other.js" })).toEqual(failed("No file matches src/other.js"));
  expect(await verify({ file: "src" })).toEqual(failed("src is a folder"));
});

test("exists false passes where no file matches", async () => {
  await write("dist/old.js", "x");
  expect(await verify({ file: "dist/*.map", exists: false })).toEqual(passed("No file matches dist/*.map"));
  expect(await verify({ file: "dist/*.js", exists: false })).toEqual(failed("dist/old.js is there"));
  expect(await verify({ file: "dist", exists: false })).toEqual(failed("dist is a folder"));
});

test("exists false fails where something is there that could not be looked at", async () => {
  await symlink("/etc/hostname", join(work, "secret.txt"));
  for (const file of ["secret.txt", "*.txt"])
    expect(await verify({ file, exists: false })).toEqual(
      failed("secret.txt could not be examined: it is a link that leads out of the workspace, or nowhere"),
    );
});

test("contains wants each string", async () => {
  await write("a.txt", "one two");
  expect(await verify({ file: "a.txt", contains: ["one", "two"] })).toMatchObject({ score: 10 });
  expect(await verify({ file: "a.txt", contains: ["one", "three"] })).toEqual(
    failed(`a.txt: it does not contain "three"`),
  );
});

test("matches is a regular expression", async () => {
  await write("a.txt", "first\nversion 12\n");
  expect(await verify({ file: "a.txt", matches: "^version \\d+$" })).toMatchObject({ score: 10 });
  expect(await verify({ file: "a.txt", matches: "/VERSION/" })).toEqual(failed("a.txt: it does not match /VERSION/"));
});

test("with a glob one single file must satisfy everything", async () => {
  await write("a.txt", "one");
  await write("b.txt", "two");
  expect(await verify({ file: "*.txt", contains: ["one", "two"] })).toEqual(
    failed(`None of the 2 files meets all conditions. a.txt: it does not contain "two"`),
  );
  await write("c.txt", "one two");
  expect(await verify({ file: "*.txt", contains: "one", matches: "t\\wo" })).toEqual(
    passed("c.txt: all conditions hold"),
  );
});

test("without a file the text is the final answer", async () => {
  expect(await verify({ contains: "42" }, "It is 42.")).toEqual(passed("The final answer: all conditions hold"));
  expect(await verify({ contains: "42" }, "No idea")).toEqual(failed(`The final answer: it does not contain "42"`));
  expect(await verify({ contains: "42" }, null)).toEqual(failed("The agent gave no final answer"));
  expect(await verify({ json: { "items[1]": "b" } }, `{"items":["a","b"]}`)).toMatchObject({ score: 10 });
});

test("a pattern that runs away on the agent's text is the agent's: 0, and the reason", async () => {
  await write("a.txt", `${"a".repeat(50_000)}b`);
  expect(await verify({ file: "a.txt", matches: "(a+)+$" })).toEqual(
    failed("a.txt: the pattern ran for more than 1 s and was stopped"),
  );
});

test("a file that holds a pattern up does not hide one that satisfies everything", async () => {
  await write("a.txt", `${"a".repeat(50_000)}b`);
  await write("b.txt", "b");
  expect(await verify({ file: "*.txt", matches: "^(a+)+$" })).toMatchObject({ status: "decided", score: 0 });
  await write("c.txt", "aa");
  expect(await verify({ file: "*.txt", matches: "^(a+)+$" })).toEqual(passed("c.txt: all conditions hold"));
});

test("a link the agent made to lead out scores 0 and is not read", async () => {
  await writeFile(join(root, "outside.txt"), "canary");
  await symlink("../outside.txt", join(work, "a.txt"));
  await symlink("..", join(work, "up"));
  for (const file of ["a.txt", "up/outside.txt", "*.txt"])
    expect(await verify({ file, contains: "canary" })).toMatchObject({
      status: "decided",
      score: 0,
      rationale: expect.stringContaining("a link that leads out"),
    });
});

test("a link that stays inside counts as the file it leads to", async () => {
  await write("releases/2/app.txt", "second");
  await symlink("releases/2", join(work, "current"));
  await symlink("current/app.txt", join(work, "app.txt"));
  expect(await verify({ file: "current/app.txt", contains: "second" })).toMatchObject({ score: 10 });
  expect(await verify({ file: "*.txt", contains: "second" })).toEqual(passed("app.txt: all conditions hold"));
  expect(await verify({ file: "app.txt", exists: false })).toMatchObject({ score: 0 });
});

test("a file over 16 MB is not read, and fails with that reason", async () => {
  await write("big.txt", "needle");
  await truncate(join(work, "big.txt"), 16 * 1024 ** 2 + 1);
  expect(await verify({ file: "big.txt", contains: "needle" })).toEqual(
    failed("big.txt: it is larger than 16 MB and was not read"),
  );
  expect(await verify({ file: "big.txt" })).toMatchObject({ score: 10 });
});

test("text is read as UTF-8, and bytes that are none do no harm", async () => {
  await writeFile(join(work, "a.txt"), Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]));
  await writeFile(join(work, "b.txt"), Buffer.from([0xff, 0xfe, 0x67, 0x72, 0xc3, 0xbc, 0x6e]));
  expect(await verify({ file: "a.txt", json: {} })).toMatchObject({ score: 10 });
  expect(await verify({ file: "b.txt", contains: "grün" })).toMatchObject({ score: 10 });
});

test("a check in a workspace that is gone fails, it does not break", async () => {
  await rm(work, { recursive: true });
  expect(await verify({ file: "a.txt" })).toEqual(failed("No file matches a.txt"));
  expect(await verify({ file: "a.txt", exists: false })).toMatchObject({ score: 10 });
});
