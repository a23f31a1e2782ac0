/** The page of a large report: how large its file is, and how soon a browser shows its first row. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { createJiti } from "jiti";
import { templates } from "../scripts/build-web.mjs";
import { figure, heading, least, median } from "./figures.mjs";
import { random, syntheticCalls } from "./synthetic.mjs";

const root = join(fileURLToPath(new URL(".", import.meta.url)), "..");
const runs = 100;
const calls = 300;
const loads = 5;

/** Needs a Chromium on this machine, as the tests of the page do. */
export async function page() {
  const source = createJiti(import.meta.url);
  const { removePages } = await source.import("../test/browser/sample-page.ts");
  const { launchChromium } = await source.import("../test/browser/chromium.ts");
  const browser = await launchChromium();
  heading(
    `The page of a report: ${runs} runs of ${calls} tool calls each; ${loads} loads from disk, each in a new window`,
  );
  measureTemplates();
  try {
    const book = readBook();
    await measure("text of this repository", (entry, next) => withText(entry, book, next), { source, browser });
    await measure("words drawn at random, which hardly compress", (entry) => entry, { source, browser });
  } finally {
    await browser.close();
    removePages();
  }
}

async function measure(what, change, { source, browser }) {
  const { sampleRun } = await source.import("../test/browser/sample-run.ts");
  const { reportOf, sideOf, writePages } = await source.import("../test/browser/sample-page.ts");
  const { pageBytes } = await source.import("../src/report/page/page-file.ts");
  const details = [];
  for (let number = 0; number < runs; number += 1) {
    const pair = { scenarioKey: `suite/task-${number % 25}`, agentName: `agent-${Math.floor(number / 25)}` };
    const next = random(number);
    details.push(
      await sampleRun(
        [...syntheticCalls(calls, number + 1)].map((entry) => change(entry, next)),
        pair,
      ),
    );
  }
  const input = { sides: [sideOf(reportOf(details), details)], comparison: null };
  const [split, whole] = [await writePages(input, { pageBytes }), await writePages(input)];
  const times = [];
  const homes = [];
  for (let load = 0; load < loads; load += 1) {
    times.push(
      await firstShownMs(browser, { address: `${whole.address}#/?view=table`, what: "table.results tbody tr" }),
    );
    homes.push(await firstShownMs(browser, { address: whole.address, what: "main h1" }));
  }
  const text = details.reduce((sum, { output }) => sum + JSON.stringify(output.transcript).length, 0);
  const note = `${(text / 1e6).toFixed(0)} MB of transcripts, ${what}`;
  figure("all in one file, as axis reports export writes it", whole.bytes / 1e6, { unit: "MB", most: 15, note });
  figure("report.html, where more goes to further files", split.bytes / 1e6, { unit: "MB", most: 15 });
  figure("until the verdict of the one file can be seen, fastest", least(homes) / 1000, { unit: "s", most: 1 });
  figure("until the verdict of the one file can be seen, median", median(homes) / 1000, { unit: "s", most: 1 });
  figure("until the first row of the one file can be seen, fastest", least(times) / 1000, { unit: "s", most: 1.5 });
  figure("until the first row of the one file can be seen, median", median(times) / 1000, { unit: "s", most: 1.5 });
  const { decodeBase91 } = await source.import("../src/report/html/base91.ts");
  const { packed, plain } = measureIndex(whole.path, decodeBase91);
  figure("what the home reads: the index in the file", packed / 1000, { unit: "kB", most: 400 });
  figure("the same unpacked", plain / 1000, { unit: "kB" });
}

/** The index is the only block that the home reads. */
function measureIndex(path, decode) {
  const block = /<script type="text\/plain" id="index">([^<]*)</.exec(readFileSync(path, "utf8"))?.[1] ?? "";
  return { packed: block.length, plain: gunzipSync(decode(block)).length };
}

/** The pages that are one file each, without any data. */
function measureTemplates() {
  for (const name of templates) {
    const bytes = gzipSync(readFileSync(join(root, "dist", "web", `${name}.html`)), { level: 9 }).length;
    figure(`the template ${name}.html, gzip -9`, bytes / 1000, { unit: "kB", most: 60 });
  }
}

/** Everything that people wrote here: code, tests and pages. */
function readBook() {
  const files = ["src", "docs", "test", "web/src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:ts|tsx|md|mjs)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return files
    .sort()
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
}

/** The same entry, with texts of the same lengths from the book. */
function withText(entry, book, next) {
  const passage = (text) => {
    const at = Math.floor(next() * (book.length - text.length));
    return book.slice(at, at + text.length);
  };
  if (entry.type === "tool_result") return { ...entry, output: passage(entry.output) };
  return entry.type === "assistant" ? { ...entry, text: passage(entry.text) } : entry;
}

/** From the beginning of the navigation to the frame after the element stands in the page. */
async function firstShownMs(browser, { address, what }) {
  const context = await browser.newContext();
  try {
    const view = await context.newPage();
    await view.addInitScript(watchFor, what);
    await view.goto(address, { waitUntil: "commit" });
    return await (await view.waitForFunction(() => window.firstShownMs, null, { timeout: 120_000 })).jsonValue();
  } finally {
    await context.close();
  }
}

/** Runs within the page, before its own script. */
function watchFor(selector) {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.firstShownMs = performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true });
}
