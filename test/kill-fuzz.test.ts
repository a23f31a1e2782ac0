/** kill -9 of `axis run` at random moments and at each step of its journal, then --resume: nothing finished is lost or done twice. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { JournalStep } from "../src/core/store.ts";
import { openProject, type Project, scenario, type Working } from "./fixtures/axis.ts";
import { axisHere } from "./fixtures/driven.ts";
import { randomFrom } from "./fixtures/random.ts";

const kills = Number(process.env["AXIS_FUZZ_KILLS"] ?? 12);
const seed = Number(process.env["AXIS_FUZZ_SEED"] ?? process.hrtime.bigint() % 2n ** 31n);
/** Each kind of step is in two of them; a long fuzz has more at once. */
const scenarios = kills > 12 ? ["a", "b", "deep/c", "d"] : ["b", "deep/c"];
/** Steps of the journal of a whole run: the plan, three for each cell, the end. */
const cells = scenarios.length * 3;
const steps = 1 + 3 * cells + 1;

const recording = [
  { type: "assistant", text: "I look first", timestamp: "2026-01-01T00:00:00.000Z" },
  { type: "tool_use", id: "1", tool: "bash", input: { command: "ls" }, timestamp: "2026-01-01T00:00:01.000Z" },
  { type: "tool_result", id: "1", output: "a.txt", isError: false, timestamp: "2026-01-01T00:00:04.000Z" },
  { type: "tool_use", id: "2", tool: "fetch", input: { url: "https://a.test" }, timestamp: "2026-01-01T00:00:05.000Z" },
  { type: "tool_result", id: "2", output: "no", isError: true, timestamp: "2026-01-01T00:00:09.000Z" },
  { type: "assistant", text: "It is done", timestamp: "2026-01-01T00:00:10.000Z" },
];

/** Quick cells. Their setup notes each start outside; one agent leaves a process in a session of its own behind. */
function openFuzzProject(): Promise<Project> {
  const noted = [{ action: "run_script", command: 'echo "$AXIS_SCENARIO $AXIS_AGENT" >> "$OUTSIDE/starts"' }];
  const fields = { ...scenario, setup: noted, judge: [{ check: "It says so", verify: { contains: "done" } }] };
  const more = {
    ...fields,
    judge: [...fields.judge, { check: "It runs", verify: "sleep 0.05" }],
    teardown: [{ action: "run_script", command: "sleep 0.05" }],
  };
  return openProject({
    "axis.config.json": {
      agents: [
        { agent: "replay", name: "one", transcript: "stored.ndjson" },
        { agent: "again", name: "two" },
        { agent: "command", name: "three", command: "setsid sleep 60 & echo It is done" },
      ],
      adapters: { again: "./again.mjs" },
      env: ["OUTSIDE"],
      settings: { concurrency: 3 },
    },
    "again.mjs": `export default { name: "again", acceptsModel: false, async run(task, io) { io.emit({ type: "assistant", text: "It is done", timestamp: null }); return { status: "completed", result: "It is done" }; } };`,
    "stored.ndjson": recording.map((entry) => JSON.stringify(entry)).join("\n"),
    ...Object.fromEntries(scenarios.map((key) => [`scenarios/${key}.json`, key === "b" ? more : fields])),
  });
}

const adapterOf: Readonly<Record<string, string>> = { one: "replay", two: "again", three: "command" };
let undisturbed: ReadonlyMap<string, string>;
let wholeMs = 0;

beforeAll(async () => {
  await using project = await openFuzzProject();
  const began = performance.now();
  expect((await project.axis(["run"])).code).toBe(0);
  wholeMs = performance.now() - began;
  undisturbed = await scoresOf(project);
  expect(undisturbed.size).toBe(cells);
  expect(acknowledged(project)).toHaveLength(steps);
});

test.concurrent.for(Array.from({ length: kills }, (_, index) => index))(
  `AXIS_FUZZ_SEED=${seed}: after kill %i every finished run is there once, none was run again, and the scores are those of an undisturbed run`,
  async (index) => {
    const random = randomFrom(seed + index);
    await using project = await openFuzzProject();
    await killedRun(project, random);
    let finished = finishedIn(acknowledged(project));
    let starts = startsOf(project, finished);
    expect(starts).toEqual([...finished].toSorted());
    if (random() < 0.3) {
      await killedRun(project, random);
      expect(startsOf(project, finished)).toEqual(starts);
      finished = finishedIn(acknowledged(project));
      starts = startsOf(project, finished);
    }
    const listed = await axisHere(project, ["reports"]);
    expect([listed.code, listed.stderr]).toEqual([0, expect.not.stringContaining("AXIS itself failed")]);
    const resumed = await axisHere(project, ["run", ...resumeFlag(project)]);
    expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringContaining(`${cells} runs planned`)]);
    const report = await project.stored();
    expect([report.state, report.summary.classes.completed]).toEqual(["complete", cells]);
    expect(report.results).toHaveLength(cells);
    expect(startsOf(project, finished)).toEqual(starts);
    expect(await scoresOf(project)).toEqual(undisturbed);
    expect(await project.survivors()).toEqual([]);
    expect(await project.leftovers()).toEqual([]);
  },
);

/** Starts or goes on, and kills: half of the time at a random moment, half at a random step of the journal. */
async function killedRun(project: Project, random: () => number): Promise<void> {
  const working = project.start(["run", ...resumeFlag(project)]);
  if (random() < 0.5) await Promise.race([sleep(random() * wholeMs), working.ended]);
  else await reached(Math.floor(random() * (steps + 1)), project, working);
  working.child.kill("SIGKILL");
  await working.ended;
}

async function reached(step: number, project: Project, { ended }: Working): Promise<void> {
  const over = ended.then(() => true);
  while (acknowledged(project).length < step && !(await Promise.race([over, sleep(2, false)])));
}

/** There is something to go on with once a plan is in the journal. */
function resumeFlag(project: Project): string[] {
  return acknowledged(project).length > 0 ? ["--resume"] : [];
}

/** The steps that are whole in the journal. */
function acknowledged(project: Project): JournalStep[] {
  const reports = join(project.folder, ".axis", "reports");
  const ids = existsSync(reports) ? readdirSync(reports).toSorted() : [];
  const journal = join(reports, ids.at(-1) ?? "", "journal.ndjson");
  if (ids.length === 0 || !existsSync(journal)) return [];
  const lines = readFileSync(journal, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JournalStep.parse(JSON.parse(line)));
}

/** Cells whose run is on disk. */
function finishedIn(journal: readonly JournalStep[]): Set<string> {
  return new Set(
    journal.flatMap(({ type, data }) =>
      type === "run-recorded" || type === "judged" ? [`${data.cell.scenario} ${adapterOf[data.cell.agent]}`] : [],
    ),
  );
}

/** How often those cells were started, one line for each start. */
function startsOf(project: Project, wanted: ReadonlySet<string>): string[] {
  const file = join(project.outside, "starts");
  const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  return lines.filter((line) => wanted.has(line)).toSorted();
}

/** The score of each cell, as it is written. */
async function scoresOf(project: Project): Promise<Map<string, string>> {
  const { results } = await project.stored();
  const entries = results.map(async ({ file, scenarioKey, agentName }) => {
    const { score } = await project.detail(file);
    return [`${scenarioKey} ${agentName}`, JSON.stringify(score)] as const;
  });
  return new Map(await Promise.all(entries));
}
