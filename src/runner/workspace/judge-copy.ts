/** A frozen workspace for a judge to inspect: read-only, and without files that could give the judge instructions. */
import { chmod, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { WorkspaceSnapshot } from "../../core/judge.ts";
import { type FrozenTree, FrozenTreeAltered } from "./freeze.ts";
import { removeFolder } from "./remove-folder.ts";

/**
 * Files and folders that agent programs load on their own, in lower case; and repositories, whose own settings can make
 * git start programs.
 */
const instructionNames: ReadonlySet<string> = new Set([
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

/** Appended to such names. */
const evidenceSuffix = ".evidence";

/** Gives a judge access to the work the agent left. */
export function createLeftWork(frozen: () => Promise<FrozenTree>): WorkspaceSnapshot {
  return {
    copyForJudge: async (into) => {
      const tree = await frozen();
      try {
        await tree.copy(into, createRenamer(tree));
      } catch (error) {
        // Only the agent's code, run by a check, can have caused this; it must not cost the run its score.
        if (!(error instanceof FrozenTreeAltered)) throw error;
        await removeFolder(into);
        return false;
      }
      await makeReadOnly(into);
      return true;
    },
  };
}

/** Finds instruction files above a folder, which a judge may load too. Without a sandbox, an agent can have put them there. */
export async function findInstructionsAbove(folder: string): Promise<string[]> {
  const parent = dirname(folder);
  if (parent === folder) return [];
  // If AXIS cannot list a folder, a judge with the same rights cannot either.
  const names = await readdir(parent).catch(() => []);
  return [
    ...names.filter(isInstructionName).map((name) => join(parent, name)),
    ...(await findInstructionsAbove(parent)),
  ];
}

/** Gives every instruction file a new name that does not occur in the tree. */
function createRenamer({ files, folders, links }: FrozenTree): (path: string) => string {
  const names = new Set(
    [...files, ...links]
      .map(({ path }) => path)
      .concat(folders)
      .flatMap(normalizeSegments),
  );
  let suffix = evidenceSuffix;
  while ([...instructionNames].some((name) => names.has(`${name}${suffix}`))) suffix = `_${suffix}`;
  const named = (segment: string) => (isInstructionName(segment) ? `${segment}${suffix}` : segment);
  return (path) => path.split("/").map(named).join("/");
}

/** Also recognises spellings that some file systems treat as the same name. */
function isInstructionName(segment: string): boolean {
  return instructionNames.has(normalizeSegment(segment));
}

function normalizeSegments(path: string): string[] {
  return path.split("/").map(normalizeSegment);
}

function normalizeSegment(segment: string): string {
  return segment
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase()
    .replace(/[. ]+$/, "");
}

/** Removes write permission, from the leaves upwards. */
async function makeReadOnly(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await makeReadOnly(join(folder, entry.name));
    else if (entry.isFile()) await chmod(join(folder, entry.name), 0o444);
  }
  await chmod(folder, 0o555);
}
