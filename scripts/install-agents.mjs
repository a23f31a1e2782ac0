/** Puts pinned versions of real agent programs into a cache folder, outside the package, for `npm run test:agents`. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** One npm prefix each, named as in the first column. */
export const programs = [
  { name: "claude", package: "@anthropic-ai/claude-code", version: "2.1.325" },
  { name: "codex", package: "@openai/codex", version: "0.166.0" },
  { name: "gemini", package: "@google/gemini-cli", version: "0.61.0" },
  { name: "opencode", package: "opencode-ai", version: "1.18.33" },
  { name: "qwen", package: "@qwen-code/qwen-code", version: "0.24.4" },
  { name: "copilot", package: "@github/copilot", version: "1.0.102" },
  { name: "cline", package: "cline", version: "3.0.65" },
  { name: "claude-agent-acp", package: "@agentclientprotocol/claude-agent-acp", version: "0.99.0" },
  { name: "codex-acp", package: "@agentclientprotocol/codex-acp", version: "2.6.0" },
];

/** `$AXIS_AGENTS_CACHE`, else a folder among the user's caches. */
export function cacheFolder(env = process.env) {
  if (env.AXIS_AGENTS_CACHE) return resolve(env.AXIS_AGENTS_CACHE);
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "axis-agents");
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "axis-agents");
}

/** As vitest's global setup: the suite learns where the programs are. Everything is installed by then, or is now. */
export default function setup(project) {
  const cache = cacheFolder();
  if (!installAll(cache)) throw new Error("not every agent could be installed; see above");
  project.provide("agentsCache", cache);
}

/** Whether all of them are there now. */
function installAll(cache) {
  return programs.every((program) => install(program, cache));
}

function install(program, cache) {
  const folder = join(cache, program.name);
  if (installedVersion(program, folder) === program.version) return true;
  console.error(`Installing ${program.package}@${program.version} into ${folder} ...`);
  // In a folder of its own first: one that is cut off in the middle must not be taken for whole.
  const partial = `${folder}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, "package.json"), '{ "private": true }\n');
  const { status, error } = spawnSync(
    "npm",
    [
      "install",
      "--prefix",
      partial,
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      `${program.package}@${program.version}`,
    ],
    { stdio: ["ignore", 2, 2], shell: process.platform === "win32" },
  );
  if (error || status !== 0 || installedVersion(program, partial) !== program.version) {
    rmSync(partial, { recursive: true, force: true });
    console.error(
      `${program.package}@${program.version} could not be installed: is the npm registry reachable from here?\n` +
        `A folder that has the programs already can be named with AXIS_AGENTS_CACHE.`,
    );
    return false;
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(partial, folder);
  return true;
}

function installedVersion(program, folder) {
  const manifest = join(folder, "node_modules", program.package, "package.json");
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")).version : null;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exitCode = installAll(cacheFolder()) ? 0 : 1;
