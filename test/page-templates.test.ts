/** Every report is written from a template of dist/web, so a template has only what its page needs. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../dist/web");
const read = (name: string) => readFileSync(join(folder, name), "utf8");

test("only the page of a competition has the words and the style of one", () => {
  for (const sign of ["Bradley-Terry", ".proposal"]) {
    expect(read("full-report.html")).toContain(sign);
    expect(read("report.html")).not.toContain(sign);
    expect(read("comparison.html")).not.toContain(sign);
  }
});

test("a report can be shown without Intl.Segmenter, which only terminals need", () => {
  expect(read("report.html")).not.toContain("Segmenter");
});

test.each(readdirSync(folder).filter((name) => name.endsWith(".html")))("%s defines no colour in vain", (name) => {
  const page = read(name);
  const [, style = ""] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  const colours = Array.from(style.matchAll(/(--[\w-]+):#/g), ([, colour = ""]) => colour);
  expect(colours.length).toBeGreaterThan(10);
  expect([...new Set(colours)].filter((colour) => !page.includes(`var(${colour}`))).toEqual([]);
});
