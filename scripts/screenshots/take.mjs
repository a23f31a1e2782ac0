/**
 * Takes a screenshot of every page, from a sample project that the built program runs: light and dark, 1440 and 390 pixels wide.
 *
 *   npm run screenshots                        all pages, into screenshots/
 *   npm run screenshots -- --only run,trends   only pages whose name contains one of these words
 *   npm run screenshots -- --exact report-run  only the pages of these names
 *   npm run screenshots -- --looks light-1440  only these looks
 *   npm run screenshots -- --window            only what a window of 900 pixels shows, as WebP: the pictures of the docs
 *   npm run screenshots -- --project folder    keep the sample project there, and use it again the next time
 */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createJiti } from "jiti";
import { makeAcmeProject } from "./acme/make-project.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const cli = join(root, "dist", "cli.js");
const { values: options } = parseArgs({
  options: {
    out: { type: "string", default: "screenshots" },
    only: { type: "string", default: "" },
    exact: { type: "string", default: "" },
    looks: { type: "string", default: "" },
    window: { type: "boolean", default: false },
    project: { type: "string" },
  },
});

const looks = [
  { name: "light-1440", colorScheme: "light", width: 1440 },
  { name: "dark-1440", colorScheme: "dark", width: 1440 },
  { name: "light-390", colorScheme: "light", width: 390 },
  { name: "dark-390", colorScheme: "dark", width: 390 },
];

/** Runs the program in the project; exit code 1 is a verdict, not a mistake. */
function axis(folder, args, env = {}) {
  const { status, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (status !== 0 && status !== 1) throw new Error(`axis ${args.join(" ")} ended with code ${status}: ${stderr}`);
}

/** The sample project with two reports and two evaluations. */
function prepareProject(folder) {
  mkdirSync(folder, { recursive: true });
  makeAcmeProject(folder);
  if (existsSync(join(folder, ".axis", "reports"))) return;
  const trials = ["run", "--trials", "3", "--concurrency", "12"];
  axis(folder, trials, { ACME_WEEK: "before" });
  axis(folder, ["baseline", "set", "main"]);
  axis(folder, trials);
  const metrics = "exact_string_match,levenshtein_ratio,recall_at_k,mean_reciprocal_rank,latency";
  const gates = ["exact_string_match=0.8", "levenshtein_ratio=0.9", "recall_at_k=0.8"].flatMap((gate) => [
    "--fail-under",
    gate,
  ]);
  const slices = ["--slice", "metadata.topic,metadata.difficulty,metadata.language"];
  axis(folder, ["eval", "answers.jsonl", "-m", metrics, ...gates, ...slices, "--keep", "support"]);
}

/** The example of a competition as a repository, after two competitions. */
function prepareContest(folder) {
  if (existsSync(folder)) return;
  cpSync(join(root, "examples", "compete"), folder, { recursive: true });
  const git = (...args) =>
    spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: folder });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "-m", "the base");
  axis(folder, ["compete", "slug"]);
  axis(folder, ["compete", "slug", "--trials", "3"]);
}

/** Starts a server of the program; resolves to the address that it prints. */
async function startServer(folder, args) {
  const child = spawn(process.execPath, [cli, ...args, "--port", "0"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const address = await new Promise((resolve, reject) => {
    let text = "";
    const read = (chunk) => {
      text += chunk;
      const found = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(text);
      if (found !== null) resolve(found[0]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`axis ${args.join(" ")} ended with code ${code}: ${text}`)));
  });
  return { address, stop: () => child.kill("SIGTERM") };
}

/** Every page by name: an address, and what to do there before the picture is taken. */
async function listPages({ folder, contest }, servers) {
  const reports = readdirSync(join(folder, ".axis", "reports")).sort();
  const [before, now] = [reports.at(-2), reports.at(-1)];
  const file = (path) => `file://${join(folder, path)}`;
  const competition = readdirSync(join(contest, ".axis", "reports"))
    .sort()
    .at(-1);
  const contests = (route) => `${servers.contest.address.split("#")[0]}#/${route}`;
  axis(folder, ["compare", before, now, "--html", "changes.html"]);
  const home = file(`.axis/reports/${now}/report.html`);
  const dashboard = (route) => `${servers.dashboard.address.split("#")[0]}#/${route}`;
  const view = new URL("/", servers.view.address).href;
  const empty = (route) => `${servers.empty.address.split("#")[0]}#/${route}`;
  return [
    ["report-home", home],
    ["report-run", home, openRun("failed")],
    ["report-run-passed", home, openRun("passed")],
    ["report-compare-runs", home, openRun("failed"), clickLink("Compare")],
    ["report-competition", `file://${join(contest, ".axis", "reports", competition, "report.html")}`],
    ["compare", file("changes.html")],
    ["evaluation", file(".axis/evaluations/support.html")],
    ["view-home", view],
    ["view-review", `${view}review/`],
    ["dashboard-overview", dashboard("")],
    ["dashboard-runs", dashboard("runs")],
    ["dashboard-run", dashboard("runs"), clickLink("docs/webhooks")],
    ["dashboard-reports", dashboard("reports")],
    ["dashboard-report", dashboard(`reports/${now}`)],
    ["dashboard-baselines", dashboard("baselines")],
    ["dashboard-evaluations", dashboard("evaluations")],
    ["dashboard-trends", dashboard("trends")],
    ["dashboard-leaderboard", dashboard("leaderboard")],
    ["dashboard-compare", dashboard("compare")],
    ["dashboard-review", dashboard("review")],
    ["dashboard-workers", dashboard("workers")],
    ["dashboard-tokens", dashboard("tokens")],
    ["dashboard-competitions", contests("competitions")],
    ["dashboard-competition", contests("competitions"), clickFirst(".report-rows tbody a")],
    ["empty-overview", empty("")],
    ["empty-runs", empty("runs")],
    ["empty-trends", empty("trends")],
    ["empty-leaderboard", empty("leaderboard")],
    ["empty-review", empty("review")],
    ["empty-competitions", empty("competitions")],
  ];
}

function openRun(status) {
  return async (page) => {
    await page
      .locator(`a[href^="#/run/"][aria-label*="${status}"], a[href^="#/run/"][title*="${status}"]`)
      .first()
      .click();
  };
}

function clickLink(text) {
  return async (page) => {
    await page.getByRole("link", { name: text }).first().click();
  };
}

function clickFirst(selector) {
  return async (page) => {
    await page.locator(selector).first().click();
  };
}

/** Waits until nothing says that it is still loading, and a moment more for charts that measure themselves. */
async function settle(page) {
  await page.waitForTimeout(500);
  await page.waitForFunction(() => document.querySelector(".loading, .waiting") === null);
  await page.waitForTimeout(300);
}

async function main() {
  const [words, names, lookNames] = [options.only, options.exact, options.looks].map(splitList);
  const scratch = mkdtempSync(join(tmpdir(), "axis-screenshots-"));
  const folder = options.project ?? join(scratch, "acme");
  prepareProject(folder);
  const contest = join(scratch, "compete");
  prepareContest(contest);
  const emptyFolder = join(scratch, "empty");
  mkdirSync(emptyFolder);
  makeAcmeProject(emptyFolder);
  const servers = {
    view: await startServer(folder, ["view", "--no-open"]),
    dashboard: await startServer(folder, ["serve"]),
    empty: await startServer(emptyFolder, ["serve"]),
    contest: await startServer(contest, ["serve"]),
  };
  const source = createJiti(import.meta.url);
  const { launchChromium } = await source.import("../../test/browser/chromium.ts");
  const browser = await launchChromium();
  try {
    const pages = (await listPages({ folder, contest }, servers)).filter(
      ([name]) =>
        (words.length === 0 || words.some((word) => name.includes(word))) &&
        (names.length === 0 || names.includes(name)),
    );
    mkdirSync(options.out, { recursive: true });
    const wanted = looks.filter(({ name }) => lookNames.length === 0 || lookNames.includes(name));
    for (const look of wanted) await takeAll(browser, { look, pages, servers });
  } finally {
    await browser.close();
    for (const server of Object.values(servers)) server.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function splitList(list) {
  return list.split(",").filter(Boolean);
}

/** One window per look, so that a server asks for its token once. */
async function takeAll(browser, { look, pages, servers }) {
  const { name: lookName, colorScheme, width } = look;
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, reducedMotion: "reduce" });
  for (const [name, address, ...steps] of pages) {
    const page = await context.newPage();
    page.on("console", (message) => message.type() === "error" && console.error(`${name}: ${message.text()}`));
    page.on("pageerror", (error) => console.error(`${name}: ${error.message}`));
    const server = Object.values(servers).find((each) => address.startsWith(new URL(each.address).origin));
    if (server !== undefined) {
      await page.goto(server.address);
      await page.waitForTimeout(300);
    }
    await page.goto(address);
    try {
      await settle(page);
      for (const step of steps) {
        await step(page);
        await settle(page);
      }
    } catch (error) {
      console.error(`${name}: ${error.message.split("\n")[0]}`);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > width) console.error(`${name}, ${lookName}: ${wide} pixels wide`);
    const path = join(options.out, `${name}-${lookName}`);
    // A run opens at its first step that failed.
    if (options.window) await page.evaluate(() => window.scrollTo(0, 0));
    if (options.window) writeFileSync(`${path}.webp`, await toWebp(context, await page.screenshot()));
    else await page.screenshot({ path: `${path}.png`, fullPage: true });
    await page.close();
  }
  await context.close();
}

/** A third of the size. Chromium has the encoder. */
async function toWebp(context, png) {
  const page = await context.newPage();
  const url = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", 0.8);
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  await page.close();
  return Buffer.from(url.split(",")[1], "base64");
}

await main();
