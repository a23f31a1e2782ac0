/** One report in each format for CI, held against files: a change in what others parse is seen. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderAnnotations } from "../src/report/ci/github.ts";
import { renderJunit } from "../src/report/ci/junit.ts";
import { renderMarkdown } from "../src/report/ci/markdown.ts";
import { readXml } from "../src/report/ci/xml-reader.fixture.ts";
import { decideVerdict } from "../src/report/report-verdict.ts";
import { parseReport } from "../src/store/documents/read-document.ts";
import { root } from "./markdown.ts";

const folder = join(root, "test/fixtures/ci");
const report = parseReport(readFileSync(join(folder, "report.json"), "utf8"), "report.json");
const gate = { failUnder: 75 };
const options = { gate, verdict: decideVerdict(report, gate) };

test.each([
  ["junit.xml", () => renderJunit(report, options)],
  ["report.md", () => renderMarkdown(report, options)],
  ["annotations.txt", () => `${renderAnnotations(report, options).join("\n")}\n`],
])("%s is what it was", async (name, render) => {
  await expect(render()).toMatchFileSnapshot(join(folder, name));
});

test("the JUnit text is well-formed XML with a case per result, one for what is gone and one for what never started", () => {
  expect(readXml(renderJunit(report, options)).attributes.get("tests")).toBe("9");
});
