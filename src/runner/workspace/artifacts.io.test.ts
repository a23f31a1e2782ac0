import { mkdir, mkdtemp, readdir, realpath, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { artifactLimits, captureArtifacts } from "./artifacts.ts";

let root: string;
let work: string;
const kept = new Map<string, string>();
const sink = {
  add: async (path: string, content: Uint8Array) => {
    kept.set(path, Buffer.from(content).toString("latin1"));
    return `artifacts/${path}`;
  },
  holdsSecret: (content: Uint8Array) => Buffer.from(content).includes("canary"),
};

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "axis-test-")));
  work = join(root, "work");
  await mkdir(work);
  kept.clear();
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(work, path)), { recursive: true });
  await writeFile(join(work, path), content);
}

test("files that match any pattern are kept, in code-unit order", async () => {
  await write("out/b.txt", "b");
  await write("out/a.json", "{}");
  await write("Z.md", "z");
  await write("other.txt", "no");
  await write(".hidden/c.txt", "c");
  expect(await captureArtifacts(work, ["out/**", "*.md", "**/c.txt"], sink)).toEqual([
    { path: ".hidden/c.txt", size: 1, mimeType: "text/plain", file: "artifacts/.hidden/c.txt" },
    { path: "Z.md", size: 1, mimeType: "text/markdown", file: "artifacts/Z.md" },
    { path: "out/a.json", size: 2, mimeType: "application/json", file: "artifacts/out/a.json" },
    { path: "out/b.txt", size: 1, mimeType: "text/plain", file: "artifacts/out/b.txt" },
  ]);
  expect(kept.get("out/b.txt")).toBe("b");
});

test("without patterns, or without a workspace, there are none", async () => {
  await write("a", "a");
  expect(await captureArtifacts(work, [], sink)).toEqual([]);
  await rm(work, { recursive: true });
  expect(await captureArtifacts(work, ["**"], sink)).toEqual([]);
});

test("links, FIFOs and what lies behind a link to a folder are skipped", async () => {
  await writeFile(join(root, "secret"), "outside");
  await symlink("../secret", join(work, "link"));
  await symlink("..", join(work, "up"));
  await symlink("/etc", join(work, "etc"));
  await using scope = await openScope({ runId: "artifacts-test", home: root });
  const env = { PATH: process.env["PATH"] ?? "" };
  await runProgram(scope, { program: "mkfifo pipe", args: [], shell: true, cwd: work, env });
  expect(await captureArtifacts(work, ["**"], sink)).toEqual([]);
});

test("a workspace that is a link has no artifacts", async () => {
  await rm(work, { recursive: true });
  await symlink("/etc", work);
  expect(await captureArtifacts(work, ["**"], sink)).toEqual([]);
});

test("a file over 25 MB is listed as too large and not kept, also a sparse terabyte", async () => {
  await write("huge.png", "\x89PNG\r\n\x1a\n");
  await truncate(join(work, "huge.png"), 1024 ** 4);
  await write("limit", "");
  await truncate(join(work, "limit"), 25 * 1024 ** 2);
  await write("over", "");
  await truncate(join(work, "over"), 25 * 1024 ** 2 + 1);
  expect(await captureArtifacts(work, ["*"], sink)).toMatchObject([
    { path: "huge.png", size: 1024 ** 4, skipped: "too large" },
    { path: "limit", file: "artifacts/limit" },
    { path: "over", size: 25 * 1024 ** 2 + 1, skipped: "too large" },
  ]);
  expect([...kept.keys()]).toEqual(["limit"]);
});

test("a run may keep 500 MB in 10,000 files", () => {
  expect(artifactLimits).toEqual({ fileBytes: 26_214_400, runBytes: 524_288_000, files: 10_000, pathBytes: 200 });
});

test("beyond the bytes of a run files are listed and not kept, but a smaller one may still fit", async () => {
  for (const name of ["a", "b", "c"]) await write(name, "four");
  await write("d", "xx");
  await write("e", "");
  const limits = { ...artifactLimits, runBytes: 10 };
  expect(await captureArtifacts(work, ["*"], { ...sink, limits })).toMatchObject([
    { path: "a", file: "artifacts/a" },
    { path: "b", file: "artifacts/b" },
    { path: "c", size: 4, skipped: "too much in all" },
    { path: "d", file: "artifacts/d" },
    { path: "e", size: 0, skipped: "too much in all" },
  ]);
});

test("beyond the number of files of a run the rest is listed as too many", async () => {
  for (const name of ["a", "b", "c", "d"]) await write(name, name);
  const limits = { ...artifactLimits, files: 2 };
  expect(await captureArtifacts(work, ["*"], { ...sink, limits })).toMatchObject([
    { path: "a", file: "artifacts/a" },
    { path: "b", file: "artifacts/b" },
    { path: "c", size: 1, skipped: "too many" },
    { path: "d", size: 1, skipped: "too many" },
  ]);
});

test("a path over 200 bytes after normalising is listed and not kept", async () => {
  const folder = "d".repeat(95);
  await write(`${folder}/${folder}/12345678`, "200 bytes");
  await write(`${folder}/${folder}/123456789`, "201 bytes");
  const decomposed = "é".normalize("NFD").repeat(70);
  await write(decomposed, "210 bytes as written, 140 when normalised");
  expect(await captureArtifacts(work, ["**"], sink)).toMatchObject([
    { size: 9, file: expect.stringContaining("12345678") },
    { size: 9, skipped: "path too long" },
    { path: decomposed, file: expect.any(String) },
  ]);
});

test("a binary that holds a secret is withheld; text goes to the sink, which cleans it", async () => {
  await write("data.bin", Buffer.concat([Buffer.from([0, 255]), Buffer.from("canary")]));
  await write("picture.png", "\x89PNG\r\n\x1a\n canary");
  await write("archive.zip", Buffer.from("PK\x03\x04\0\0canary", "latin1"));
  await write("notes.txt", "canary");
  expect(await captureArtifacts(work, ["*"], sink)).toMatchObject([
    { path: "archive.zip", mimeType: "application/zip", skipped: "holds a secret" },
    { path: "data.bin", mimeType: "application/octet-stream", skipped: "holds a secret" },
    { path: "notes.txt", file: "artifacts/notes.txt" },
    { path: "picture.png" },
  ]);
  expect([...kept.keys()]).toContain("notes.txt");
});

test("names that collide by case get a suffix", async () => {
  for (const path of ["A.TXT", "a.txt", "Dir/x", "dir/x", "DIR"]) await write(path, path);
  const artifacts = await captureArtifacts(work, ["**"], sink);
  expect(artifacts.map(({ path, file }) => [path, file])).toEqual([
    ["A.TXT", "artifacts/A.TXT"],
    ["DIR", "artifacts/DIR"],
    ["Dir/x", "artifacts/Dir~2/x"],
    ["a.txt", "artifacts/a~2.txt"],
    ["dir/x", "artifacts/dir~3/x"],
  ]);
  expect(new Set([...kept.keys()].map((name) => name.toLowerCase())).size).toBe(5);
  expect(await readdir(root)).toEqual(["work"]);
});
