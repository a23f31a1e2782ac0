/** A frozen workspace for a judge to inspect: read-only, and without files that could give the judge instructions. */
import { chmod, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { WorkspaceSnapshot } from "../../core/judge.ts";
import { type FrozenTree, FrozenTreeAltered } from "./freeze.ts";
import { removeFolder } from "./remove-folder.ts";

/** What each built-in agent loads on its own, in lower case: instructions, rules, hooks, tools and settings of a project. */
export const instructionsByAgent: Readonly<Record<string, readonly string[]>> = {
  "claude-code": ["claude.md", "claude.local.md", ".claude", ".claude.json", ".claude-plugin"],
  "claude-sdk": ["claude.md", "claude.local.md", ".claude", ".claude.json", ".claude-plugin"],
  codex: ["agents.md", "agents.override.md", ".codex"],
  "codex-sdk": ["agents.md", "agents.override.md", ".codex"],
  gemini: ["gemini.md", ".gemini", "gemini-extension.json"],
  "qwen-code": ["qwen.md", ".qwen", "qwen-extension.json"],
  goose: [".goosehints", ".goosehints.local", ".goose"],
  opencode: ["opencode.json", "opencode.jsonc", ".opencode"],
  "fast-agent": [".fast-agent", "fastagent.config.yaml", "fastagent.secrets.yaml"],
  openhands: [".openhands", ".openhands_instructions"],
  kimi: ["kimi.md", ".kimi", ".kimi-code"],
  "mistral-vibe": [".vibe"],
  blackbox: ["blackbox.md", ".blackbox", ".blackboxcli", ".blackboxrules"],
  stakpak: ["stakpak.md", ".stakpak"],
  poolside: ["poolside.md", ".poolside", ".pool"],
  vtcode: ["vtcode.md", "vtcode.toml", ".vtcode"],
  "cursor-agent": [".cursor", ".cursorrules"],
  auggie: [".augment", ".augment-guidelines"],
  "factory-droid": [".factory", ".droid"],
  qoder: ["qoder.md", ".qoder"],
  cline: [".clinerules", ".cline"],
  kilo: [".kilocode", ".kilocoderules", ".kilocodemodes", ".kilo", "kilo.json", "kilo.jsonc"],
  copilot: ["copilot-instructions.md", ".copilot"],
  "kiro-cli": [".kiro"],
};

/** What several of them share, what other agents load, and repositories, whose own settings can make git start programs. */
const sharedNames =
  ".git .vscode .mcp.json mcp.json .agents .agent .skills .rules agent.md agents.md agents.local.md agents.override.md conventions.md .aider.conf.yml .amp .codebuddy codebuddy.md .continue .continuerules .crush .crush.json crush.json crush.md .devin .firebender firebender.json .iflow iflow.md .junie replit.md .roo .roomodes .roorules .trae warp.md .windsurf .windsurfrules".split(
    " ",
  );

const instructionNames: ReadonlySet<string> = new Set([...Object.values(instructionsByAgent).flat(), ...sharedNames]);

/** Rules for one mode of an agent (`.clinerules-architect`), and what Copilot finds by the end of its name. */
const instructionPattern =
  /^\.(?:clinerules|kilocoderules|roorules|augment-guidelines)[-.]|\.(?:instructions|prompt|chatmode|agent)\.md$/;
/** What Copilot loads from `.github`; the rest of that folder is not for agents. */
const githubNames: ReadonlySet<string> = new Set(["instructions", "prompts", "agents", "chatmodes", "skills", "hooks"]);

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
    ...names.filter((name) => isInstructionName(name)).map((name) => join(parent, name)),
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
  while ([...names].some((name) => name.endsWith(suffix))) suffix = `_${suffix}`;
  return (path) =>
    path
      .split("/")
      .map((segment, depth, segments) =>
        isInstructionName(segment, segments[depth - 1]) ? `${segment}${suffix}` : segment,
      )
      .join("/");
}

/** Also recognises spellings that some file systems treat as the same name. */
function isInstructionName(segment: string, parent = ""): boolean {
  const name = normalizeSegment(segment);
  if (instructionNames.has(name) || instructionPattern.test(name)) return true;
  return normalizeSegment(parent) === ".github" && githubNames.has(name);
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
