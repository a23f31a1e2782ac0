/** The dashboard on Postgres: how soon a browser shows the first rows of a run of 50,000 entries, from a server that was just started. */
import { spawn } from "node:child_process";
import { createJiti } from "jiti";
import pg from "pg";
import { axis } from "./doors.mjs";
import { figure, heading, least, median } from "./figures.mjs";

const runs = 10_000;
const steps = 25_000;
const loads = 7;
const reports = 300;

/** Starts a Postgres of its own (or takes PG_URL); needs a Chromium on this machine, as the tests of the dashboard do. */
export async function dashboard(folder) {
  const source = createJiti(import.meta.url);
  const { startPostgres } = await source.import("../test/postgres.ts");
  const { launchChromium } = await source.import("../test/browser/chromium.ts");
  const postgres = await startPostgres();
  const browser = await launchChromium();
  try {
    const url = await newDatabase(postgres.url);
    const id = await seed(source, url);
    heading(
      `The dashboard on Postgres: ${runs} runs, one of ${steps * 2} entries; ${loads} loads, each from a new server`,
    );
    const times = [];
    for (let load = 0; load < loads; load += 1) times.push(await firstRowsMs(browser, { url, id, folder }));
    figure("until the first rows of the transcript can be seen, fastest", least(times) / 1000, { unit: "s", most: 1 });
    figure("until the first rows of the transcript can be seen, median", median(times) / 1000, { unit: "s", most: 1 });
    await answers({ url, folder });
  } finally {
    await browser.close();
    await postgres[Symbol.asyncDispose]();
  }
}

/** What the home and the list of runs ask for, one request after the other, from a server that has answered each once. */
const asked = [
  "/v1/overview?workspace=shop",
  "/v1/fixes?workspace=shop",
  "/v1/reports?workspace=shop&limit=100",
  "/v1/reports?verdict=FAIL&agent=echo",
  "/v1/runs?workspace=shop&run_status=failed",
  "/v1/runs?workspace=shop&agent=echo&sort=result",
];

async function answers({ url, folder }) {
  const server = await serve(url, folder);
  try {
    heading(`Answers to the dashboard: ${runs} runs, ${reports} reports; the slowest of ${loads} requests`);
    for (const path of asked) {
      const times = [];
      for (let turn = 0; turn <= loads; turn += 1) times.push(await answerMs(new URL(path, server.address)));
      figure(path, Math.max(...times.slice(1)) / 1000, { unit: "s", most: 0.3 });
    }
  } finally {
    await server.stop();
  }
}

async function answerMs(address) {
  const start = performance.now();
  const answer = await fetch(address);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return performance.now() - start;
}

async function newDatabase(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("drop database if exists axis_bench_dashboard with (force)");
  await client.query("create database axis_bench_dashboard");
  await client.end();
  return Object.assign(new URL(url), { pathname: "/axis_bench_dashboard" }).href;
}

/** Many short runs, and a long one with everything a worker stores of it. */
async function seed(source, url) {
  const { openSqlStore } = await source.import("../src/store/sql/open.ts");
  const { ensureWorkspace } = await source.import("../src/store/sql/workspaces.ts");
  const { fillRuns } = await source.import("../test/dashboard/many-runs.ts");
  const { recordedRun } = await source.import("../test/dashboard/recorded-run.ts");
  const { sampleRun } = await source.import("../test/browser/sample-run.ts");
  const { carded } = await source.import("../test/browser/sample-card.ts");
  const store = await openSqlStore({ configDir: ".", url, migrations: "run", onWarning: console.error });
  const { id: shop } = await ensureWorkspace(store.database, { slug: "shop", name: "Shop" });
  await fillRuns(store, shop, runs);
  await fillReports(source, store, shop);
  const entries = Array.from({ length: steps }, (_, at) => step(at + 1)).flat();
  const id = await recordedRun({ store, shop }, carded(await sampleRun(entries)));
  await store[Symbol.asyncDispose]();
  return id;
}

/** Reports of the last months, each with what its list needs. */
async function fillReports(source, { database }, workspaceId) {
  const { putReportDocument } = await source.import("../src/store/sql/intake/documents.ts");
  const { sampleReport } = await source.import("../src/testing/store-samples.ts");
  const { sampleHead } = await source.import("../test/fixtures/report-head.ts");
  const [fix] = sampleHead().fixes;
  const fixes = Array.from({ length: 40 }, (_, at) => ({ ...fix, id: `fix-${at}`, runs: at + 1 }));
  for (let day = 0; day < reports; day += 1) {
    const report = sampleReport(`r-${day}`, new Date(Date.UTC(2026, 0, 1 + day)).toISOString());
    await putReportDocument(
      database,
      { workspaceId, sha256: null, describe: () => sampleHead({ fixes, fixCount: 40 }) },
      report,
    );
  }
}

/** Texts that differ and have the length that those of agents have. */
function step(number) {
  const words = Array.from({ length: 40 }, (_, at) => ((number * 7919 + at * 104_729) % 99_991).toString(36));
  const timestamp = new Date(Date.UTC(2026, 5, 12) + number * 100).toISOString();
  return [
    { type: "tool_use", timestamp, id: `c${number}`, tool: "shell", input: { command: `make step-${number}` } },
    { type: "tool_result", timestamp, id: `c${number}`, output: words.join(" "), isError: false, exitCode: 0 },
  ];
}

/** From the beginning of the navigation to the frame after the first row of the transcript stands in the page. */
async function firstRowsMs(browser, { url, id, folder }) {
  const server = await serve(url, folder);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const view = await context.newPage();
    await view.addInitScript(watchForRow);
    await view.goto(`${server.address}#/runs/${id}`, { waitUntil: "commit" });
    const shown = await view.waitForFunction(() => window.firstRowMs, null, { timeout: 120_000 });
    return await shown.jsonValue();
  } finally {
    await context.close();
    await server.stop();
  }
}

/** The command as people start it, told to stop when the answer is there. */
function serve(url, cwd) {
  const env = { PATH: process.env.PATH, HOME: cwd, TMPDIR: cwd, AXIS_DATABASE_URL: url };
  const server = spawn(process.execPath, [axis, "serve", "--port", "0", "--open-reads"], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  server.stderr.on("data", (chunk) => (said += chunk));
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const stop = () => (server.kill("SIGTERM"), ended);
  return new Promise((resolve, reject) => {
    server.stdout.on("data", (chunk) => resolve({ address: String(chunk).split("#")[0], stop }));
    server.once("exit", (code) => reject(new Error(`axis serve: ${code}\n${said}`)));
  });
}

/** Runs within the page, before its own script. */
function watchForRow() {
  const observer = new MutationObserver(() => {
    if (document.querySelector("#transcript .item") === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.firstRowMs = performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true });
}
