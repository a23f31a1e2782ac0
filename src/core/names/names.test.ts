import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agentNameProblem, keyProblem, nameProblem } from "./names.ts";

describe("scenario keys", () => {
  test.each(["hello-world", "cms/create-post", "a/b/c", "artifacts/x", "übung", "v1.2"])("%s is a key", (key) => {
    expect(keyProblem(key)).toBeNull();
  });

  test.each([
    ["", "empty"],
    ["a//b", "empty"],
    ["/abs", "empty"],
    ["../../x", '".."'],
    ["a/./b", '"."'],
    ["C:x", "not allowed"],
    ["a\\b", "not allowed"],
    ["a@b", "not allowed"],
    ["a\u0000b", "not allowed"],
    ["a\u202Eb", "not allowed"],
    ["a\u200Bb", "not allowed"],
    ["\uD800", "surrogate"],
    ["nul", "device"],
    ["x/NUL.txt", "device"],
    ["lpt1", "device"],
    ["a.", "dot"],
    [" a", "space"],
    ["x/artifacts", "artifacts"],
    ["e\u0301", "NFC"],
    ["a".repeat(101), "100 bytes"],
    [Array.from({ length: 5000 }, () => "a").join("/"), "200 bytes"],
  ])("%j is refused (%s)", (key, why) => {
    expect(keyProblem(key)).toContain(why);
  });

  test("whatever is accepted stays below its folder", () => {
    const part = fc.oneof(
      fc.constantFrom("..", ".", "", "a", "%2e%2e", "\\", "C:", "\u0000"),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const key = parts.join("/");
        if (keyProblem(key) !== null) return;
        expect(new URL(`file:///root/${encodeURI(key)}`).pathname.startsWith("/root/")).toBe(true);
        expect(key.split("/")).not.toContain("..");
      }),
      { numRuns: 10_000 },
    );
  });
});

test.each(["main", "release-1.2", "A_b"])("%s is a plain name", (name) => {
  expect(nameProblem(name)).toBeNull();
});

test.each(["", "../x", "-a", ".a", "a".repeat(65), "a/b", "con", "a|b", "a b"])("%j is no plain name", (name) => {
  expect(nameProblem(name)).not.toBeNull();
});

test("an agent name may set its model apart with one bar", () => {
  expect(agentNameProblem("claude-code|some-model")).toBeNull();
  expect(agentNameProblem("a|b|c")).not.toBeNull();
  expect(agentNameProblem("../a")).not.toBeNull();
});
