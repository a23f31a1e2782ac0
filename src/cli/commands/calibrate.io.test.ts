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

  describe("with labels that people gave on the pages", () => {
    const label = (id: string, human: string, parts: object = {}) => ({
      id,
      check: "The README says how",
      checkIndex: 0,
      human,
      judge: 0.8,
      passFrom: 0.75,
      decidedBy: "judge",
      by: "ann",
      ...parts,
    });
    const reviewed = [
      label("run_1", "pass"),
      label("run_2", "pass", { judge: 0.6 }),
      label("run_3", "fail", { notes: "says nothing of renewal", reason: "named in general" }),
      label("run_4", "fail", { judge: 0.2 }),
      label("run_4", "pass", { judge: 0.2 }),
      label("run_4", "fail", { judge: 0.2 }),
      label("run_5", "unsure"),
      label("run_6", "pass"),
      label("run_6", "withdrawn"),
      { id: "run_1", step: 4, human: "fail", judge: 1, passFrom: 0.5, by: "ann" },
    ];

    test("reads the project's file, counts the last label of each, and measures each kind on its own", async () => {
      await using project = await temporaryProject({
        "axis.config.json": files["axis.config.json"],
        ".axis/labels.jsonl": `${lines(reviewed)}{broken\n`,
      });
      const { code, out, err } = await drive(calibrate, [], { cwd: project.folder });
      expect(code).toBe(0);
      expect(out).toContain(
        "Judged checks: 4 labels of the 50 that a calibration needs\n1 label without a decision does not count",
      );
      expect(out).toContain("scores of at least 0.75 count as a pass");
      expect(out).toContain("pass / pass 1, pass / fail 1, fail / pass 1, fail / fail 1");
      expect(out).toContain(
        "run_3 “The README says how”: judge 0.8; reason: named in general; people: says nothing of renewal",
      );
      expect(out).toContain("Steps: needed or not: 1 label of the 50");
      expect(err).toMatch(/Skipped .*labels\.jsonl:11: is not valid JSON/);
      expect(existsSync(join(project.folder, ".axis", "calibration.json"))).toBe(false);
    });

    test("a file of them can be named, and --json prints every kind", async () => {
      await using project = await temporaryProject({ "export.jsonl": lines(reviewed) });
      const { out } = await drive(calibrate, ["export.jsonl", "--json"], { cwd: project.folder });
      expect(JSON.parse(out)).toMatchObject({
        identity: null,
        levels: [
          { level: "check", unsure: 1, agreement: { n: 4, threshold: 0.75 } },
          { level: "step", unsure: 0, agreement: { n: 1 } },
        ],
      });
    });

    test("checks with different pass marks are each held against their own", async () => {
      const mixed = [label("run_1", "pass", { passFrom: 0.9 }), label("run_2", "pass", { passFrom: 0.75 })];
      await using project = await temporaryProject({ "l.jsonl": lines(mixed) });
      const { out } = await drive(calibrate, ["l.jsonl", "--json"], { cwd: project.folder });
      expect(JSON.parse(out)).toMatchObject({ levels: [{ agreement: { truePositives: 1, falseNegatives: 1 } }] });
    });

    test("with --report, labels of whole runs are kept for later reports, and labels of checks are not", async () => {
      await using project = await temporaryProject(files);
      const cwd = project.folder;
      const first = Report.parse(JSON.parse((await drive(run, ["--trials", "2", "--json"], { cwd })).out));
      const runs = first.results.flatMap(({ trials = [] }) => trials.map(({ runId }) => runId));
      const checks = runs.map((id) => label(id, "pass"));
      await project.write({ ".axis/labels.jsonl": lines([...checks, label("run_elsewhere", "fail")]) });
      const onlyChecks = await drive(calibrate, ["--report"], { cwd });
      expect([onlyChecks.code, onlyChecks.mistake]).toEqual([0, ""]);
      expect(onlyChecks.out).toContain(`Judged checks: ${runs.length} labels`);
      expect(onlyChecks.err).toContain("Nothing is saved: only labels of whole runs");
      await project.write({ ".axis/labels.jsonl": lines([...checks, ...runs.map((id) => ({ id, human: "fail" }))]) });
      const both = await drive(calibrate, ["--report"], { cwd });
      expect(both.out).toContain(`Runs: ${runs.length} labels`);
      const saved = Calibration.parse(JSON.parse(await readFile(join(cwd, ".axis/calibration.json"), "utf8")));
      expect(saved.agreement).toMatchObject({ n: runs.length, falsePositives: runs.length });
    });

    test("says what to do where there is nothing to measure", async () => {
      await using project = await temporaryProject({ "axis.config.json": files["axis.config.json"] });
      const { mistake } = await drive(calibrate, [], { cwd: project.folder });
      expect(mistake).toContain("there are no labels yet");
      await project.write({ ".axis/labels.jsonl": lines([label("run_1", "unsure")]) });
      expect((await drive(calibrate, [], { cwd: project.folder })).mistake).toContain("no label has both");
      const asked = await drive(calibrate, ["--judge", "rules"], { cwd: project.folder });
      expect(asked.mistake).toContain("require a file with questions and answers");
    });
  });
});
