/** Makes a fresh clone ready: installs the locked packages when they are missing or stale; with --build, builds what is out of date. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 12)) {
  console.error(`AXIS needs Node 20.12 or later; this is Node ${process.versions.node}.`);
  process.exit(2);
}

installIfNeeded();
if (process.argv.includes("--build")) buildIfNeeded();

/** npm ci, unless node_modules was made from this very lockfile. */
function installIfNeeded() {
  const stamp = join(root, "node_modules", ".axis-lock-hash");
  const wanted = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.error("Installing packages (npm ci) ...");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(stamp, wanted);
}

/** Builds when a source file is newer than the last build. */
function buildIfNeeded() {
  const stamp = join(root, "dist", ".built");
  const sources = ["src", "scripts", "web"].flatMap((folder) => filesBelow(join(root, folder)));
  const newest = Math.max(...sources.concat(join(root, "package.json")).map((file) => statSync(file).mtimeMs));
  if (existsSync(stamp) && Number(readFileSync(stamp, "utf8")) === newest) return;
  run(process.execPath, [join(root, "scripts", "build.mjs")]);
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(stamp, String(newest));
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function run(program, args) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
