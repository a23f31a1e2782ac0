/** Creates `.axis/` for a project whose libraries are fetched before its first report: version control must ignore the clones. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../../core/error.ts";
import { ignoreRules } from "../../core/ignore-rules.ts";

/** The folder exists when this resolves; an existing .gitignore is kept. */
export async function makeAxisFolder(configDir: string): Promise<void> {
  const folder = join(configDir, ".axis");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, ".gitignore"), ignoreRules, { flag: "wx" }).catch((error: unknown) => {
    if (systemCode(error) !== "EEXIST") throw error;
  });
}
