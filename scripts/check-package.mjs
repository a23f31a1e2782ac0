/** Checks what npm would publish from this folder, or from the one that is named: small, small with its dependencies, without source maps, and with everything package.json points to. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Half of the packed bytes are the empty database; half of the installed ones are the engine that opens it. */
const budget = { bytes: 7_000_000, files: 500, installedBytes: 60_000_000 };

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** What npm would publish from a folder, and what is wrong with it. Nothing is written. */
export function checkPackage(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const listed = listPackage(folder);
  const found = { ...listed, installedBytes: listed.unpackedBytes + measureDependencies(folder) };
  return { ...found, problems: findProblems(found, manifest) };
}

function listPackage(folder) {
  const { status, stdout, stderr } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm pack failed:\n${stderr}`);
  const [{ size, unpackedSize, files }] = JSON.parse(stdout);
  return { bytes: size, unpackedBytes: unpackedSize, files: files.map(({ path }) => path) };
}

/** What the dependencies take, by the lockfile and the folders it describes: those that npm installs for users too. */
function measureDependencies(folder) {
  const lockfile = join(folder, "package-lock.json");
  if (!existsSync(lockfile)) return 0;
  const { packages } = JSON.parse(readFileSync(lockfile, "utf8"));
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional)
    .reduce((sum, [path]) => sum + measureFolder(join(folder, path)), 0);
}

function measureFolder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}

function findProblems({ bytes, files, installedBytes }, manifest) {
  const problems = [];
  if (bytes > budget.bytes)
    problems.push(`The package has ${formatMegabytes(bytes)}; its budget is ${formatMegabytes(budget.bytes)}.`);
  if (installedBytes > budget.installedBytes)
    problems.push(
      `The package takes ${formatMegabytes(installedBytes)} with its dependencies; the budget is ${formatMegabytes(budget.installedBytes)}.`,
    );
  if (files.length > budget.files)
    problems.push(`The package has ${files.length} files; its budget is ${budget.files}.`);
  const maps = files.filter((path) => path.endsWith(".map"));
  if (maps.length > 0) problems.push(`The package has source maps (${maps.length}); build it without them.`);
  const missing = listTargets(manifest).filter((path) => !files.includes(path));
  if (missing.length > 0) problems.push(`The package lacks ${missing.join(", ")}; run: npm run build`);
  return problems;
}

/** Every file that package.json points to. */
function listTargets({ bin, exports }) {
  const targets = [...Object.values(bin ?? {}), ...leaves(exports)];
  return targets.map((path) => path.replace(/^\.\//, ""));
}

/** The paths in `exports`, however deep. */
function leaves(target) {
  return typeof target === "string" ? [target] : Object.values(target).flatMap(leaves);
}

export function describePackage({ bytes, files, installedBytes }) {
  return `${formatMegabytes(bytes)} in ${files.length} files, ${formatMegabytes(installedBytes)} installed`;
}

function formatMegabytes(bytes) {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const checked = checkPackage(process.argv[2] ?? root);
  const { problems } = checked;
  for (const problem of problems) console.error(problem);
  console.log(describePackage(checked));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
