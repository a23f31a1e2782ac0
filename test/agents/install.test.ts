/** How the programs get here: fetched once, found the next time, and a registry that is away is said plainly. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { root } from "../markdown.ts";

function install(env: Readonly<Record<string, string>>) {
  const script = join(root, "scripts", "install-agents.mjs");
  return spawnSync(process.execPath, [script], { env: { ...process.env, ...env }, encoding: "utf8" });
}

test("programs of the right versions are not fetched again", () => {
  const { status, stderr } = install({
    AXIS_AGENTS_CACHE: inject("agentsCache"),
    npm_config_registry: "http://127.0.0.1:9/",
  });
  expect([status, stderr]).toEqual([0, ""]);
});

test("without a registry it ends with 1, says so, and leaves nothing half installed", () => {
  const cache = mkdtempSync(join(tmpdir(), "axis-agents-"));
  onTestFinished(() => rmSync(cache, { recursive: true }));
  const { status, stderr } = install({
    AXIS_AGENTS_CACHE: cache,
    npm_config_registry: "http://127.0.0.1:9/",
    npm_config_fetch_retries: "0",
    npm_config_cache: join(cache, "npm"),
  });
  expect(status).toBe(1);
  expect(stderr).toContain("could not be installed: is the npm registry reachable from here?");
  expect(readdirSync(cache).filter((name) => name !== "npm")).toEqual([]);
});
