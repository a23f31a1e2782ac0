import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Files, temporaryProject } from "../../config/libraries/temporary-repository.ts";
import type { CellResult } from "../../core/report/pair-result.ts";
import { itemFromRun } from "../../metrics/item-from-run.ts";
import { fileStore } from "../../store/files.ts";
import { type Driven, drive } from "../world.fixture.ts";
import * as reports from "./reports.ts";
import * as score from "./score.ts";

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const entries = [
  { type: "user", timestamp: at(0), text: "Create hello.txt" },
  { type: "assistant", timestamp: at(0), text: "I will write hello.txt." },
  { type: "tool_use", timestamp: at(1), id: "1", tool: "write_file", input: { path: "hello.txt", content: "Hello" } },
  { type: "tool_result", timestamp: at(2), id: "1", output: "wrote hello.txt" },
  { type: "assistant", timestamp: at(2), text: "hello.txt is there." },
];
const ndjson = (list: readonly object[]) => list.map((entry) => `${JSON.stringify(entry)}\n`).join("");
const session = ndjson(entries);

const project = {
  "axis.config.json": { agents: [{ agent: "command", command: "true" }], env: ["SEEN"] },
  "scenarios/hello.json": {
    name: "Hello",
    prompt: "Create hello.txt",
    judge: [
      { check: "hello.txt is there", verify: { file: "hello.txt" } },
      {
        check: "a program agrees",
        verify: 'test -f hello.txt && test "$SEEN" = yes && test -z "$CANARY" && touch made',
      },
    ],
  },
  "out/hello.txt": "Hello",
};

async function scored(files: Files, args: readonly string[]): Promise<Driven & { results: CellResult[] }> {
  await using place = await temporaryProject(files);
  const env = { PATH: process.env["PATH"], SEEN: "yes", CANARY: "canary-4711" };
  const driven = await drive(score, args, { cwd: place.folder, env });
  return { ...driven, results: args.includes("--json") && driven.out !== "" ? JSON.parse(driven.out) : [] };
}

describe("several files", () => {
  test("one with nothing to score is named, the others are scored, and the exit code is 1", async () => {
    const files = { "a.ndjson": session, "b.ndjson": "", "c.ndjson": session };
    const { code, results, err } = await scored(files, ["a.ndjson", "b.ndjson", "c.ndjson", "none.ndjson", "--json"]);
    expect([code, results.map(({ scenarioKey }) => scenarioKey)]).toEqual([1, ["a", "c"]]);
    expect(err).toContain("Not scored: b.ndjson contains nothing to score: it is empty");
    expect(err).toContain("Not scored: none.ndjson cannot be read: the file does not exist");
  });

  test("where none can be scored, it is a mistake, and each is named", async () => {
    const files = { "a.ndjson": "", "b.ndjson": "", "folder/c.ndjson": "" };
    const { mistake, err } = await scored(files, ["a.ndjson", "b.ndjson", "folder"]);
    expect(mistake).toContain("a.ndjson contains nothing to score: it is empty");
    expect(err).toContain("Not scored: b.ndjson contains nothing to score: it is empty");
    expect(err).toContain("Not scored: folder cannot be read: it is a folder; give the files in it");
  });

  test.each(["claude.err401", "gemini.err401"])("%s is a run that failed: no number, with the reason", async (name) => {
    const path = join(import.meta.dirname, "../../../test/fixtures/transcripts", `${name}.ndjson`);
    const { code, results } = await scored({ "s.ndjson": readFileSync(path, "utf8") }, ["s.ndjson", "--json"]);
    expect(code).toBe(1);
    expect(results[0]).toMatchObject({ outcomeClass: "infrastructure", outcome: { status: "failed" } });
    expect(results[0]?.score?.axisScore).toBeNull();
    expect(results[0]?.error).toMatch(/\S/);
  });
});

describe("a file that could be misread is not scored", () => {
  const claude = { session_id: "s", uuid: "u" };
  const cursor = { type: "thinking", subtype: "delta", text: "Hm", session_id: "s" };
  const spoken = { type: "assistant", ...claude, message: { id: "m", role: "assistant", content: [] } };
  const answer = { type: "result", subtype: "success", is_error: false, result: "x", ...claude, total_cost_usd: 0 };

  test.each([
    ["s: looks like both cursor and claude-code; name one with --format", [cursor, spoken]],
    ["s: 1 event looks like a call and is not known: tool_call", [spoken, { type: "tool_call" }]],
    ["s: has only the final answer, and no steps; record the run with: claude -p", [answer]],
    ["s: no call in it: commands written in the text are not told apart", [{ role: "user", content: "Hi" }]],
  ])("%s", async (mistake, events) => {
    expect((await scored({ s: ndjson(events) }, ["s"])).mistake).toContain(mistake);
  });

  test("unless its format is named", async () => {
    const files = { s: ndjson([cursor, { ...spoken, message: { role: "assistant", content: "Hi" } }]) };
    const { code, results } = await scored(files, ["s", "--format", "claude-code", "--json"]);
    expect([code, results[0]?.agentName]).toEqual([1, "claude-code"]);
  });
});

describe("--agent", () => {
  test("renames the agent", async () => {
    const { results } = await scored({ s: session }, ["s", "--agent", "kilo", "--json"]);
    expect(results[0]?.agentName).toBe("kilo");
  });

  test("must be a name that agents may have", async () => {
    const { mistake } = await scored({ s: session }, ["s", "--agent", "a b"]);
    expect(mistake).toContain('--agent "a b": the name may contain only letters, digits, dots');
  });
});

describe("without a scenario", () => {
  test("the goal does not apply, and the task is the first user entry", async () => {
    const { code, results } = await scored({ "session.ndjson": session }, ["session.ndjson", "--json"]);
    expect(code).toBe(0);
    expect(results).toMatchObject([
      {
        scenarioKey: "session",
        agentName: "axis",
        prompt: "Create hello.txt",
        judge: null,
        durationMs: 2000,
        outcome: { status: "completed", result: "hello.txt is there." },
        score: { goalAchievement: { status: "not-applicable", reason: "no rubric" } },
      },
    ]);
    expect(results[0]?.score?.axisScore).toBeGreaterThan(80);
  });

  test("--task gives the task", async () => {
    const { results } = await scored({ "session.ndjson": session }, ["session.ndjson", "--task", "Greet", "--json"]);
    expect(results[0]?.prompt).toBe("Greet");
  });

  test.each([
    ["one JSON array", JSON.stringify(entries, null, 2)],
    ["lines that end with a carriage return", session.replaceAll("\n", "\r\n")],
    ["lines with a separator that is no line feed", session.replace("I will write", "I will\u2028write")],
  ])("reads %s", async (_, content) => {
    const { results, err } = await scored({ s: content }, ["s", "--json"]);
    expect(results[0]?.outcome).toEqual({ status: "completed", result: "hello.txt is there." });
    expect(err).toBe("");
  });

  test("a row for each file; files that share a name are told apart", async () => {
    const files = { "a/session.ndjson": session, "b/session.ndjson": session };
    const { out } = await scored(files, ["a/session.ndjson", "b/session.ndjson"]);
    expect(out.split("\n")[0]).toBe("MEASURED  2 results without a rubric, so nothing decides whether they passed");
    expect(out).toMatch(/^session +\d/m);
    expect(out).toMatch(/^session-2 +\d/m);
  });

  test("a run that its file calls failed is failed", async () => {
    const broken = session + ndjson([{ type: "result", error: "I gave up" }]);
    const { code, out } = await scored({ "s.ndjson": broken }, ["s.ndjson"]);
    expect(code).toBe(1);
    expect(out).toContain("failed: I gave up");
  });

  test("a claimed score or verdict is not read, and checks of a transcript are not run", async () => {
    const detail = {
      output: { transcript: entries },
      prompt: "Create hello.txt",
      judge: [{ check: "fine", weight: 1, verify: "touch ran" }],
      checks: [{ index: 0, status: "decided", score: 10, rationale: "trust me" }],
      score: { axisScore: 100 },
      scenarioKey: "cms/post@tight",
      agentName: "mine|big",
      outcome: { status: "completed", result: "done" },
    };
    const { code, results } = await scored({ "detail.json": detail }, ["detail.json", "--json"]);
    expect(code).toBe(1);
    expect(results).toMatchObject([
      { scenarioKey: "cms/post@tight", agentName: "mine|big", outcomeClass: "check", score: { axisScore: null } },
    ]);
    expect(results[0]?.score?.reason).toContain("--scenario");
  });

  test("keys and names a file states are used only where they are safe", async () => {
    const detail = { output: { transcript: entries }, scenarioKey: "../../x", agentName: "a/b" };
    const { results } = await scored({ "de tail.json": detail }, ["de tail.json", "--json"]);
    expect(results).toMatchObject([{ scenarioKey: "de-tail", agentName: "axis" }]);
  });

  test("without times the output says that Speed is unknown and counts as full", async () => {
    const timeless = ndjson(entries.map((entry) => ({ ...entry, timestamp: null })));
    const { err, results } = await scored({ "s.ndjson": timeless }, ["s.ndjson", "--json"]);
    expect(err).toContain("durations are unknown, and Speed counts as 1.0");
    expect(results[0]?.durationMs).toBeNull();
    expect(results[0]?.score?.environment.dimensions.speed).toBe(100);
    expect(results[0]?.warnings?.join()).toContain("Speed");
  });

  test("without times the stored record says that they are unknown, and an item is made of it all the same", async () => {
    const timeless = ndjson(entries.map((entry) => ({ ...entry, timestamp: null })));
    await using place = await temporaryProject({ ...project, "s.ndjson": timeless });
    const { code } = await drive(score, ["s.ndjson", "--save"], { cwd: place.folder, env: {} });
    expect(code).toBe(0);
    const store = fileStore({ configDir: place.folder });
    const [result] = (await store.readReport("latest")).results;
    const detail = await store.readDetail("latest", result?.file ?? "");
    expect(detail.output.metadata).toMatchObject({ startTime: null, endTime: null, durationMs: null });
    const item = itemFromRun(detail);
    expect([item.query, item.latency, item.sourceTimestamp]).toEqual(["Create hello.txt", undefined, undefined]);
  });

  test("secrets of the operator are in no result", async () => {
    const leaky = session.replaceAll("hello.txt is there", "the key is s3cr3t-value-4711");
    await using place = await temporaryProject({ "s.ndjson": leaky });
    const env = { PATH: process.env["PATH"], MY_API_KEY: "s3cr3t-value-4711" };
    const { out } = await drive(score, ["s.ndjson", "--json"], { cwd: place.folder, env });
    expect(out).toContain("the key is [redacted]");
    expect(out).not.toContain("s3cr3t");
  });
});

describe("files of other programs", () => {
  const recordings = new URL("../../../test/fixtures/transcripts/", import.meta.url);
  const recorded = (name: string) => readFile(new URL(name, recordings), "utf8");

  test.each([
    ["claude.toolfail.ndjson", "claude-code", 179],
    ["codex.toolfail.ndjson", "codex", null],
    ["gemini.ndjson", "gemini", 244],
    ["qwen.ndjson", "qwen-code", null],
    ["opencode.ndjson", "opencode", 474],
    ["copilot.ndjson", "copilot", 291],
    ["cline.ndjson", "cline", 182],
    ["acp.codex-acp.ok.jsonl", "acp", null],
  ])("%s is scored as the run of %s, lasting %s", async (name, agentName, durationMs) => {
    const { code, results } = await scored({ "s.ndjson": await recorded(name) }, ["s.ndjson", "--json"]);
    expect(code).toBe(0);
    expect(results).toMatchObject([{ agentName, durationMs, outcomeClass: "completed" }]);
    expect(results[0]?.score?.axisScore).toBeGreaterThan(50);
  });

  test("a duration that is not known is shown as such, and stored as null", async () => {
    const files = { "s.ndjson": await recorded("codex.ndjson") };
    expect((await scored(files, ["s.ndjson"])).out).toMatch(/^s +\d+ +\? +– +\d+ +– +\d+ +–$/m);
    const { results } = await scored(files, ["s.ndjson", "--json"]);
    expect(results[0]).toMatchObject({ durationMs: null, tokenUsage: { input: 540, output: 96, cacheReadInput: 66 } });
  });

  test("a run that failed before it began has no number", async () => {
    const { code, out } = await scored({ "s.ndjson": await recorded("opencode.err401.ndjson") }, ["s.ndjson"]);
    expect([code, out]).toEqual([1, expect.stringContaining("error: invalid x-api-key (mock)")]);
  });

  test("--format is taken for granted, and a format nobody knows is a mistake", async () => {
    const files = { "s.ndjson": await recorded("codex.ndjson") };
    const { results } = await scored(files, ["s.ndjson", "--format", "codex", "--json"]);
    expect(results[0]?.agentName).toBe("codex");
    expect((await scored(files, ["s.ndjson", "--format", "gemini"])).mistake).toContain(
      "it has no agent message and no tool call",
    );
    await expect(scored(files, ["s.ndjson", "--format", "droid"])).rejects.toThrow("Allowed choices are claude-code");
  });

  test("events of types that nobody knows are counted, and change nothing", async () => {
    const more = '{"type":"item.completed","item":{"id":"x","type":"hologram"}}\n';
    const { code, err } = await scored({ "s.ndjson": more + (await recorded("codex.ndjson")) }, ["s.ndjson", "--json"]);
    expect(code).toBe(0);
    expect(err).toContain("Skipped in s.ndjson, unknown event types: item/hologram (1)");
  });
});

describe("a report", () => {
  const detail = (agentName: string) => ({
    agentName,
    scenarioKey: "hello",
    prompt: "Create hello.txt",
    output: { transcript: entries },
  });
  const report = (...results: object[]) => ({ version: "1", reportId: "2026-01-01-000000", results });
  const files = {
    "r/report.json": report(
      { file: "scenarios/hello/a.json" },
      { file: "", trials: [{ file: "scenarios/hello/b.json" }, { file: "" }] },
    ),
    "r/scenarios/hello/a.json": detail("a"),
    "r/scenarios/hello/b.json": detail("b"),
  };

  test("stands for its runs", async () => {
    const { code, results } = await scored(files, ["r/report.json", "--json"]);
    expect(code).toBe(0);
    expect(results.map(({ agentName, scenarioKey }) => [agentName, scenarioKey])).toEqual([
      ["a", "hello"],
      ["b", "hello"],
    ]);
  });

  test.each([
    ["names a file outside its folder", report({ file: "../../secret.json" }), "leads out of its folder"],
    ["has no runs", report(), "None of the runs of r/report.json has a detail file"],
    ["lists no runs", { ...report(), results: 5 }, "lists no runs"],
  ])("that %s is a mistake", async (_, document, said) => {
    expect((await scored({ "r/report.json": document }, ["r/report.json"])).mistake).toContain(said);
  });

  test("that AXIS saved can be scored", async () => {
    await using place = await temporaryProject({ "s.ndjson": session });
    const world = { cwd: place.folder, env: { PATH: process.env["PATH"] } };
    expect((await drive(score, ["s.ndjson", "--save"], world)).code).toBe(0);
    const [id] = await readdir(join(place.folder, ".axis", "reports"));
    const again = await drive(score, [`.axis/reports/${id}/report.json`, "--json"], world);
    expect(JSON.parse(again.out)).toMatchObject([{ scenarioKey: "s", agentName: "axis", durationMs: 2000 }]);
  });
});

describe("with a scenario", () => {
  test.each([["hello"], ["scenarios/hello.json"]])(
    "%s gives task and rubric, checked in the workspace",
    async (spec) => {
      const files = { ...project, "s.ndjson": session };
      const { code, results } = await scored(files, ["s.ndjson", "--scenario", spec, "--workspace", "out", "--json"]);
      expect(code).toBe(0);
      expect(results).toMatchObject([
        { scenarioKey: "hello", scenarioName: "Hello", score: { goalAchievement: { score: 100 } } },
      ]);
    },
  );

  test("the workspace itself is only read", async () => {
    await using place = await temporaryProject({ ...project, "s.ndjson": session });
    const env = { PATH: process.env["PATH"], SEEN: "yes" };
    const args = ["s.ndjson", "--scenario", "hello", "--workspace", "out"];
    expect((await drive(score, args, { cwd: place.folder, env })).code).toBe(0);
    expect(await readdir(join(place.folder, "out"))).toEqual(["hello.txt"]);
  });

  test("without --workspace its verified checks leave the goal unscored, and the reason says so", async () => {
    const { code, out } = await scored({ ...project, "s.ndjson": session }, ["s.ndjson", "--scenario", "hello"]);
    expect(code).toBe(1);
    expect(out).toContain("no workspace to check: give it with --workspace");
  });

  test("a scenario file needs no project", async () => {
    const files = { "hello.json": project["scenarios/hello.json"], "s.ndjson": session, "out/hello.txt": "x" };
    const { results } = await scored(files, ["s.ndjson", "--scenario", "hello.json", "--workspace", "out", "--json"]);
    expect(results[0]?.score?.goalAchievement.criteria).toMatchObject([{ score: 10 }, { score: 0 }]);
  });

  test("several files are trials of it, each with its row", async () => {
    const files = { ...project, "a.ndjson": session, "b.ndjson": session };
    const { out } = await scored(files, ["a.ndjson", "b.ndjson", "--scenario", "hello", "--workspace", "out"]);
    expect(out).toMatch(/^hello {2,}\d/m);
    expect(out).toMatch(/^hello #2 +\d/m);
  });

  test("weights are those of the project", async () => {
    const weights = { goal_achievement: 1, environment: 0, service: 0, agent: 0 };
    const config = { ...project["axis.config.json"], settings: { scoring_weights: weights } };
    const files = { ...project, "axis.config.json": config, "s.ndjson": session };
    const { results } = await scored(files, ["s.ndjson", "--scenario", "hello", "--workspace", "out", "--json"]);
    expect(results[0]?.score?.axisScore).toBe(100);
  });

  test("a judge of one's own is asked", async () => {
    const judge = `export default { id: "mine", ask: () => ({ status: "declined", why: "out of order" }) };`;
    const files = { "s.ndjson": session, "judge.mjs": judge };
    const { code, out } = await scored(files, ["s.ndjson", "--judge", "./judge.mjs"]);
    expect([code, out]).toEqual([1, expect.stringContaining("out of order")]);
  });
});

test("scored twice, the bytes are the same", async () => {
  await using place = await temporaryProject({ ...project, "s.ndjson": session });
  const args = ["s.ndjson", "s.ndjson", "--scenario", "hello", "--workspace", "out", "--json"];
  const first = await drive(score, args, { cwd: place.folder, now: () => new Date("2026-01-01") });
  const second = await drive(score, args, { cwd: place.folder, now: () => new Date("2030-01-01") });
  expect(first.out).toBe(second.out);
  expect(first.out).not.toContain(place.folder);
});

describe("--save", () => {
  test("in a folder without a config, axis reports shows what was saved", async () => {
    await using place = await temporaryProject({ "s.ndjson": session });
    const world = { cwd: place.folder };
    expect((await drive(reports, [], world)).errorCode).toBe("config-missing");
    await drive(score, ["s.ndjson", "--save"], world);
    expect((await drive(reports, [], world)).out).toContain("MEASURED  AXIS Result 95");
    expect((await drive(reports, ["latest", "s"], world)).out).toContain("hello.txt is there.");
    expect((await drive(reports, ["export", "latest", "--format", "markdown"], world)).code).toBe(0);
  });

  test("writes a report, and with --json stdout still holds the results alone", async () => {
    await using place = await temporaryProject({ ...project, "s.ndjson": session });
    const { out, err } = await drive(score, ["s.ndjson", "s.ndjson", "--save", "--json"], { cwd: place.folder });
    expect(JSON.parse(out)).toHaveLength(2);
    const [, file = ""] = /Report: (\S+)/.exec(err) ?? [];
    const report = JSON.parse(await readFile(join(place.folder, file), "utf8")) as { results: CellResult[] };
    expect(report.results.map(({ scenarioKey }) => scenarioKey)).toEqual(["s", "s-2"]);
  });

  test("trials of one pair are saved as trials, and shown one by one", async () => {
    await using place = await temporaryProject({ ...project, "a.ndjson": session, "b.ndjson": session });
    const { out } = await drive(score, ["a.ndjson", "b.ndjson", "--scenario", "hello", "--save"], {
      cwd: place.folder,
    });
    expect(out).toMatch(/^hello #2 /m);
    const [id = ""] = await readdir(join(place.folder, ".axis/reports"));
    expect((await readdir(join(place.folder, ".axis/reports", id, "scenarios/hello"))).toSorted()).toContain(
      "axis.trial-2.json",
    );
  });

  test("goes beside the config that was named, with its page", async () => {
    const inside = Object.fromEntries(Object.entries(project).map(([path, content]) => [`inside/${path}`, content]));
    await using place = await temporaryProject({ ...inside, "s.ndjson": session });
    await drive(score, ["s.ndjson", "--save", "-c", "inside/axis.config.json"], { cwd: place.folder });
    expect(await readdir(place.folder)).not.toContain(".axis");
    const [id = ""] = await readdir(join(place.folder, "inside/.axis/reports"));
    expect(await readdir(join(place.folder, "inside/.axis/reports", id))).toContain("report.json");
  });

  test("also where there is no project", async () => {
    await using place = await temporaryProject({ "s.ndjson": session });
    const { code, out } = await drive(score, ["s.ndjson", "--save"], { cwd: place.folder });
    expect([code, out]).toEqual([0, expect.stringMatching(/^Report: \.axis\/reports\//m)]);
  });
});

describe("what cannot be scored", () => {
  test("lines that do not fit are named by number, and the rest is scored", async () => {
    const { code, err } = await scored({ "s.ndjson": `${session}half a li` }, ["s.ndjson"]);
    expect([code, err]).toEqual([0, "Skipped: s.ndjson:6: is not JSON: half a li"]);
  });

  test.each([
    ["a format that is not known", "one\ntwo\n", "s:1: is not JSON: one"],
    ["JSON of another kind", '{"type":"weather","payload":{}}\n', 's:1: is not an entry: its type is "weather"'],
    [
      "a session in which nothing happened",
      '{"type":"session_meta","payload":{}}\n',
      "s contains nothing to score: it has no agent message and no tool call",
    ],
    [
      "a run that failed at once",
      '{"type":"result","status":"error","stats":{}}\n',
      "the run failed: Gemini CLI ended",
    ],
    ["an empty file", "", "s contains nothing to score: it is empty"],
    [
      "system entries alone",
      ndjson([{ type: "system", text: "x" }]),
      "s contains nothing to score: it has no agent message",
    ],
  ])("%s is a mistake that says why", async (_, content, said) => {
    const { code, mistake, errorCode } = await scored({ s: content }, ["s"]);
    expect([code, errorCode]).toEqual([null, "transcript-unreadable"]);
    expect(mistake).toContain(said);
    expect(mistake).toContain("AXIS reads the formats claude-code, codex");
  });

  test.each([
    ["a file that is not there", ["nothing.ndjson"], "the file does not exist"],
    ["a workspace without a scenario", ["s.ndjson", "--workspace", "out"], "--workspace requires --scenario"],
    [
      "a workspace that is no folder",
      ["s.ndjson", "--scenario", "hello", "--workspace", "no"],
      "--workspace: no is not a folder",
    ],
    ["a scenario that is not there", ["s.ndjson", "--scenario", "helo"], 'Did you mean "hello"?'],
    ["a judge that is not there", ["s.ndjson", "--judge", "gpt"], 'Unknown judge "gpt"'],
  ])("%s is a mistake", async (_, args, said) => {
    const { code, mistake } = await scored({ ...project, "s.ndjson": session }, args);
    expect([code, mistake]).toEqual([null, expect.stringContaining(said)]);
  });

  test("a scenario with variants must be named with one of them", async () => {
    const variants = { ...project["scenarios/hello.json"], variants: [{ name: "control" }, { name: "tight" }] };
    const files = { ...project, "scenarios/hello.json": variants, "s.ndjson": session };
    expect((await scored(files, ["s.ndjson", "--scenario", "hello"])).mistake).toContain("hello@control, hello@tight");
    const { results } = await scored(files, ["s.ndjson", "--scenario", "hello@tight", "--json"]);
    expect(results[0]?.scenarioKey).toBe("hello@tight");
  });
});
