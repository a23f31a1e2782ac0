import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CellResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import { sampleFailure, sampleResult } from "../../store/sample-result.fixture.ts";
import { buildReport } from "../build.ts";
import { decideVerdict } from "../report-verdict.ts";
import { harmlessTexts, hostileText, hostileTexts, buildHostileReport } from "./hostile.fixture.ts";
import { renderJunit } from "./junit.ts";
import { escapeXmlAttribute, escapeXmlText } from "./xml.ts";
import { findElements, type Element, readXml } from "./xml-reader.fixture.ts";

function junitOf(results: CellResult[], options: { failUnder?: number; state?: Report["state"]; more?: number } = {}) {
  const { failUnder = null, state = "complete", more = 0 } = options;
  const cells = results.map((result) => ({
    scenario: result.scenarioKey,
    agent: result.agentName,
    trial: result.trial,
  }));
  const never = Array.from({ length: more }, (_, index) => ({ scenario: `never-${index}`, agent: "a", trial: 1 }));
  const report = buildReport({
    reportId: "r",
    timestamp: "t",
    durationMs: 1,
    state,
    cells: [...cells, ...never],
    results,
    skipped: 0,
  });
  return readXml(renderJunit(report, { verdict: decideVerdict(report, { failUnder }), gate: { failUnder } }));
}

/** The documented replacement, said another way. */
function replaced(text: string): string {
  return [...text]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      const legal =
        code >= 0x20 ? code < 0xd800 || (code > 0xdfff && code < 0xfffe) || code > 0xffff : [9, 10, 13].includes(code);
      return legal ? character : "\uFFFD";
    })
    .join("");
}

const outcome = (pair: Element) => pair.children.find(({ name }) => name !== "properties");
const property = (pair: Element, wanted: string) =>
  findElements(pair, "property")
    .find(({ attributes }) => attributes.get("name") === wanted)
    ?.attributes.get("value");

describe("whose fault it is", () => {
  const xml = junitOf(
    [
      sampleResult({ scenarioKey: "good", axisScore: 91 }),
      sampleResult({ scenarioKey: "low", axisScore: 40 }),
      sampleResult({ scenarioKey: "middling", axisScore: 76 }),
      sampleFailure("agent", { scenarioKey: "broke" }),
      sampleFailure("infrastructure", { scenarioKey: "setup" }),
      sampleResult({ scenarioKey: "judge", axisScore: null }),
      sampleResult({ scenarioKey: "check", axisScore: null, outcomeClass: "check" }),
      sampleResult({ scenarioKey: "stopped", axisScore: null, outcomeClass: "notRun", agentName: "b" }),
    ],
    { failUnder: 80 },
  );
  const cases = new Map(findElements(xml, "testcase").map((pair) => [pair.attributes.get("name"), pair]));

  test.each([
    ["good", undefined, undefined],
    ["low", "failure", "failed"],
    ["middling", "failure", "below-gate"],
    ["broke", "failure", "failed"],
    ["setup", "error", "infrastructure"],
    ["judge", "error", "judge"],
    ["check", "error", "check"],
    ["stopped", "skipped", undefined],
  ])("%s is %s %s", (key, name, type) => {
    const pair = cases.get(key);
    expect(pair).toBeDefined();
    const said = pair && outcome(pair);
    expect([said?.name, said?.attributes.get("type")]).toEqual([name, type]);
  });

  test("agents are suites, and the counts are those of their cases", () => {
    const rows = findElements(xml, "testsuite").map(({ attributes }) =>
      ["name", "tests", "failures", "errors", "skipped"].map((key) => attributes.get(key)),
    );
    expect(rows).toEqual([
      ["a", "7", "3", "3", "0"],
      ["b", "1", "0", "0", "1"],
    ]);
    expect([xml.attributes.get("tests"), xml.attributes.get("failures"), xml.attributes.get("errors")]).toEqual([
      "8",
      "3",
      "3",
    ]);
  });

  test("a result has its dimensions as properties; a dead judge gives no number", () => {
    const good = cases.get("good");
    const judge = cases.get("judge");
    const names = ["axis-result", "goal-achievement", "environment", "service", "agent"];
    expect(names.map((name) => good && property(good, name))).toEqual(["91", "91", "91", "91", "91"]);
    expect(names.map((name) => judge && property(judge, name))).toEqual(names.map(() => undefined));
    expect(judge && property(judge, "agent-status")).toBe("unscored");
  });
});

test("a duration that is not known is left out, and adds nothing to the suite's", () => {
  const known = { ...sampleResult({ scenarioKey: "known" }), durationMs: 2500 };
  const xml = junitOf([known, { ...sampleResult({ scenarioKey: "unknown" }), durationMs: null }]);
  expect(findElements(xml, "testcase").map(({ attributes }) => attributes.get("time"))).toEqual(["2.500", undefined]);
  expect(findElements(xml, "testsuite")[0]?.attributes.get("time")).toBe("2.500");
});

test("results that never started are skipped, and a verdict that no result explains is an error", () => {
  const xml = junitOf([sampleResult()], { state: "aborted", more: 3 });
  const own = findElements(xml, "testsuite").find(({ attributes }) => attributes.get("name") === "AXIS");
  expect(own?.children.slice(1).map((pair) => outcome(pair)?.attributes.get("message"))).toEqual([
    "notRun: 3",
    "1 of 4 runs finished: 1 passed",
  ]);
});

test.each([
  "<a>]]></a>",
  "<a>&</a>",
  "<a>&x;</a>",
  "<a>&#0;</a>",
  "<a></b>",
  '<a b="<"/>',
  '<a b="" b=""/>',
  "<a>\u0001</a>",
  "<a/>x",
])("what the reader would miss, it refuses: %j", (xml) => {
  expect(() => readXml(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)).toThrow();
});

test("any text comes back from an attribute and from an element as it was, after the documented replacement", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const xml = readXml(
        `<?xml version="1.0" encoding="UTF-8"?>\n<a value="${escapeXmlAttribute(text)}">${escapeXmlText(text)}</a>`,
      );
      expect(xml.attributes.get("value")).toBe(replaced(text));
      expect(xml.text).toBe(replaced(text));
    }),
    { numRuns: 500 },
  );
});

test("whatever others wrote, the document has the same shape and holds their text as text", () => {
  const shape = ({ name, attributes, children }: Element): unknown => [
    name,
    [...attributes.keys()],
    children.map(shape),
  ];
  fc.assert(
    fc.property(hostileTexts, (texts) => {
      const { report, options } = buildHostileReport({ ...texts, file: `f${texts.file}` });
      const xml = readXml(renderJunit(report, options));
      const pairs = findElements(xml, "testcase");
      expect(pairs.map(({ attributes }) => attributes.get("name"))).toEqual(
        [0, 1, 2, 3, 4, 5, 6].map((index) => replaced(`${texts.scenarioKey}${index}`)).concat(replaced(texts.goneKey)),
      );
      expect(new Set(pairs.map(({ attributes }) => attributes.get("classname")))).toEqual(
        new Set([replaced(texts.agentName)]),
      );
      expect(pairs.map((pair) => outcome(pair)?.name)).toEqual([
        undefined,
        "failure",
        "error",
        "failure",
        "failure",
        "error",
        "skipped",
        "failure",
      ]);
      const failure = pairs[1] && outcome(pairs[1]);
      expect(failure?.attributes.get("message")).toBe(replaced(texts.error));
      expect(failure?.text).toBe(
        replaced(`${texts.error}\n${texts.check}: 2 of 10 (${texts.rationale})\n${texts.insight}`),
      );
      expect(pairs[0] && property(pairs[0], "scenario")).toBe(replaced(texts.scenarioName));
      const calm = buildHostileReport({ ...harmlessTexts, file: "f" });
      expect(shape(xml)).toEqual(shape(readXml(renderJunit(calm.report, calm.options))));
    }),
    { numRuns: 200 },
  );
});
