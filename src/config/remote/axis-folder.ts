/** `.axis/` of a project whose libraries are fetched before there is a report: version control must not take in the clones. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../../core/error.ts";
import { ignoreRules } from "../../core/ignore-rules.ts";

/** There when resolved; a .gitignore that somebody wrote stays as it is. */
export async function makeAxisFolder(configDir: string): Promise<void> {
  const folder = join(configDir, ".axis");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, ".gitignore"), ignoreRules, { flag: "wx" }).catch((error: unknown) => {
    if (systemCode(error) !== "EEXIST") throw error;
  });
}
