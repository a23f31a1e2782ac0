/** Keeps docs/troubleshooting.md in step with the error codes, and its quotes with what AXIS really says. */
import { describe, expect, test } from "vitest";
import { sectionMarks, updateErrorSections } from "../scripts/docs/error-sections.ts";
import { errorExitCodes } from "../src/cli/run-command.ts";
import { errorGuide } from "../src/core/error-guide.ts";
import { page } from "./markdown.ts";
import { readSourceLiterals } from "./source-literals.ts";

const { text } = page("docs/troubleshooting.md");

describe("docs/troubleshooting.md", () => {
  test("says of each error code what the code says (update it with: node scripts/docs/update.mjs)", () => {
    expect(text).toBe(updateErrorSections(text));
  });

  test("has the exit codes of all error codes", () => {
    const known = [...text.matchAll(/^\| (\d) \|/gm)].map(([, code]) => Number(code));
    expect(Object.values(errorExitCodes).filter((code) => !known.includes(code))).toEqual([]);
  });

  test("is refused without its marks", () => {
    expect(() => updateErrorSections(text.replace(sectionMarks.end, ""))).toThrow(/lost its marks/);
  });
});

describe("the guide to error codes", () => {
  const literals = readSourceLiterals("src").filter(({ file }) => !file.endsWith("error-guide.ts"));

  test.each(Object.entries(errorGuide))("%s quotes a message that AXIS prints", (_, { says }) => {
    expect(literals.filter(({ text: literal }) => literal.includes(says)).length).toBeGreaterThan(0);
  });
});
