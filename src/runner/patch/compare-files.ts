/** Compares files with git in a directory that holds only these files, so that no workspace can influence the result. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readSection, splitPatch } from "../../core/patch-text.ts";
import { removeFolder } from "../workspace/remove-folder.ts";
import { callGit, type GitContext, createGitFolder } from "../gates/private-git.ts";
import type { TreeOptions } from "../gates/tree.ts";
import { writeBlob } from "./blob.ts";
import type { ShownFile } from "./changed-file.ts";
import { formatQuotedHead } from "./join-sections.ts";

/** The sections of a diff by path. A file whose shown contents are equal has none. */
export type DiffSections = ReadonlyMap<string, string>;

export async function compareFiles(files: readonly ShownFile[], options: TreeOptions): Promise<DiffSections> {
  const sections = new Map<string, string>();
  try {
    for (const isText of [true, false]) {
      const chosen = files.filter((file) => file.isText === isText);
      if (chosen.length === 0) continue;
      for (const section of splitPatch(await diffFiles(chosen, { ...options, isText }))) {
        const { path } = readSection(readHead(section));
        // A file that became a link has two sections: one deletes it, one adds it.
        sections.set(path, `${sections.get(path) ?? ""}${path.includes(" /") ? quoteHead(section, path) : section}`);
      }
    }
  } finally {
    await removeFolder(options.scratch);
  }
  return sections;
}

function quoteHead(section: string, path: string): string {
  return `${formatQuotedHead(path)}${section.slice(section.indexOf("\n"))}`;
}

function readHead(section: string): string {
  return section.slice(0, section.indexOf("\n"));
}

async function diffFiles(
  files: readonly ShownFile[],
  options: TreeOptions & { readonly isText: boolean },
): Promise<string> {
  const { scratch, isText, ...rest } = options;
  const folder = join(scratch, isText ? "text" : "bytes");
  // Git looks at an empty folder, because it compares only the contents it was given.
  const place: GitContext = { ...rest, folder, work: join(scratch, "nothing") };
  await createGitFolder(folder);
  await mkdir(place.work, { recursive: true });
  if (!isText) await writeFile(join(folder, "info", "attributes"), "* -diff\n");
  const stdin = await toFastImport(files, join(folder, "objects"));
  const imported = await callGit(place, { args: ["fast-import", "--quiet"], stdin });
  const output = join(folder, "diff");
  const compared = imported.ok && (await callGit(place, { args: diffArguments(output, isText) }));
  if (!compared || !compared.ok) throw new Error("git could not compare the files, or took too long");
  return await readFile(output, "utf8");
}

function diffArguments(output: string, isText: boolean): string[] {
  const safe = ["--no-ext-diff", "--no-textconv", "--no-color", "--no-renames", "--src-prefix=a/", "--dst-prefix=b/"];
  const how = isText ? "--text" : "--binary";
  return ["diff-tree", "-r", "-p", "--full-index", how, ...safe, `--output=${output}`, "before", "after"];
}

/** Writes both states as commits in the format of fast-import. */
async function toFastImport(files: readonly ShownFile[], objects: string): Promise<string> {
  const lines: Record<"before" | "after", string[]> = { before: [], after: [] };
  for (const file of files)
    for (const side of ["before", "after"] as const) {
      const content = file.contents[side];
      const version = file[side];
      if (content === null || version === null) continue;
      lines[side].push(`M ${version.mode} ${await writeBlob(objects, content)} ${quotePath(file.path)}\n`);
    }
  return (["before", "after"] as const).map((side) => `${commitHead(side)}${lines[side].join("")}\n`).join("");
}

function commitHead(name: string): string {
  return `commit refs/heads/${name}\ncommitter axis <axis> 0 +0000\ndata 0\n`;
}

function quotePath(path: string): string {
  return `"${path.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`)}"`;
}
