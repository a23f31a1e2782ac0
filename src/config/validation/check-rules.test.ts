import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../core/json.ts";
import type { Verify } from "../../core/scenario/check.ts";
import { isOutsideFolder, verifyProblems } from "./check-rules.ts";
import { problemsText } from "./problem.ts";

const said = (verify: Verify) => problemsText(verifyProblems(verify, { file: "a.json", path: ["verify"] }));

test.each([
  ["a/b.txt", false],
  ["./a", false],
  ["a//b", false],
  ["a/./b", false],
  ["a/../b", false],
  ["a/b/../../c", false],
  ["a..b/..c", false],
  ["", false],
  ["..", true],
  ["../a", true],
  ["./../a", true],
  ["a/../../b", true],
  ["a/./../../b", true],
  ["a//../../b", true],
  ["a\\..\\..\\b", true],
  ["/etc/passwd", true],
  ["\\server", true],
  ["C:/a", true],
  ["c:a", true],
  ["a\0b", true],
])("that %j leads out of its folder is %s", (path, leaves) => {
  expect(isOutsideFolder(path)).toBe(leaves);
});

test("a path leads out exactly where resolving it does", () => {
  const part = fc.constantFrom("a", "b", ".", "..", "");
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
      fc.pre(parts[0] !== "");
      let depth = 0;
      let lowest = 0;
      for (const each of parts) {
        depth += each === ".." ? -1 : each === "." || each === "" ? 0 : 1;
        lowest = Math.min(lowest, depth);
      }
      expect(isOutsideFolder(parts.join("/"))).toBe(lowest < 0);
    }),
  );
});

test.each<[Verify, string]>([
  [" \n", "a.json  verify\n  The command is blank."],
  [{ command: " " }, "a.json  verify.command\n  The command is blank."],
  [
    { command: "x", files: ["t.txt", "../t"] },
    'a.json  verify.files[1]\n  "../t" leads out of the scenario\'s folder.',
  ],
  [{ command: "x", expect_output: "a\nb" }, "a.json  verify.expect_output\n  This must be one line"],
  [{ command: "x", expect_output: "a\rb" }, "a.json  verify.expect_output\n  This must be one line"],
  [
    { file: "a", exists: false, contains: "x" },
    "a.json  verify.exists\n  With exists: false, no key other than file may be set.",
  ],
  [{ file: "a", exists: false, json: { a: 1 } }, "With exists: false"],
  [{ file: "../a" }, 'a.json  verify.file\n  "../a" leads out of the workspace.'],
])("%j is refused", (verify, words) => {
  expect(said(verify)).toContain(words);
});

test.each<[Verify]>([
  ["npm test"],
  [{ command: "x", files: ["tests/**"], expect_output: "PASS {nonce}" }],
  [{ file: "a" }],
  [{ file: "a", exists: false }],
  [{ file: "a", exists: true, contains: "x" }],
  [{ contains: ["", "x"] }],
  [{ matches: "^x$" }],
  [{ json: { "items[0].id": 1 } }],
])("%j is sound", (verify) => {
  expect(said(verify)).toBe("");
});

/** What a path of `json` is expected to be, and what is wrong with that. */
test.each<[Json, string]>([
  [null, ""],
  ["$gte", ""],
  [[{ $gte: "x" }], ""],
  [{ plain: { $gte: "x" } }, ""],
  [{}, ""],
  [{ $gte: 1 }, ""],
  [{ $lte: 1.5 }, ""],
  [{ $exists: false }, ""],
  [{ $contains: "x" }, ""],
  [{ $contains: 5 }, ""],
  [{ $matches: "x+" }, ""],
  [{ $gte: "1" }, "$gte takes a number."],
  [{ $lte: null }, "$lte takes a number."],
  [{ $exists: 1 }, "$exists takes true or false."],
  [{ $matches: 5 }, "$matches takes a string."],
  [{ $gte: 1, other: 2 }, "An operator such as $gte must be the only key."],
  [{ other: 2, $gte: 1 }, "An operator such as $gte must be the only key."],
  [{ $equals: 1 }, 'Unknown operator "$equals". Known operators: "$exists", "$matches"'],
])("the expected value %j: %s", (expected, words) => {
  if (words === "") expect(said({ json: { a: expected } })).toBe("");
  else expect(said({ json: { a: expected } })).toContain(words);
});

test("of a very long pattern only the beginning is shown", () => {
  const words = said({ matches: `(${"x".repeat(500)}` });
  expect(words).toContain(`"(${"x".repeat(79)}..."`);
  expect(words).not.toContain(`"(${"x".repeat(80)}`);
});
