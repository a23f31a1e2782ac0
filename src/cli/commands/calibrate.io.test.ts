import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryProject } from "../../config/libraries/temporary-repository.ts";
import { Calibration } from "../../core/report/calibration.ts";
import { Report } from "../../core/report.ts";
import { drive } from "../world.fixture.ts";
import * as calibrate from "./calibrate.ts";
import * as run from "./run.ts";

/** Says of every check that it is met where the final answer says so. */
const judgeModule = `export default { id: "mine", ask: async (question) => {
  const rationale = "by the final answer";
  if (question.question === "goal")
    return { status: "answered", value: { grades: question.checks.map(({ index }) =>
      ({ index, rationale, score: (question.finalAnswer ?? "").includes("done") ? 10 : 0 })) } };
  const best = { rationale, success: 1, weight: 1, contextRelevance: 1 };
  const audits = question.interactions.map(({ id }) => ({ id, ...best }));
  return { status: "answered", value: { audits, ...(question.necessity ? { necessity: { rationale, unnecessaryIds: [], score: 1 } } : {}) } };
} };`;

const files = {
  "judge.mjs": judgeModule,
  "scenarios/a.json": { name: "A", prompt: "Say done", judge: "It says done" },
  "scenarios/b.json": { name: "B", prompt: "Say done", judge: "It says done" },
  "axis.config.json": {
    agents: [{ agent: "command", name: "agent", command: "echo done" }],
    judging: { agents: ["./judge.mjs"] },
  },
};

const lines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");

describe("axis calibrate", () => {
  test("works offline on labels that hold the judge's scores, and keeps nothing", async () => {
    const csv = [
      "human,judge,notes",
      "pass,0.9,",
      "pass,0.8,",
      "fail,0.7,too short",
      "no,0.1,",
      "perhaps,1,",
      ",0.4,",
    ].join("\n");
    await using project = await temporaryProject({ "labels.csv": csv });
    const { code, out, err } = await drive(calibrate, ["labels.csv"], { cwd: project.folder });
    expect(code).toBe(0);
    expect(out).toMatch(/^Agreement between the judge and people: moderate \(kappa 0\.50/);
    expect(out).toContain("pass / pass 2, pass / fail 0, fail / pass 1, fail / fail 1");
    expect(out).toContain("Warning: only 4 labels");
    expect(out).toContain("people: too short");
    expect(err).toContain('Skipped line 6: the label "perhaps"');
    expect(err).toContain("1 record without a human label");
    expect(existsSync(join(project.folder, ".axis"))).toBe(false);
  });

  test("with --json prints one document", async () => {
    await using project = await temporaryProject({
      "labels.jsonl": lines([
        { human: 1, judge: 1 },
        { human: 0, judge: 0 },
      ]),
    });
    const { out } = await drive(calibrate, ["labels.jsonl", "--json"], { cwd: project.folder });
    expect(JSON.parse(out)).toMatchObject({ identity: null, agreement: { n: 2, kappa: { value: 1 } } });
  });

  test("labels of runs are held against their report, and the next report shows what people would say", async () => {
    await using project = await temporaryProject(files);
    const cwd = project.folder;
    const first = Report.parse(JSON.parse((await drive(run, ["--trials", "15", "--json"], { cwd })).out));
    const runs = first.results.flatMap(({ trials = [] }) => trials.map(({ runId }) => runId));
    const labels = [
      ...runs.map((id, index) => ({ id, human: index % 3 === 0 ? "fail" : "pass" })),
      { id: "run_of_another_report", human: "pass" },
    ];
    await project.write({ "labels.jsonl": lines(labels) });
    const made = await drive(calibrate, ["labels.jsonl", "--report"], { cwd });
    expect([made.code, made.mistake]).toEqual([0, ""]);
    expect(made.out).toContain("pass / pass 20, pass / fail 0, fail / pass 10, fail / fail 0");
    const kept = Calibration.parse(JSON.parse(await readFile(join(cwd, ".axis", "calibration.json"), "utf8")));
    expect(kept.identity.judge).toBe("mine");
    const { out } = await drive(run, [], { cwd });
    expect(out).toContain("agent: the judge agrees too little with people to correct its pass rate");
    await project.write({ "scenarios/a.json": { name: "A", prompt: "Say done", judge: "It says done, loudly" } });
    expect((await drive(run, [], { cwd })).out).toContain(
      "Judge not calibrated: mine: a rubric is new or has changed since the calibration",
    );
  });

  test("with --judge the records are judged now, by the words of the goal question", async () => {
    const labels = [
      { query: "Say it", actual_output: "all done", human: 1 },
      { query: "Say it", actual_output: "nothing", human: 0 },
      { query: "Say it", actual_output: "done, almost", human: 0 },
      { query: "Say it", human: 1 },
    ];
    await using project = await temporaryProject({ ...files, "labels.json": labels });
    const cwd = project.folder;
    const { code, out, err } = await drive(calibrate, ["labels.json", "--judge", "./judge.mjs", "--json"], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      identity: { judge: "mine" },
      agreement: {
        n: 3,
        truePositives: 1,
        falsePositives: 1,
        trueNegatives: 1,
        tooLenient: [{ reason: "by the final answer" }],
      },
    });
    expect(err).toContain("1 record without a score is skipped (the record has no output to judge)");
    expect(err).toContain("Saved in");
  });

  describe("with --metric", () => {
    const labels = [
      { id: "x", human: 1, actual_output: "4", expected_output: "4" },
      { human: 0, actual_output: "5", expected_output: "4" },
      { id: "y", human: 1, actual_output: "four", expected_output: "4", notes: "right in words" },
      { id: "z", human: 0, expected_output: "4" },
    ];

    test("the records are measured now, and nothing is kept", async () => {
      await using project = await temporaryProject({ ...files, "labels.json": labels });
      const cwd = project.folder;
      const args = ["labels.json", "--metric", "exact_string_match", "--json"];
      const { code, out, err } = await drive(calibrate, args, { cwd });
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({
        identity: null,
        agreement: {
          n: 3,
          truePositives: 1,
          trueNegatives: 1,
          tooStrict: [{ id: "y", judge: 0, notes: "right in words" }],
        },
      });
      expect(err).toContain("1 record without a score is skipped");
      expect(existsSync(join(cwd, ".axis", "calibration.json"))).toBe(false);
    });

    test("a judged one asks the model that --judge names", async () => {
      const model = `export default { id: "test/model", ask: async ({ facts }) => ({ status: "answered",
        value: { score: JSON.stringify(facts).includes('"4"') ? 1 : 0, explanation: "looked" }, spending: { costUsd: 0, calls: 1 } }) };`;
      const metric = "name: Right Number\ninstruction: Is it the number?\nrequired_fields: [actual_output]\n";
      await using project = await temporaryProject({
        ...files,
        "labels.json": labels.slice(0, 2),
        "model.mjs": model,
        "right-number.yaml": metric,
      });
      const args = ["labels.json", "--metric", "right-number.yaml", "--judge", "./model.mjs", "--json"];
      const { code, out } = await drive(calibrate, args, { cwd: project.folder });
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ agreement: { n: 2, truePositives: 1, trueNegatives: 1 } });
    });

    test("one that does not exist is a mistake, with the nearest name", async () => {
      await using project = await temporaryProject({ ...files, "labels.json": labels });
      const { mistake } = await drive(calibrate, ["labels.json", "--metric", "exact_string_mach"], {
        cwd: project.folder,
      });
      expect(mistake).toMatch(/exact_string_mach/);
    });
  });

  test.each<[string, string[], RegExp]>([
    [
      "--report with --metric",
      ["labels.json", "--report", "x", "--metric", "latency"],
      /--report and --metric cannot be combined/,
    ],
    [
      "--rubric with --metric",
      ["labels.json", "--metric", "x", "--judge", "y", "--rubric", "z"],
      /cannot be combined with --metric/,
    ],
    [
      "--scale with --metric",
      ["labels.json", "--metric", "x", "--scale", "1-5"],
      /--scale requires scores in the file/,
    ],
    [
      "--report with --judge",
      ["labels.json", "--report", "x", "--judge", "rules"],
      /--report and --judge cannot be combined/,
    ],
    ["--rubric alone", ["labels.json", "--rubric", "good"], /--rubric requires --judge/],
    ["a file that is not there", ["nowhere.csv"], /nowhere\.csv/],
    ["a file without labels", ["empty.json"], /empty\.json contains no labels/],
    ["labels without scores", ["labels.json"], /no record has both/],
    ["a threshold that is none", ["labels.json", "--threshold", "high"], /--threshold must be a number/],
  ])("%s is a mistake", async (_, args, said) => {
    await using project = await temporaryProject({ "labels.json": [{ human: 1 }], "empty.json": [] });
    const { code, mistake } = await drive(calibrate, args, { cwd: project.folder });
    expect([code, mistake]).toEqual([null, expect.stringMatching(said)]);
  });
});
