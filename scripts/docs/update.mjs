/**
 * Writes the parts of the pages that come from the code:
 *
 *   node scripts/docs/update.mjs             docs/troubleshooting.md
 *   node scripts/docs/update.mjs --pictures  docs/images as well; takes two minutes
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";

const root = fileURLToPath(new URL("../..", import.meta.url));

const { updateErrorSections } = await createJiti(import.meta.url).import("./error-sections.ts");
const page = join(root, "docs/troubleshooting.md");
writeFileSync(page, updateErrorSections(readFileSync(page, "utf8")));
if (process.argv.includes("--pictures")) updatePictures();

/** Every picture that is there, taken again of the built product. */
function updatePictures() {
  const images = join(root, "docs/images");
  const names = readdirSync(images).map((file) => file.replace(/\.webp$/, ""));
  const scratch = mkdtempSync(join(tmpdir(), "axis-pictures-"));
  const flags = ["--window", "--exact", names.join(","), "--looks", "light-1440", "--out", scratch];
  const { status } = spawnSync(process.execPath, ["scripts/screenshots/take.mjs", ...flags], {
    cwd: root,
    stdio: "inherit",
  });
  if (status === 0)
    for (const name of names) copyFileSync(join(scratch, `${name}-light-1440.webp`), join(images, `${name}.webp`));
  rmSync(scratch, { recursive: true, force: true });
  process.exitCode = status ?? 1;
}
