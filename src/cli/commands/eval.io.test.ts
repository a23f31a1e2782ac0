import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openScriptedModel } from "../../testing/scripted-model/server.ts";
import { temporaryFolder } from "../../metrics/datasets/temporary-file.fixture.ts";
import { type Driven, drive } from "../world.fixture.ts";
import * as command from "./eval.ts";

const items = [
  { id: "a", actual_output: "Paris", expected_output: "Paris", latency: 0.4 },
  { id: "b", actual_output: "5", expected_output: "4", latency: 7 },
  { id: "c", actual_output: "=HYPERLINK(1)", expected_output: "white" },
];

function folderWith(name = "data.jsonl", text = items.map((item) => `${JSON.stringify(item)}\n`).join("")): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), text);
  return folder;
}

const run = (cwd: string, ...args: string[]): Promise<Driven> => drive(command, args, { cwd });

describe("axis eval", () => {
  test.each([["--resume"], []])("a folder as the output is a mistake, with %j too", async (...flags) => {
    const folder = folderWith();
    mkdirSync(join(folder, "results.jsonl"));
    const refused = await run(folder, "data.jsonl", "-m", "exact_string_match", "-o", "results.jsonl", ...flags);
    expect(refused).toMatchObject({ errorCode: "flag-invalid", out: "" });
    expect(refused.mistake).toContain("results.jsonl is a folder, but -o needs a file");
  });

  test("prints the verdict first, then a line per metric", async () => {
    const { code, out } = await run(folderWith(), "data.jsonl", "-m", "exact_string_match,latency");
    const lines = out.split("\n");
    expect(code).toBe(0);
    expect(lines[0]).toBe("MEASURED");
    expect(lines.find((line) => line.startsWith("Exact String Match"))).toMatch(/0\.333 .* 33\.3 % .* 3 +0 +0/);
    expect(lines.find((line) => line.startsWith("Latency"))).toMatch(/3\.700 .* 50\.0 % .* 2 +0 +1/);
  });

  test("a gate that says no is exit 1 with the numbers", async () => {
    const { code, out } = await run(
      folderWith(),
      "data.jsonl",
      "-m",
      "exact_string_match",
      "--fail-under",
      "exact_string_match=0.8",
    );
    expect(code).toBe(1);
    expect(out.split("\n")[0]).toBe("FAIL  exact_string_match mean 0.33 is below 0.80");
  });

  test("a gate that is met is a PASS; without one nothing was decided, and what cannot be measured is said", async () => {
    const gate = ["--fail-under", "exact_string_match=0.3"];
    const passed = await run(folderWith(), "data.jsonl", "-m", "exact_string_match", ...gate);
    expect([passed.code, passed.out.split("\n")[0]]).toEqual([0, "PASS"]);
    const nothing = await run(
      folderWith("data.jsonl", '{"id":"a","actual_output":"x"}\n'),
      "data.jsonl",
      "-m",
      "latency",
    );
    expect([nothing.code, nothing.out.split("  ")[0]]).toEqual([1, "INCOMPLETE"]);
    expect(nothing.out).toContain("1 item in");
  });

  test("asked for slices, it says them below the table; not asked, it does not", async () => {
    const ofTeams = ["x", "y", "x"].map(
      (team) => `{"actual_output":"a","expected_output":"a","metadata":{"team":"${team}"}}`,
    );
    const folder = () => folderWith("data.jsonl", `${ofTeams.join("\n")}\n`);
    const sliced = await run(folder(), "data.jsonl", "-m", "exact_string_match", "--slice", "metadata.team");
    const lines = sliced.out.split("\n").filter((line) => line.startsWith("metadata.team"));
    expect(
      lines.map((line) => line.split(/ {2,}/)).map(([slice, , mean, , rate, scored]) => [slice, mean, rate, scored]),
    ).toEqual([
      ["metadata.team: x", "1.000", "100.0 %", "2 of 2"],
      ["metadata.team: y", "1.000", "100.0 %", "1 of 1"],
    ]);
    const plain = await run(folder(), "data.jsonl", "-m", "exact_string_match");
    expect(plain.out).not.toContain("metadata.team");
  });

  test("an id that two items have is a mistake that names both lines", async () => {
    const line = '{"id":"a","actual_output":"x","expected_output":"x"}\n';
    const { errorCode, mistake } = await run(folderWith("data.jsonl", line + line), "data.jsonl", "-m", "latency");
    expect(errorCode).toBe("dataset-invalid");
    expect(mistake).toMatch(/data\.jsonl, line 2: the id "a" is already used by line 1/);
  });

  test("--json is one document with rows and summary", async () => {
    const { out } = await run(folderWith(), "data.jsonl", "-m", "exact_string_match", "--json");
    const document = JSON.parse(out) as {
      results: { score_results: { item_id: string; score: number }[] }[];
      metric_scores: object;
    };
    expect(
      document.results.flatMap(({ score_results }) => score_results.map(({ item_id, score }) => [item_id, score])),
    ).toEqual([
      ["a", 1],
      ["b", 0],
      ["c", 0],
    ]);
    expect(document.metric_scores).toEqual({ "Exact String Match": 1 / 3 });
  });

  test("options of a metric, columns of a CSV file and parts of it are given by flags", async () => {
    const folder = folderWith("data.csv", "reply,team\nabc,x\nabcdef,y\nabcdef,y\n");
    const { code, out } = await run(
      folder,
      "data.csv",
      "-m",
      "length_constraint",
      "--set",
      "length_constraint.max_chars=4",
      "--column",
      "reply=actual_output",
      "--limit",
      "2",
      "--slice",
      "additional_input.team",
      "--json",
    );
    const { summary } = JSON.parse(out) as {
      summary: { items: number; metrics: { mean: number }[]; slices: { value: string }[] };
    };
    expect([code, summary.items, summary.metrics[0]?.mean]).toEqual([0, 2, 0.5]);
    expect(summary.slices.map(({ value }) => value)).toEqual(["x", "y"]);
  });

  test("a judge may be a module of the project", async () => {
    const folder = folderWith("data.jsonl", '{"id":"a","query":"q","actual_output":"x","expected_output":"y"}\n');
    const model = `export default { id: "mine/one", async ask(question) {
      const value = { score: 0.5, reason: "fine", explanation: "fine", redundantSegments: [], segments: [], redundancies: [] };
      const parsed = question.answer.safeParse(value);
      const spending = { costUsd: 0.25, calls: 1 };
      return parsed.success ? { status: "answered", value: parsed.data, spending } : { status: "failed", code: "unreadable", why: parsed.error.message, spending };
    } };`;
    writeFileSync(join(folder, "model.mjs"), model);
    const { out, code } = await run(
      folder,
      "data.jsonl",
      "-m",
      "answer_conciseness",
      "--judge",
      "./model.mjs",
      "--json",
    );
    const { results, cost } = JSON.parse(out) as {
      results: { score_results: { score: number; why?: string; model_name: string }[] }[];
      cost: { usd: number };
    };
    expect(results[0]?.score_results[0]).toMatchObject({ score: 0.5, model_name: "one" });
    expect([code, cost.usd]).toEqual([0, 0.25]);
  });
});

describe("the files of -o", () => {
  test("are written by their endings, and rows are kept where they were asked for", async () => {
    const folder = folderWith();
    const { err } = await run(
      folder,
      "data.jsonl",
      "-m",
      "exact_string_match",
      "-o",
      "r.jsonl",
      "-o",
      "r.csv",
      "-o",
      "r.xml",
      "-o",
      "r.md",
      "-o",
      "r.html",
      "-o",
      "r.json",
    );
    const read = (name: string) => readFileSync(join(folder, name), "utf8");
    expect(err).toBe("");
    expect(read("r.jsonl").trim().split("\n")).toHaveLength(3);
    expect(read("r.csv")).toContain("c,white,'=HYPERLINK(1),,Exact String Match");
    expect(read("r.xml")).toContain(
      '<testsuite name="Exact String Match" tests="3" failures="2" errors="0" skipped="0"',
    );
    expect(read("r.md")).toMatch(/^## 📏 MEASURED: 3 items, 1 metric\n/);
    expect(read("r.html")).toMatch(/^<!doctype html>[^]+<script type="text\/plain" id="rows\.0">/);
    expect((JSON.parse(read("r.json")) as { collected: boolean }).collected).toBe(true);
  });

  test("rows that were not asked for are gone when all is done", async () => {
    const folder = folderWith();
    await run(folder, "data.jsonl", "-m", "latency", "-o", "r.csv");
    expect([existsSync(join(folder, "r.csv")), existsSync(join(folder, "r.csv.jsonl"))]).toEqual([true, false]);
  });

  test("a results file is never written over, and goes on with --resume", async () => {
    const folder = folderWith();
    await run(folder, "data.jsonl", "-m", "latency", "-o", "r.jsonl");
    const before = readFileSync(join(folder, "r.jsonl"), "utf8");
    const refused = await run(folder, "data.jsonl", "-m", "latency", "-o", "r.jsonl");
    expect([refused.code, refused.errorCode]).toEqual([null, "file-exists"]);
    const again = await run(folder, "data.jsonl", "-m", "latency", "-o", "r.jsonl", "--resume");
    expect(again.code).toBe(0);
    expect(readFileSync(join(folder, "r.jsonl"), "utf8")).toBe(before);
  });
});

describe("mistakes", () => {
  test.each([
    [["none.jsonl", "-m", "latency"], "the file does not exist"],
    [["data.jsonl"], "No metric was given"],
    [["data.jsonl", "-m", "latancy"], 'Did you mean "latency"?'],
    [["data.jsonl", "-m", "latency", "--set", "other.x=1"], "--set other.x: expected <metric>.<option>"],
    [["data.jsonl", "-m", "latency", "--set", "latency.normalise=true"], 'did you mean "normalize"?'],
    [
      ["data.jsonl", "-m", "latency", "--fail-under", "recall_at_k=1"],
      'The gate "recall_at_k" matches no measured metric',
    ],
    [["data.jsonl", "-m", "latency", "--fail-under", "latency=x"], '"x" is not a number'],
    [["data.jsonl", "-m", "latency", "-o", "r.txt"], "r.txt: the file extension is not a known result format"],
    [["data.jsonl", "-m", "latency", "--resume"], "--resume needs a results file, but none was given"],
    [["data.jsonl", "-m", "latency", "--min-coverage", "latency=2"], "latency=2: expected a share from 0 to 1"],
    [["data.jsonl", "-m", "faithfulness"], "faithfulness needs a judge, but none is configured"],
    [["data.jsonl", "-m", "faithfulness", "--judge", "rules"], '"rules" is not a valid model name'],
    [["data.jsonl", "-m", "faithfulness", "--judge", "anthropic/claude-sonnet-4-5"], "needs ANTHROPIC_API_KEY"],
  ])("%j", async (args, message) => {
    const { code, mistake } = await run(folderWith(), ...args);
    expect(code).toBeNull();
    expect(mistake).toContain(message);
  });

  test("an item that cannot be read names its line, and is skipped on demand", async () => {
    const folder = folderWith("data.jsonl", '{"id":"a","latency":1}\n{"id":"b","latency":"slow"}\n');
    expect((await run(folder, "data.jsonl", "-m", "latency")).mistake).toContain("line 2: latency: expected number");
    const { code, out, err } = await run(folder, "data.jsonl", "-m", "latency", "--invalid", "skip");
    expect([code, err]).toEqual([0, expect.stringContaining("Skipped line 2")]);
    expect(out).toContain("1 item skipped");
  });
});

describe("a judge over HTTP", () => {
  const script = {
    values: { nonce: 'whose "nonce" is "(\\w+)"' },
    conversations: [
      { name: "judge", steps: [{ json: { nonce: "{{nonce}}", explanation: "Half of it is right.", score: 0.5 } }] },
    ],
  };
  const judged = (cwd: string) => [
    "data.jsonl",
    "-m",
    join(cwd, "half.yaml"),
    "--judge",
    "compatible/scripted",
    "--json",
  ];

  function project(): string {
    const folder = folderWith();
    writeFileSync(
      join(folder, "half.yaml"),
      "name: Half\ninstruction: Is it right?\nrequired_fields: [actual_output]\n",
    );
    return folder;
  }

  const spending = ({ out }: Driven) => (JSON.parse(out) as { cost: { calls: number; usd: number | null } }).cost;

  test("stored answers are taken the second time, unless others are wanted", async () => {
    await using model = await openScriptedModel(script);
    const cwd = project();
    const calls = async (...flags: string[]) =>
      spending(await drive(command, [...judged(cwd), ...flags], { cwd, env: { API_BASE_URL: `${model.url}/v1` } }))
        .calls;
    expect(await calls()).toBe(3);
    expect(await calls()).toBe(0);
    expect(await calls("--no-cache")).toBe(3);
    expect(await calls("--samples", "2")).toBe(6);
  });

  test("a budget in dollars needs a price: refused before the first question, or allowed and said", async () => {
    await using model = await openScriptedModel(script);
    const cwd = project();
    const budget = (...flags: string[]) =>
      drive(command, [...judged(cwd), "--budget-usd", "1", ...flags], {
        cwd,
        env: { API_BASE_URL: `${model.url}/v1` },
      });
    const refused = await budget();
    expect([refused.errorCode, model.requests.length]).toEqual(["preflight", 0]);
    expect(refused.mistake).toContain("compatible/scripted has no known price");
    const allowed = await budget("--allow-unknown-cost");
    expect([allowed.code, spending(allowed).usd]).toEqual([0, null]);
    expect(allowed.err).toContain("Cost: partly unknown");
  });

  test("prices of the config count, and a model that it describes has its answers stored too", async () => {
    await using model = await openScriptedModel(script);
    const cwd = project();
    const described = { provider: "compatible", model: "scripted", base_url: `${model.url}/v1` };
    const prices = { "compatible/scripted": { input: 1, cacheRead: 0, output: 1 } };
    const write = (judging: object) =>
      writeFileSync(join(cwd, "axis.config.json"), JSON.stringify({ agents: ["x"], judging, settings: { prices } }));
    const asked = () =>
      drive(command, [...judged(cwd), "--budget-usd", "1"], { cwd, env: { API_BASE_URL: `${model.url}/v1` } });
    write({ agents: ["rules"] });
    expect((await asked()).code).toBe(0);
    write({ agents: [described] });
    expect(spending(await asked()).calls).toBe(0);
    expect(model.requests).toHaveLength(3);
  });
});

describe("an evaluation compared with an earlier one", () => {
  const lines = (answers: readonly string[]) =>
    answers
      .map((answer, index) => `${JSON.stringify({ id: `q${index}`, actual_output: answer, expected_output: "yes" })}\n`)
      .join("");
  const right = Array<string>(8).fill("yes");
  const evaluate = (cwd: string, ...flags: string[]) => run(cwd, "data.jsonl", "-m", "exact_string_match", ...flags);

  test("says per metric what changed, and how many items newly fail", async () => {
    const cwd = folderWith("data.jsonl", lines(right));
    await evaluate(cwd, "-o", "before.jsonl");
    writeFileSync(join(cwd, "data.jsonl"), lines(["yes", ...Array<string>(7).fill("no")]));
    const { out } = await evaluate(cwd, "--compare", "before.jsonl", "-o", "page.html");
    expect(out).toContain("Since before, 8 items in both");
    expect(out).toMatch(/Exact String Match {2}−0\.875 {2}\(−1\.\d+ to −0\.\d+\) {2}regressed/);
    expect(out).toContain("0 items newly passed, 7 newly failed (p = 0.016)");
    const { out: json } = await evaluate(cwd, "--compare", "before.jsonl", "--json");
    const { change } = JSON.parse(json) as { change: { items: number; metrics: readonly { verdict: string }[] } };
    expect([change.items, change.metrics.map(({ verdict }) => verdict)]).toEqual([8, ["regressed"]]);
  });

  test("with --keep it is the newest kept evaluation of the same items", async () => {
    const cwd = folderWith("data.jsonl", lines(right));
    const first = await evaluate(cwd, "--keep", "monday");
    expect(first.out).not.toContain("Since");
    const second = await evaluate(cwd, "--keep", "tuesday");
    expect(second.out).toContain("Since monday, 8 items in both");
    expect(second.out).toContain("no change");
    expect(second.out).toContain("No item passes or fails that did not before.");
    expect((await evaluate(cwd, "--compare", "monday")).out).toContain("Since monday");
  });

  test("results that do not exist are a mistake before anything is measured; other items are said to be others", async () => {
    const cwd = folderWith("data.jsonl", lines(right));
    const refused = await evaluate(cwd, "--compare", "nothing.jsonl");
    expect(refused).toMatchObject({ errorCode: "flag-invalid", out: "" });
    expect(refused.mistake).toContain('There are no results to compare with: "nothing.jsonl"');
    await evaluate(cwd, "-o", "before.jsonl");
    writeFileSync(join(cwd, "data.jsonl"), lines(right).replaceAll('"q', '"other'));
    const other = await evaluate(cwd, "--compare", "before.jsonl");
    expect([other.code, other.err]).toEqual([0, expect.stringContaining("so nothing can be compared")]);
  });
});
