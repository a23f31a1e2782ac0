/**
 * Builds the docs site into site/dist: npm run docs
 *
 * The pages come from docs/; pictures and the sample report are made by the product as it is now. AXIS_SITE_BASE is the
 * path that the site is served from, when that is not /.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeTexts } from "./llms.mjs";
import { listSections, readPage } from "./pages.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const site = join(root, "site");
const shared = join(site, ".public");
const { values: options } = parseArgs({
  options: {
    out: { type: "string", default: join(site, "dist") },
    "stored-pictures": { type: "boolean", default: false },
  },
});
const looks = ["light-1440", "dark-1440"];

installIfNeeded();
rmSync(shared, { recursive: true, force: true });
mkdirSync(shared, { recursive: true });
copyLinkedFiles();
makeSampleReport();
takePictures();
run(process.execPath, [
  join(site, "node_modules/vitepress/bin/vitepress.js"),
  "build",
  "site",
  "--outDir",
  resolve(options.out),
]);
writeTexts(root, options.out);

/** npm ci in site/, unless its packages were made from this very lockfile. */
function installIfNeeded() {
  const stamp = join(site, "node_modules", ".axis-lock-hash");
  const wanted = createHash("sha256")
    .update(readFileSync(join(site, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], site);
  writeFileSync(stamp, wanted);
}

/** Files that pages link to and that are no pages themselves, such as a config of an example. */
function copyLinkedFiles() {
  for (const page of listSections(root).flatMap(({ pages }) => pages)) {
    for (const [, path] of readPage(root, page).matchAll(/\]\((\.[^)#]*|[\w./-]+)\)/g)) {
      const file = posix.join(posix.dirname(page), path);
      if (!/\.(?:md|webp)$/.test(file)) cpSync(join(root, file), join(shared, "files", file), { recursive: true });
    }
  }
}

/** The page of the sample project's report, as `axis demo` writes it. */
function makeSampleReport() {
  const scratch = mkdtempSync(join(tmpdir(), "axis-site-"));
  try {
    run(process.execPath, [join(root, "dist", "cli.js"), "demo"], scratch);
    const reports = join(scratch, "axis-demo", ".axis", "reports");
    const [report] = readdirSync(reports);
    cpSync(join(reports, report, "report.html"), join(shared, "sample", "report.html"));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The pictures of docs/images, taken again; with `--stored-pictures`, those of the repository stand for both looks. */
function takePictures() {
  const names = readdirSync(join(root, "docs/images")).map((file) => file.replace(/\.webp$/, ""));
  const out = join(shared, "pictures");
  if (options["stored-pictures"]) {
    for (const name of names)
      for (const look of looks) cpSync(join(root, `docs/images/${name}.webp`), join(out, `${name}-${look}.webp`));
    return;
  }
  const flags = ["--window", "--exact", names.join(","), "--looks", looks.join(","), "--out", out];
  run(process.execPath, [join(root, "scripts/screenshots/take.mjs"), ...flags]);
}

function run(program, args, cwd = root) {
  const { status, error } = spawnSync(program, args, { cwd, stdio: ["ignore", 2, 2] });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with code ${status}`);
}
