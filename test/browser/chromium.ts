/** A real Chromium for tests: the one on this machine, else installed where that is allowed, else a sentence. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Browser, type BrowserServer, chromium } from "playwright-core";

const usualPlaces = [
  process.env["CHROMIUM_PATH"],
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
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    spawnSync("apt-get", ["update"], { stdio: "inherit" });
    spawnSync("apt-get", ["-o", "DPkg::Lock::Timeout=300", "install", "-y", "--no-install-recommends", "chromium"], {
      stdio: "inherit",
    });
  }
  const installed = findChromium();
  if (installed !== undefined) return installed;
  throw new Error("These tests need Chromium: install it, or name it in CHROMIUM_PATH");
}

/** How long anything in a browser may take: less than a test may, so that it is seen what was waited for. */
export const patienceMs = 48_000 * Math.max(1, Number(process.env["AXIS_TEST_SLOW"] ?? 1));

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
