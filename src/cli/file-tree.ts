/** Files that a command writes into a user's folder: read from the package, or generated. */
import { chmod, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { AxisError, isDiskFailure, errorMessage } from "../core/error.ts";
import { makeFolders } from "./make-folders.ts";

export interface TemplateFile {
  /** Relative to the target folder, with slashes. */
  readonly path: string;
  readonly content: string;
}

/** Reads all text files below a folder, in code-unit order; skips what AXIS itself wrote there. */
export async function readFileTree(folder: string): Promise<TemplateFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.startsWith(".axis/"));
  return Promise.all(
    paths.toSorted().map(async (path) => ({ path, content: await readFile(join(folder, path), "utf8") })),
  );
}

/** Writes one file and creates its parent folders. Scripts become executable. */
export async function writeTemplateFile(folder: string, { path, content }: TemplateFile): Promise<void> {
  const file = join(folder, path);
  try {
    await makeFolders(dirname(file));
    await writeFile(file, content);
    if (content.startsWith("#!")) await chmod(file, 0o755);
  } catch (cause) {
    const isFull = isDiskFailure(cause);
    throw new AxisError(isFull ? "disk" : "not-writable", `${path} could not be written: ${errorMessage(cause)}`, {
      hint: isFull ? "Free some disk space, then try again" : `Give this user write access to ${folder}`,
      cause,
    });
  }
}
