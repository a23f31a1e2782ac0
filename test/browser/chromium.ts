/** A real Chromium for tests: the one on this machine, else installed where that is allowed, else a sentence. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

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

/** How long anything in a browser may take: for what hangs, since on a busy machine everything is slow. */
export const patienceMs = 120_000;

/** The caller closes it. */
export function launchChromium(): Promise<Browser> {
  // As root, as in containers, Chromium refuses to start with its own sandbox.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: installedChromium(), args, timeout: patienceMs });
}
