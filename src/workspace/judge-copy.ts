/** A frozen workspace as a judge may look at it: for reading only, and without a file that could instruct the judge. */
import { chmod, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { LeftWork } from "../core/judge.ts";
import { type FrozenTree, FrozenTreeAltered } from "./frozen-tree.ts";
import { removeFolder } from "./removal.ts";

/**
 * Names that agent programs load by themselves, in lower case, whether as files or as folders; and repositories, whose
 * own settings can make git start programs.
 */
const instructing: ReadonlySet<string> = new Set([
  ".agents",
  ".agent",
  ".aider.conf.yml",
  ".amp",
  ".augment",
  ".claude",
  ".claude.json",
  ".clinerules",
  ".codex",
  ".continue",
  ".cursor",
  ".cursorrules",
  ".gemini",
  ".git",
  ".goose",
  ".goosehints",
  ".junie",
  ".kiro",
  ".mcp.json",
  ".opencode",
  ".qwen",
  ".roo",
  ".roorules",
  ".vscode",
  ".windsurf",
  ".windsurfrules",
  "agent.md",
  "agents.local.md",
  "agents.md",
  "agents.override.md",
  "claude.local.md",
  "claude.md",
  "conventions.md",
  "copilot-instructions.md",
  "crush.md",
  "gemini.md",
  "mcp.json",
  "opencode.json",
  "opencode.jsonc",
  "qwen.md",
]);

/** Added to such names. */
export const evidenceSuffix = ".evidence";

/** What was left behind, for a judge. */
export function leftWork(frozen: () => Promise<FrozenTree>): LeftWork {
  return {
    copyForJudge: async (into) => {
      const tree = await frozen();
      try {
        await tree.copy(into, renaming(tree));
      } catch (error) {
        // Only code of the agent's, run by a check, can have done that: it must not cost the run its number.
        if (!(error instanceof FrozenTreeAltered)) throw error;
        await removeFolder(into);
        return false;
      }
      await seal(into);
      return true;
    },
  };
}

/** Instructing files above a folder, which a judge may load too. Without a sandbox an agent can have put them there. */
export async function instructionsAbove(folder: string): Promise<string[]> {
  const parent = dirname(folder);
  if (parent === folder) return [];
  // A folder that cannot be listed by us is not listed by a judge with our rights either.
  const names = await readdir(parent).catch(() => []);
  return [...names.filter(isInstructing).map((name) => join(parent, name)), ...(await instructionsAbove(parent))];
}

/** Gives every instructing name another one, which no name of the tree has already. */
function renaming({ files, folders, links }: FrozenTree): (path: string) => string {
  const names = new Set(
    [...files, ...links]
      .map(({ path }) => path)
      .concat(folders)
      .flatMap(lowerSegments),
  );
  let suffix = evidenceSuffix;
  while ([...instructing].some((name) => names.has(`${name}${suffix}`))) suffix = `_${suffix}`;
  const named = (segment: string) => (isInstructing(segment) ? `${segment}${suffix}` : segment);
  return (path) => path.split("/").map(named).join("/");
}

/** Also in a spelling that some file system takes for the same. */
function isInstructing(segment: string): boolean {
  return instructing.has(plain(segment));
}

function lowerSegments(path: string): string[] {
  return path.split("/").map(plain);
}

function plain(segment: string): string {
  return segment
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase()
    .replace(/[. ]+$/, "");
}

/** Takes away the right to write, from the leaves upwards. */
async function seal(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await seal(join(folder, entry.name));
    else if (entry.isFile()) await chmod(join(folder, entry.name), 0o444);
  }
  await chmod(folder, 0o555);
}
