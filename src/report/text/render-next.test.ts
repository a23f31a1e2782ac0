import fc from "fast-check";
import { expect, test } from "vitest";
import { quoteShellWord } from "../../core/shell-word.ts";
import { toAscii } from "./ascii.ts";
import { renderCommand, renderPath } from "./render-next.ts";
import { displayWidth } from "./terminal-safe.ts";

test("a command stands beside its label", () => {
  expect(renderCommand("Open", "axis view", 80)).toEqual(["Open     axis view"]);
});

test("a command too wide for the line is continued as a shell reads it", () => {
  expect(renderCommand("Next", "axis reports latest 'a b' -a agent", 32)).toEqual([
    "Next     axis reports latest \\",
    "           'a b' -a agent",
  ]);
});

test("a continued command has the same words, and quoted ones stay whole", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
      fc.integer({ min: 20, max: 80 }),
      (words, width) => {
        const command = words.map((word) => quoteShellWord(word.replace(/\s/g, " "))).join(" ");
        const lines = renderCommand("Next", command, width);
        const joined = lines
          .join("\n")
          .replaceAll(/ \\\n +/g, " ")
          .slice("Next     ".length);
        expect(joined).toBe(command);
      },
    ),
  );
});

test("a path that does not fit beside its label gets a line of its own", () => {
  expect(renderPath("Files", ".axis/reports/1", 80)).toEqual(["Files    .axis/reports/1"]);
  expect(renderPath("Files", ".axis/reports/1", 20)).toEqual(["Files", ".axis/reports/1"]);
});

test("without UTF-8 every mark has one ASCII character, and other text stays", () => {
  expect(toAscii("●✗○ ! ? “a” … 90–95 日本")).toBe('.x- ! ? "a" ~ 90-95 日本');
  expect(displayWidth(toAscii("━━╸─"))).toBe(4);
});
