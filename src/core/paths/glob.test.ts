import { describe, expect, test } from "vitest";
import { globBase, globMatcher, globsMatcher, matchesName } from "./glob.ts";

test.each([
  ["*.txt", "a.txt", true],
  ["*.txt", "a/b.txt", false],
  ["**/*.txt", "a.txt", true],
  ["**/*.txt", "a/b/c.txt", true],
  ["a/**", "a/b/c", true],
  ["a/**/c", "a/c", true],
  ["?.md", "a.md", true],
  ["?.md", "ab.md", false],
  ["[ab].md", "b.md", true],
  ["[!ab].md", "c.md", true],
  ["[!ab].md", "a.md", false],
  ["*", ".env", true],
  ["**", ".git/config", true],
  ["./a.txt", "a.txt", true],
  ["././a.txt", "a.txt", true],
  ["a/./b*", "a/b", false],
  ["a.txt", "xa.txt", false],
  ["{a,b}", "a", false],
  ["!a", "b", false],
  ["app/(shop)/*.ts", "app/(shop)/page.ts", true],
  ["app/(shop)/*.ts", "app/shop/page.ts", false],
  ["(a|b)*", "(a|b)c", true],
  ["(a|b)*", "ac", false],
  ["@(a)*", "@(a)b", true],
  ["+(a)*", "aa", false],
  ["[(|]x*", "(xy", true],
  ["[ab]+", "aa", false],
  ["[ab]+", "a+", true],
  ['"a"*', '"a"b', true],
  ["a[!b]c", "a/c", false],
  ["**", "a\nb", true],
  ["tests/**", "tests/a\nb/c.js", true],
  ["**/*.js", "a\nb/c.js", true],
  ["*", "\n", true],
  [String.raw`a\b*`, "a.txt", false],
  [String.raw`a\b*`, String.raw`a\bc`, true],
  [String.raw`a\*`, String.raw`a\b`, true],
  [String.raw`a\*`, "a*", false],
  [String.raw`[\]x`, String.raw`\x`, true],
])("%s against %s is %s", (pattern, path, expected) => {
  expect(globMatcher(pattern)(path)).toBe(expected);
});

test("a list may be filtered with it, whatever else filter hands over", () => {
  expect(["a.md", "b.txt", "c.md", "d.txt"].filter(globMatcher("*.md"))).toEqual(["a.md", "c.md"]);
});

test("of several patterns one is enough, and none matches nothing", () => {
  const matches = globsMatcher(["*.md", "docs/**"]);
  expect(["a.md", "docs/a.txt", "a.txt"].map(matches)).toEqual([true, true, false]);
  expect(globsMatcher([])("a.md")).toBe(false);
});

test("the base of a glob is its leading part without glob characters", () => {
  expect(globBase("fixtures/**/*.txt")).toBe("fixtures");
  expect(globBase("*.txt")).toBe("");
  expect(globBase("a/b.txt")).toBe("a/b.txt");
});

describe("filters", () => {
  test.each([
    ["cms/post", "cms/post", true],
    ["cms/post", "cms/post@long", true],
    ["cms/*", "cms/post@long", true],
    ["*@long", "post@long", true],
    ["other", "cms/post", false],
    ["CMS/post", "cms/post", false],
    ["CMS/post", "CMS/post", true],
    ["cms/post", "CMS/post", false],
    ["*", "anything/at/all", true],
  ])("scenario %s against %s is %s", (pattern, key, expected) => {
    expect(matchesName(pattern, key, "@")).toBe(expected);
  });

  test.each([
    ["claude-code", "claude-code|opus", true],
    ["Claude-Code", "claude-code", true],
    ["claude-code", "Claude-Code|Opus", true],
    ["claude-code|opus", "Claude-Code|Opus", true],
    ["claude-code|*", "claude-code|opus", true],
    ["codex", "claude-code", false],
  ])("agent %s against %s is %s", (pattern, name, expected) => {
    expect(matchesName(pattern, name, "|")).toBe(expected);
  });
});
