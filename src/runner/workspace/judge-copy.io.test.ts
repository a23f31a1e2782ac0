/** Holds what a judge may look at: everything that was left, nothing that could instruct it, for reading only. */
import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freezeWorkspace } from "./freeze.ts";
import { createLeftWork, instructionsByAgent } from "./judge-copy.ts";
import { removeFolder } from "./remove-folder.ts";

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "axis-judge-copy-")));
  await mkdir(join(root, "work"));
});
afterEach(() => removeFolder(root));

async function leave(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(root, "work", path)), { recursive: true });
    await writeFile(join(root, "work", path), `content of ${path}`, { mode: 0o755 });
  }
}

async function copied(): Promise<string[]> {
  const frozen = await freezeWorkspace(join(root, "work"), join(root, "frozen"));
  expect(await createLeftWork(async () => frozen).copyForJudge(join(root, "copy"))).toBe(true);
  return (await readdir(join(root, "copy"), { recursive: true })).toSorted();
}

test.each([
  "CLAUDE.md",
  "claude.md",
  "AGENTS.md",
  "GEMINI.md",
  ".mcp.json",
  ".cursorrules",
  ".claude/settings.json",
  ".github/copilot-instructions.md",
  ".github/instructions/all.instructions.md",
  ".github/hooks/start.json",
  "docs/style.instructions.md",
  ".clinerules-architect",
  ...Object.values(instructionsByAgent).flat(),
  "packages/app/AGENTS.md",
  ".git/config",
  "vendor/.git/hooks/post-checkout",
  ".codex/config.toml",
  ".vscode/mcp.json",
  "CLAUDE.md.",
  "ＣＬＡＵＤＥ.md",
  "CLA\u200bUDE.md",
])("%s is there under another name, with its content", async (path) => {
  await leave(path, "plain.txt");
  const paths = await copied();
  const [kept] = paths.filter((each) => each.endsWith(path.split("/").at(-1) ?? "") || each.endsWith(".evidence"));
  expect(paths).not.toContain(path);
  expect(kept?.includes(".evidence") || paths.some((each) => each.includes(".evidence/"))).toBe(true);
  expect(await readFile(join(root, "copy", "plain.txt"), "utf8")).toBe("content of plain.txt");
});

test("a name that is taken already is not written over", async () => {
  await leave("CLAUDE.md", "CLAUDE.md.evidence", "sub/AGENTS.md_.evidence");
  expect(await copied()).toEqual(["CLAUDE.md.evidence", "CLAUDE.md__.evidence", "sub", "sub/AGENTS.md_.evidence"]);
  expect(await readFile(join(root, "copy", "CLAUDE.md__.evidence"), "utf8")).toBe("content of CLAUDE.md");
});

test("nothing in it may be written or run, and links inside lead to where things are now", async () => {
  await leave(".claude/notes.txt", "run.sh");
  await symlink(".claude/notes.txt", join(root, "work", "link"));
  await copied();
  const modeOf = async (path: string) => ((await stat(join(root, "copy", path))).mode & 0o777).toString(8);
  expect([await modeOf("run.sh"), await modeOf("."), await modeOf(".claude.evidence")]).toEqual(["444", "555", "555"]);
  expect(await readlink(join(root, "copy", "link"))).toBe(".claude.evidence/notes.txt");
});

test("an empty workspace is an empty folder", async () => {
  expect(await copied()).toEqual([]);
});

test("what is no longer what the agent left is not shown at all", async () => {
  await leave("a.txt");
  const frozen = await freezeWorkspace(join(root, "work"), join(root, "frozen"));
  await writeFile(join(root, "frozen", "a.txt"), "altered by a check");
  expect(await createLeftWork(async () => frozen).copyForJudge(join(root, "copy"))).toBe(false);
  expect(await readdir(root)).not.toContain("copy");
});
