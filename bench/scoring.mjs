/** What a scorecard costs: making it, and the transaction that finishes and scores a run, embedded and on Postgres. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { createJiti } from "jiti";
import { figure, heading } from "./figures.mjs";

const cards = 2_000;
const stages = 100;
const runs = 200;

const source = createJiti(import.meta.url);

export async function scoring(folder) {
  heading(`scorecards: ${cards} of ${stages} stages each, then ${runs} scoring transactions on each store`);
  const { scoreRun } = await source.import("../src/judging/scorecard/score-run.ts");
  const { sampleFacts } = await source.import("../src/store/sql/suite/samples.fixture.ts");
  const facts = sampleFacts(`run_${"0".repeat(26)}`, { stages: Array.from({ length: stages }, stageOf) });
  figures("making a card", await timesOf(cards, () => scoreRun(facts, null, null)), 5);
  const embedded = await transactions(scoreRun, { configDir: mkdtempSync(join(folder, "scoring-")) });
  figures("scoring transaction, embedded", embedded, 200);
  const { startPostgres } = await source.import("../test/postgres.ts");
  const postgres = await startPostgres();
  try {
    figures(
      "scoring transaction, Postgres",
      await transactions(scoreRun, { configDir: folder, url: postgres.url }),
      50,
    );
  } finally {
    await postgres[Symbol.asyncDispose]();
  }
}

function stageOf(_, index) {
  const passed = index % 3 > 0;
  return {
    kind: "gate",
    name: `gate-${index}`,
    counts: true,
    executions: 1,
    first_passed: passed,
    passed,
    repair_loops: 0,
  };
}

/** Runs that are claimed and have their facts; only what finishes them is timed. */
async function transactions(scoreRun, choice) {
  const { openSqlStore } = await source.import("../src/store/sql/open.ts");
  const { startRun, createTestWorkspace } = await source.import("../src/store/sql/suite/suite-helpers.fixture.ts");
  const { sampleFacts } = await source.import("../src/store/sql/suite/samples.fixture.ts");
  const { storeFacts } = await source.import("../src/store/sql/runs/runs.ts");
  const { finishRunRow } = await source.import("../src/store/sql/runs/scoring.ts");
  const store = await openSqlStore({ ...choice, migrations: "run", onWarning: () => {} });
  try {
    const workspaceId = await createTestWorkspace(store);
    const ids = [];
    for (let count = 0; count < runs; count += 1) {
      const runId = await startRun(store, { workspaceId });
      await storeFacts(store.database, { runId, attempt: 1 }, sampleFacts(runId));
      ids.push(runId);
    }
    const finish = (index) => finishRunRow(store.database, { runId: ids[index], attempt: 1, ending: {} }, scoreRun);
    return await timesOf(runs, finish);
  } finally {
    await store[Symbol.asyncDispose]();
  }
}

/** How long each call took, in milliseconds: the one in the middle, and the slowest in twenty. */
async function timesOf(count, work) {
  const times = [];
  for (let index = 0; index < count; index += 1) {
    const began = performance.now();
    await work(index);
    times.push(performance.now() - began);
  }
  const sorted = times.sort((one, other) => one - other);
  return { middle: sorted[Math.floor(count / 2)], slow: sorted[Math.floor(count * 0.95)] };
}

function figures(label, { middle, slow }, most) {
  figure(`${label}, median`, middle, { unit: "ms" });
  figure(`${label}, slowest in twenty`, slow, { unit: "ms", most });
}
