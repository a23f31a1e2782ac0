/** Checks what npm would publish from this folder, or from the one that is named: within its size budget, without source maps, and with everything package.json points to. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** A little above what the package had when this was set: 6.40 MB, of which 3.5 are the empty database, and 522 files. */
const budget = { bytes: 6_550_000, files: 540 };

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** What npm would publish from a folder, and what is wrong with it. Nothing is written. */
export function checkPackage(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const listed = listPackage(folder);
  return { ...listed, problems: findProblems(listed, manifest) };
}

function listPackage(folder) {
  const { status, stdout, stderr } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm pack failed:\n${stderr}`);
  const [{ size, files }] = JSON.parse(stdout);
  return { bytes: size, files: files.map(({ path }) => path) };
}

function findProblems({ bytes, files }, manifest) {
  const problems = [];
  if (bytes > budget.bytes)
    problems.push(`The package has ${formatMegabytes(bytes)}; its budget is ${formatMegabytes(budget.bytes)}.`);
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

export function formatMegabytes(bytes) {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { bytes, files, problems } = checkPackage(process.argv[2] ?? root);
  for (const problem of problems) console.error(problem);
  console.log(`${formatMegabytes(bytes)} in ${files.length} files`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
