/** A real Chromium for tests: the one on this machine, else installed where that is allowed, else a sentence. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Browser, type BrowserServer, chromium } from "playwright-core";

/** Draws no window of its own, which halves the time of the suite. */
const headlessShell = "/usr/bin/chromium-headless-shell";

const usualPlaces = [
  process.env["CHROMIUM_PATH"],
  headlessShell,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
] as const;

function findChromium(): string | undefined {
  return usualPlaces.find((path): path is string => path !== undefined && existsSync(path));
}

function installedChromium(): string {
  if (process.env["CHROMIUM_PATH"] === undefined && !existsSync(headlessShell))
    installPackage("chromium-headless-shell");
  if (findChromium() === undefined) {
    apt("update");
    installPackage("chromium-headless-shell");
  }
  if (findChromium() === undefined) installPackage("chromium");
  const installed = findChromium();
  if (installed !== undefined) return installed;
  throw new Error("These tests need Chromium: install it, or name it in CHROMIUM_PATH");
}

/** How long anything in a browser may take: less than a test may, so that it is seen what was waited for. */
export const patienceMs = 48_000 * Math.max(1, Number(process.env["AXIS_TEST_SLOW"] ?? 1));

function installPackage(name: string): void {
  apt("-o", "DPkg::Lock::Timeout=300", "install", "-y", "-q", "--no-install-recommends", name);
}

/** Only root may install packages. What could not be installed is found missing afterwards. */
function apt(...words: string[]): void {
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get"))
    spawnSync("apt-get", words, { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
}

function launchOptions() {
  // As root, as in containers, Chromium refuses to start with its own sandbox.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return { executablePath: installedChromium(), args, timeout: patienceMs };
}

/** For the benchmarks. The caller closes it. @public */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions());
}

/** For many processes to connect to. The caller closes it. */
export function launchChromiumServer(): Promise<BrowserServer> {
  return chromium.launchServer(launchOptions());
}

/** Closing what this gives closes its own pages, and leaves the browser to the others. */
export function connectToChromium(endpoint: string): Promise<Browser> {
  return chromium.connect(endpoint, { timeout: patienceMs });
}
