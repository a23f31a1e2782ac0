/**
 * Counts the source files in which a function runs during one of the four walks, and lists them.
 *
 *   node scripts/walk.mjs run        `axis run` on the sample project
 *   node scripts/walk.mjs eval       `axis eval` on the sample dataset
 *   node scripts/walk.mjs serve      `axis serve`, one run requested over HTTP; files that `axis run` executes are left out
 *   node scripts/walk.mjs compare    `axis compare` of two reports of the sample project
 *
 * The source is bundled one file to one file, so that V8's coverage needs no source maps. `test/walks.test.ts` has the
 * files to read; this is the number of files that take part. Run `npm run build` first: the server needs its pages.
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "rolldown";
import { bundleOptions } from "./bundle.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
/** Inside the package, where its dependencies and its own package.json are found; ignored by git. */
const bundle = join(root, "node_modules/.walk");

/** The number of files each walk should stay below. */
const goals = { run: 280, eval: 100, serve: 105, compare: 75 };

const walks = {
  async run(project) {
    cpSync(join(root, "examples/hello"), project, { recursive: true });
    return recordFiles(project, ["run"]);
  },
  async eval(project) {
    cpSync(join(root, "examples/dataset"), project, { recursive: true });
    return recordFiles(project, ["eval", "answers.jsonl", "-m", "exact_string_match", "-o", "results.csv"]);
  },
  async serve(project) {
    const ran = await walks.run(project);
    const served = await recordFiles(project, ["serve", "--port", "0"], requestRun);
    return new Set([...served].filter((file) => !ran.has(file)));
  },
  async compare(project) {
    await walks.run(project);
    await recordFiles(project, ["run"]);
    const [before, after] = readdirSync(join(project, ".axis/reports")).toSorted();
    return recordFiles(project, ["compare", before, after]);
  },
};

const [name = ""] = process.argv.slice(2);
if (!Object.hasOwn(walks, name)) {
  console.error(`usage: node scripts/walk.mjs <${Object.keys(walks).join("|")}>`);
  process.exit(2);
}
await bundleFileByFile();
const folder = mkdtempSync(join(tmpdir(), "axis-walk-"));
try {
  const files = await walks[name](join(folder, "project"));
  for (const file of [...files].toSorted()) console.log(file);
  console.error(`${files.size} files; the goal is ${goals[name]}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function bundleFileByFile() {
  rmSync(bundle, { recursive: true, force: true });
  const options = bundleOptions(root);
  const output = {
    dir: bundle,
    format: "esm",
    preserveModules: true,
    preserveModulesRoot: join(root, "src"),
    entryFileNames: "[name].js",
  };
  await build({
    ...options,
    input: { ...options.input, cli: join(root, "src/cli/main.ts") },
    output,
    logLevel: "silent",
  });
}

/** Runs `axis` in a folder and returns the source files in which a function ran. */
async function recordFiles(cwd, args, interact = async () => {}) {
  const coverage = mkdtempSync(join(folder, "coverage-"));
  const env = { ...process.env, NODE_V8_COVERAGE: coverage, NO_COLOR: "1" };
  const child = spawn(process.execPath, [join(bundle, "cli.js"), ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = new Promise((resolve) => child.once("close", resolve));
  const printed = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => printed.push(line));
  await interact(child, printed);
  const code = await exit;
  if (code !== 0 && code !== 1) throw new Error(`axis ${args.join(" ")} ended with ${code}\n${printed.join("\n")}`);
  return new Set(readdirSync(coverage).flatMap((file) => listExecuted(join(coverage, file))));
}

/** The files of a coverage record with a function that ran. Loading a module alone does not count. */
function listExecuted(record) {
  const { result } = JSON.parse(readFileSync(record, "utf8"));
  const prefix = pathToFileURL(`${bundle}/`).href;
  return result
    .filter(({ url }) => url.startsWith(prefix))
    .filter(({ functions }) => functions.some(isExecuted))
    .map(({ url }) => toSource(fileURLToPath(url)))
    .filter((file) => file !== null);
}

/** The body of a module is a function without a name that begins with the file. */
function isExecuted({ functionName, ranges: [whole] }) {
  return whole.count > 0 && !(functionName === "" && whole.startOffset === 0);
}

function toSource(file) {
  const path = relative(bundle, file).replaceAll("\\", "/").replace(/\.js$/, ".ts");
  if (path === "cli.ts") return "cli/main.ts";
  return existsSync(join(root, "src", path)) ? path : null;
}

/** Requests a run as the dashboard does, reads it while it runs and when it has ended, and stops the server. */
async function requestRun(child, printed) {
  const address = await until(() => printed.map((line) => /http:\/\/\S+/.exec(line)?.[0]).find(Boolean));
  const { origin, hash, searchParams } = new URL(address);
  const token = searchParams.get("token") ?? new URLSearchParams(hash.slice(1)).get("token");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const read = async (path) => (await fetch(`${origin}/v1/${path}`, { headers })).json();
  const { data: scenarios = [] } = await read("workspaces");
  const body = JSON.stringify({ workspace: scenarios[0]?.slug, scenario: "hello-world", agent: "tinker" });
  const events = fetch(`${origin}/v1/events`, { headers }).then((response) => response.body?.getReader().read());
  const response = await fetch(`${origin}/v1/runs`, { method: "POST", headers, body });
  const accepted = await response.json();
  if (response.status !== 202) throw new Error(`the run was not accepted: ${JSON.stringify(accepted)}`);
  const [{ id }] = accepted.data ?? accepted.runs;
  await until(async () => (await read(`runs/${id}`)).status === "finished");
  for (const path of [`runs/${id}/transcript`, `runs/${id}/score`, `runs/${id}/scorecard`, "runs"]) await read(path);
  await events;
  child.kill("SIGTERM");
}

/** Asks until there is an answer; a walk that hangs is ended after a minute. */
async function until(ask) {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the server did not answer within a minute");
}
