/** The dashboard on Postgres: how soon a browser shows the first rows of a run of 50,000 entries, from a server that was just started. */
import { spawn } from "node:child_process";
import { createJiti } from "jiti";
import pg from "pg";
import { axis } from "./doors.mjs";
import { figure, heading, least, median } from "./figures.mjs";

const runs = 10_000;
const steps = 25_000;
const loads = 7;

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
  } finally {
    await browser.close();
    await postgres[Symbol.asyncDispose]();
  }
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
  const entries = Array.from({ length: steps }, (_, at) => step(at + 1)).flat();
  const id = await recordedRun({ store, shop }, carded(await sampleRun(entries)));
  await store[Symbol.asyncDispose]();
  return id;
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
