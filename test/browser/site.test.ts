/** The docs site as `npm run docs` builds it, with the pictures that are in the repository: links, search, accessibility, texts. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, sep } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pagesBelow, root } from "../markdown.ts";
import { violations } from "./axe.ts";
import { useBrowser } from "./browser-test.ts";
import { patienceMs } from "./chromium.ts";

const open = useBrowser();
/** As on GitHub Pages, where a site has a path of its own. */
const base = "/axis/";
let dist: string;
let server: Server | undefined;
let address: string;

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".webp": "image/webp",
};

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), "axis-site-"));
  const { status, stderr } = spawnSync(process.execPath, ["site/build.mjs", "--stored-pictures", "--out", dist], {
    cwd: root,
    env: { ...process.env, AXIS_SITE_BASE: base },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the site could not be built:\n${stderr}`);
  const files = createServer((request, response) => {
    const file = fileAt(new URL(request.url ?? "/", "http://localhost").pathname);
    if (file === null) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] ?? "text/plain" }).end(readFileSync(file));
  });
  server = files;
  await new Promise<void>((resolve) => files.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(files.address() as AddressInfo).port}${base}`;
  // It installs the packages of the site, runs the sample project and renders every page.
}, 6 * patienceMs);

afterAll(() => {
  server?.close();
  rmSync(dist, { recursive: true, force: true });
});

/** The file behind a path, as a server of files finds it. */
function fileAt(path: string): string | null {
  if (!path.startsWith(base)) return null;
  const file = join(dist, decodeURIComponent(path.slice(base.length)));
  if (!existsSync(file)) return null;
  return statSync(file).isDirectory() ? fileAt(`${path.replace(/\/$/, "")}/index.html`) : file;
}

const pages = () =>
  readdirSync(dist, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(sep).join("/"))
    .filter((file) => file.endsWith(".html") && file !== "sample/report.html");

const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

describe("the docs site", () => {
  test("has a page for each page of docs, and every link leads somewhere", () => {
    for (const { path } of pagesBelow("docs"))
      expect(pages()).toContain(path.replace("README.md", "index.html").replace(/\.md$/, ".html"));
    const broken = pages().flatMap((page) => {
      const html = readFileSync(join(dist, page), "utf8");
      const targets = [...html.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, target = ""]) => target);
      return targets.filter((target) => isBroken(page, target)).map((target) => `${page}: ${target}`);
    });
    expect(broken).toEqual([]);
  });

  test.each(["light", "dark"] as const)("is accessible and asks nobody else, %s", async (colorScheme) => {
    for (const path of [
      "",
      "docs/",
      "docs/reading-a-report.html",
      "docs/routes/service.html",
      "docs/troubleshooting.html",
    ]) {
      const { page, wrongs } = await open(`${address}${path}`, { colorScheme });
      await page.locator("h1").first().waitFor();
      await page.waitForLoadState("networkidle");
      expect(await violations(page)).toEqual([]);
      expect(wrongs).toEqual([]);
    }
  });

  test.each([320, 390, 1440])("does not run out of a window of %i pixels", async (width) => {
    for (const page of ["", "docs/cli.html", "docs/reports.html"]) {
      const { page: opened } = await open(`${address}${page}`, { viewport: { width, height: 800 } });
      await opened.locator("h1").first().waitFor();
      expect(await opened.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    }
  });

  test("finds a page by the words of an error, without a server of its own", async () => {
    const { page, wrongs } = await open(address);
    await page.getByRole("button", { name: "Search" }).first().click();
    await page.getByRole("searchbox").fill("No reports exist yet");
    await page.locator("#localsearch-list a", { hasText: "report-missing" }).first().click();
    await page.waitForURL(/troubleshooting\.html#report-missing$/);
    expect(wrongs).toEqual([]);
  });

  test("has a sample report with a verdict", async () => {
    const { page, wrongs } = await open(`${address}sample/report.html`);
    await expect.poll(() => page.locator("h1").first().textContent()).toMatch(/results? (?:passed|failed)/);
    expect(wrongs).toEqual([]);
  });

  test("has its pages as text, for models", () => {
    const list = readFileSync(join(dist, "llms.txt"), "utf8");
    const links = [...list.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => fileAt(`${base}${link}`) === null)).toEqual([]);
    const full = readFileSync(join(dist, "llms-full.txt"), "utf8");
    for (const { path, text } of pagesBelow("docs").filter((each) => each.path !== "docs/README.md")) {
      expect(links).toContain(path);
      expect(full).toContain(text.trim());
    }
  });
});

function isBroken(page: string, target: string): boolean {
  if (/^(?:https?|mailto|data):/.test(target)) return false;
  const { pathname, hash } = new URL(target, `http://localhost${base}${page}`);
  const file = fileAt(pathname);
  if (file === null) return true;
  return (
    hash !== "" && file.endsWith(".html") && !idsOf(readFileSync(file, "utf8")).has(decodeURIComponent(hash.slice(1)))
  );
}
