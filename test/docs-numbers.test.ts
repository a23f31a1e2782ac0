/** Keeps the numbers of docs/scoring.md true: its tables and its worked example are computed again. */
import { describe, expect, test } from "vitest";
import { servicePrograms } from "../src/core/config/services.ts";
import { categories } from "../src/core/score/category.ts";
import { signalNames } from "../src/core/score/axis-result.ts";
import { scored } from "../src/core/score.ts";
import { defaultWeights, weightKey } from "../src/core/score/weights.ts";
import { ReportVerdict } from "../src/core/report/gate.ts";
import { bandOf } from "../src/report/text/format.ts";
import { statusMarks } from "../src/report/text/status-marks.ts";
import { contextWeightedMean, severityWeightedMean } from "../src/judging/scoring/process-score.ts";
import { calibrate } from "../src/judging/scoring/calibrate.ts";
import { composite } from "../src/judging/scoring/axis-result.ts";
import { dimensions } from "../src/judging/scoring/dimensions.ts";
import { toDimensionState } from "../src/judging/scoring/policy.ts";
import { notApplicable } from "../src/core/score.ts";
import { speedScore, speedThresholdsMs } from "../src/judging/scoring/speed.ts";
import { page, sectionOf, tableOf } from "./markdown.ts";

const scoring = page("docs/scoring.md");
const ids = {
  "Goal Achievement": "goalAchievement",
  Environment: "environment",
  Service: "service",
  Agent: "agent",
} as const;

test.each([
  ["README.md", page("README.md").text],
  ["docs/scoring.md", scoring.text],
])("the weights of the dimensions in %s are the defaults", (_, text) => {
  const shown = Object.entries(ids).map(([title, id]) => {
    const [, weight = ""] = new RegExp(`^\\| ${title} \\| ([\\d.]+) \\|`, "m").exec(text) ?? [];
    return [weightKey[id], Number(weight)];
  });
  expect(Object.fromEntries(shown)).toEqual(defaultWeights);
});

test("the weights of the signals are those of the dimensions", () => {
  const [header = [], ...rows] = tableOf(scoring, "signals");
  expect(rows.map(([signal = ""]) => signal.toLowerCase())).toEqual(signalNames);
  for (const category of categories) {
    const column = header.findIndex((title) => title.toLowerCase() === category);
    const shown = rows.map((row) => [row[0]?.toLowerCase(), Number(row[column] || 0)]);
    expect(Object.fromEntries(shown)).toEqual(dimensions[category].signals);
  }
});

test("the programs that are services are those of the code", () => {
  const names = tableOf(scoring, "services")
    .slice(1)
    .flatMap(([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  expect(names.toSorted()).toEqual(servicePrograms);
});

test("the thresholds and tiers of speed are those of the code", () => {
  const [header = [], ...rows] = tableOf(scoring, "speed");
  expect(rows.map(([category]) => category).toSorted()).toEqual([...categories].toSorted());
  for (const [category = "", ...cells] of rows) {
    const id = categories.find((each) => each === category) ?? "agent";
    const ends = cells.slice(0, 4).map(milliseconds);
    expect(ends).toEqual(speedThresholdsMs[id]);
    expect(milliseconds(cells[4] ?? "")).toBe(ends[3]);
    const speeds = [...ends, (ends[3] ?? 0) + 1].map((durationMs) => speedScore({ categories: [id], durationMs }));
    expect(speeds).toEqual(header.slice(1).map(Number));
  }
});

function milliseconds(cell: string): number {
  const [, amount = "", unit = ""] = /([\d.]+) (ms|s)$/.exec(cell) ?? [];
  return Number(amount) * (unit === "s" ? 1000 : 1);
}

test("the curve has the points of the table", () => {
  const [raws = [], scores = []] = tableOf(scoring, "calibration");
  expect(raws.length).toBeGreaterThan(10);
  expect(raws.slice(1).map((raw) => calibrate(Number(raw)))).toEqual(scores.slice(1).map(Number));
});

test("a hundred fast calls and a slow one come to what the page says", () => {
  const speeds = [...Array.from({ length: 100 }, () => 1), 0.4];
  expect(scoring.text).toContain(`give ${severityWeightedMean(speeds)?.toFixed(5)}`);
  expect(scoring.text).toContain(`plain mean has ${(speeds.reduce((sum, speed) => sum + speed) / 101).toFixed(5)}`);
});

test("the example in full comes to what the page says", () => {
  const success = contextWeightedMean([1, 1, 0], [500, 1500, 2000]) ?? 0;
  const speed = severityWeightedMean(
    [300, 1200, 12_000].map((durationMs) => speedScore({ categories: ["environment"], durationMs })),
  );
  const environment = 0.7 * success + 0.3 * (speed ?? 0);
  const agent = 0.1 + 0.1 * (speed ?? 0) + 0.2 * 0.9 + 0.2 * 0.75 + 0.4 * 0.8;
  const states = {
    goalAchievement: toDimensionState(scored(85)),
    environment: toDimensionState(scored(calibrate(environment))),
    service: toDimensionState(notApplicable("no service steps")),
    agent: toDimensionState(scored(calibrate(agent))),
  };
  const { axisScore } = composite(states, defaultWeights, { kind: "completed" });
  for (const sentence of [
    `together ${speed?.toFixed(5)}`,
    `0.3 × ${speed?.toFixed(5)} = ${environment.toFixed(5)}`,
    `**Environment is ${states.environment.score}.**`,
    `Raw is ${agent.toFixed(5)}`,
    `**Agent is ${states.agent.score}.**`,
    `**The AXIS Result is ${axisScore}.**`,
  ])
    expect(scoring.text).toContain(sentence);
});

test("a flawless run has the number that the pages give it", () => {
  const full = toDimensionState(scored(calibrate(1)));
  const states = { goalAchievement: toDimensionState(scored(100)), environment: full, service: full, agent: full };
  const { axisScore } = composite(states, defaultWeights, { kind: "completed" });
  expect(page("README.md").text).toContain(`A flawless run has ${axisScore}`);
  expect(scoring.text).toContain(
    `A perfect dimension has ${full.score}, so a flawless run with its goal fully met has ${axisScore}`,
  );
});

const bandsSentence =
  /(?<excellent>\d+) and above is excellent, (?<good>\d+) to (?<goodEnd>\d+) good, (?<fair>\d+) to (?<fairEnd>\d+) fair, below (?<poor>\d+) poor/g;

test.each(["docs/scoring.md", "skills/using-axis/SKILL.md", "skills/configure-axis/SKILL.md"])(
  "the bands of the AXIS Result begin where %s says",
  (path) => {
    const [stated, ...more] = page(path).text.matchAll(bandsSentence);
    expect(more).toEqual([]);
    const at = (name: string) => Number(stated?.groups?.[name]);
    expect([at("excellent"), at("goodEnd"), at("good"), at("fairEnd"), at("fair")].map(bandOf)).toEqual([
      "excellent",
      "good",
      "good",
      "fair",
      "fair",
    ]);
    expect([at("goodEnd") + 1, at("fairEnd") + 1, at("poor") - 1].map(bandOf)).toEqual(["excellent", "good", "poor"]);
    expect(bandOf(at("poor"))).toBe("fair");
    expect(page(path).text).not.toMatch(/top band/);
  },
);

describe.each(["docs/reports.md", "docs/glossary.md"])("%s", (path) => {
  test("has every status with its mark", () => {
    const rows = [...sectionOf(page(path), "## Status of a run").matchAll(/^\| (\S) \| `([a-z ]+)` \|/gm)];
    expect(Object.fromEntries(rows.map(([, mark, status]) => [status, mark]))).toEqual(statusMarks);
  });

  test("has every verdict", () => {
    const rows = [...sectionOf(page(path), "## Verdict of a report").matchAll(/^\| `([A-Z]+)` \|/gm)];
    expect(new Set(rows.map(([, word]) => word))).toEqual(new Set(ReportVerdict.shape.verdict.options));
  });
});

test("the outputs of the action name every verdict", () => {
  const words = ReportVerdict.shape.verdict.options.map((word) => word.toLowerCase());
  for (const text of [page("action.yml").text, page("docs/ci.md").text])
    for (const word of words) expect(text).toMatch(new RegExp(`(?:verdict|description)[^\n]*\\b${word}\\b`));
});
