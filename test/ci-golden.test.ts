/** One report in each format for CI, held against files: a change in what others parse is seen. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Report } from "../src/core/report.ts";
import { renderAnnotations } from "../src/report/ci/github.ts";
import { renderJunit } from "../src/report/ci/junit.ts";
import { renderMarkdown } from "../src/report/ci/markdown.ts";
import { readXml } from "../src/report/ci/xml-reader.fixture.ts";
import { decideVerdict } from "../src/report/report-verdict.ts";
import { root } from "./markdown.ts";

const folder = join(root, "test/fixtures/ci");
const report = Report.parse(JSON.parse(readFileSync(join(folder, "report.json"), "utf8")));
const failUnder = 75;
const verdict = decideVerdict(report, { failUnder, ...(report.comparison && { comparison: report.comparison }) });

test.each([
  ["junit.xml", () => renderJunit(report, { verdict, failUnder })],
  ["report.md", () => renderMarkdown(report, { verdict, failUnder })],
  ["annotations.txt", () => `${renderAnnotations(report, { verdict, failUnder }).join("\n")}\n`],
])("%s is what it was", async (name, render) => {
  await expect(render()).toMatchFileSnapshot(join(folder, name));
});

test("the JUnit text is well-formed XML with a case per pair, one for what is gone and one for what never started", () => {
  expect(readXml(renderJunit(report, { verdict, failUnder })).attributes.get("tests")).toBe("9");
});
