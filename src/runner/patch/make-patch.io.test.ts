import { spawnSync } from "node:child_process";
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { readSection, splitPatch } from "../../core/patch-text.ts";
import { deleteTree, readTree } from "../gates/tree.ts";
import { createRedactor } from "../secrets/redact.ts";
import { savePatch, makePatch } from "./make-patch.ts";

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "axis-patch-"));
  folders.push(folder);
  return folder;
}

let count = 0;
const world = (root: string) => ({
  scratch: join(root, `scratch-${++count}`),
  runId: `patch-test-${process.pid}`,
  path: process.env["PATH"] ?? "",
});

const secret = "hunter2-is-no-word-9";
const redactor = createRedactor([{ name: "TOKEN", value: secret }]);

type Work = (work: string) => Promise<void>;

/** The diff of what an agent does in a workspace that setup has made. */
async function patchOf(setup: Work, agent: Work) {
  const root = await newFolder();
  const work = join(root, "work");
  await mkdir(work);
  await setup(work);
  const before = await readTree(work, world(root));
  await cp(work, join(root, "base"), { recursive: true, verbatimSymlinks: true });
  await agent(work);
  const after = await readTree(work, world(root), before);
  if (before === null || after === null) throw new Error("git could not read the workspace");
  const made = await makePatch({ before, after, redactor }, world(root));
  await deleteTree(before);
  await deleteTree(after);
  return { ...made, root, work, base: join(root, "base") };
}

/** Applies a patch with git, outside of any repository. */
async function apply(folder: string, text: string): Promise<{ ok: boolean; said: string }> {
  const file = join(dirname(folder), "it.patch");
  await writeFile(file, text);
  const env = { PATH: process.env["PATH"], GIT_CEILING_DIRECTORIES: tmpdir(), LC_ALL: "C" };
  const done = spawnSync("git", ["apply", "--whitespace=nowarn", file], { cwd: folder, env, encoding: "utf8" });
  return { ok: done.status === 0, said: done.stderr };
}

/** Every file below a folder with mode and content. */
async function picture(folder: string, at = ""): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of await readdir(join(folder, at))) {
    const path = at === "" ? name : `${at}/${name}`;
    const stat = await lstat(join(folder, path));
    if (stat.isSymbolicLink()) found[path] = `-> ${await readlink(join(folder, path))}`;
    else if (stat.isDirectory()) Object.assign(found, await picture(folder, path));
    else found[path] = `${stat.mode & 0o100 ? "x" : "-"} ${(await readFile(join(folder, path))).toString("base64")}`;
  }
  return found;
}

async function put(folder: string, path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

const file =
  (path: string, content: string | Uint8Array): Work =>
  (work) =>
    put(work, path, content);
const makeFifos = (...paths: string[]) => spawnSync("sh", ["-c", 'mkfifo "$@"', "sh", ...paths]);
const nothing: Work = async () => {};
const sections = (text: string) => splitPatch(text).map(readSection);

describe("applied to the workspace before, the diff gives the workspace after", () => {
  const letter = fc.constantFrom("a", "b", "é", " ", '"', "\\", "\t", "\n", ".x", "~", "'");
  const name = fc.array(letter, { minLength: 1, maxLength: 4 }).map((parts) => `f${parts.join("")}`);
  const path = fc.array(name, { minLength: 1, maxLength: 2 }).map((parts) => parts.join("/"));
  const line = fc.constantFrom(
    "",
    "one",
    "two ",
    "+plus",
    "-minus",
    "diff --git a/x b/x",
    "@@ -1 +1 @@",
    "\r",
    "ü\u2028",
    "# AXIS: no",
  );
  const text = fc.tuple(fc.array(line, { maxLength: 12 }), fc.boolean());
  const content = fc.oneof(
    { weight: 4, arbitrary: text.map(([lines, ends]) => Buffer.from(lines.join("\n") + (ends ? "\n" : ""))) },
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.constant(Buffer.from("caf\xe9\n", "latin1")),
  );
  const made = fc.oneof(
    { weight: 5, arbitrary: fc.record({ content, isRunnable: fc.boolean() }) },
    fc.record({ target: fc.constantFrom("fa", "../outside", "/etc/passwd", "ü") }),
  );
  const tree = fc.dictionary(path, made, { maxKeys: 6 });

  async function lay(
    folder: string,
    files: Record<string, { content: Buffer; isRunnable: boolean } | { target: string }>,
  ) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    for (const [at, what] of Object.entries(files)) {
      // A name that is a folder elsewhere cannot be a file as well.
      if (Object.keys(files).some((other) => other.startsWith(`${at}/`))) continue;
      await mkdir(dirname(join(folder, at)), { recursive: true });
      if ("target" in what) await symlink(what.target, join(folder, at));
      else {
        await writeFile(join(folder, at), what.content);
        await chmod(join(folder, at), what.isRunnable ? 0o755 : 0o644);
      }
    }
  }

  test("for any two trees of texts, bytes, links and modes", async () => {
    await fc.assert(
      fc.asyncProperty(tree, tree, fc.boolean(), async (one, other, isAlike) => {
        const later = isAlike ? { ...one, ...other } : other;
        const {
          text: patch,
          work,
          base,
          files,
        } = await patchOf(
          (to) => lay(to, one),
          (to) => lay(to, later),
        );
        const wanted = await picture(work);
        if (patch !== "") expect(await apply(base, patch)).toMatchObject({ ok: true });
        expect(await picture(base)).toEqual(wanted);
        expect(patch === "").toBe(files === 0);
        const paths = new Set(sections(patch).map((section) => section.path));
        expect(paths.size).toBe(files);
      }),
      {
        numRuns: 25,
        // What git itself cannot read without quotes: no lines name the file a second time.
        examples: [[{}, { "f /fa": { content: Buffer.from("caf\xe9\n", "latin1"), isRunnable: false } }, false]],
      },
    );
  });
});

test("counts files and lines, and says what became of each", async () => {
  const { text, ...counted } = await patchOf(
    async (work) => {
      await put(work, "kept.txt", "same\n");
      await put(work, "changed.txt", "one\ntwo\nthree");
      await put(work, "gone.txt", "bye\n");
      await put(work, "run.sh", "true\n");
    },
    async (work) => {
      await put(work, "changed.txt", "one\n2\nthree\n");
      await rm(join(work, "gone.txt"));
      await put(work, "new/empty.txt", "");
      await chmod(join(work, "run.sh"), 0o755);
    },
  );
  expect(counted).toMatchObject({ files: 4, added: 2, removed: 3, partial: 0 });
  expect(sections(text).map(({ path, what, added, removed }) => [path, what, added, removed])).toEqual([
    ["changed.txt", "changed", 2, 2],
    ["gone.txt", "removed", 0, 1],
    ["new/empty.txt", "added", 0, 0],
    ["run.sh", "changed", 0, 0],
  ]);
  expect(sections(text)[3]?.facts).toEqual(["old mode 100644", "new mode 100755"]);
});

test("an agent that changes nothing leaves no diff", async () => {
  expect(await patchOf(file("a.txt", "x"), nothing)).toMatchObject({ text: "", files: 0, partial: 0 });
  expect(await patchOf(nothing, nothing)).toMatchObject({ text: "", files: 0 });
});

test("what version control ignores is no part of it; what it ignored only now is not deleted", async () => {
  const { text } = await patchOf(
    async (work) => {
      await put(work, "kept.txt", "one\n");
      await put(work, "sub/changed.txt", "one\n");
    },
    async (work) => {
      await put(work, ".gitignore", "*\n!.gitignore\n");
      await put(work, "node_modules/x.js", "noise");
      await put(work, "sub/changed.txt", "two\n");
    },
  );
  expect(sections(text).map(({ path, what }) => `${what} ${path}`)).toEqual([
    "added .gitignore",
    "changed sub/changed.txt",
  ]);
});

test("sees into repositories inside the workspace, also where the agent made one of a folder", async () => {
  const init = (work: string, at: string) => spawnSync("git", ["init", "-q", join(work, at)]);
  const { text } = await patchOf(
    async (work) => {
      await put(work, "inner/a.txt", "one\n");
      await put(work, "plain/b.txt", "one\n");
      init(work, "inner");
    },
    async (work) => {
      await put(work, "inner/a.txt", "two\n");
      await put(work, "plain/b.txt", "two\n");
      init(work, "plain");
      init(work, ".");
    },
  );
  expect(sections(text).map(({ path, added, removed }) => [path, added, removed])).toEqual([
    ["inner/a.txt", 1, 1],
    ["plain/b.txt", 1, 1],
  ]);
});

describe("a hostile workspace", () => {
  test("has no say in how it is compared: drivers, filters, hooks, encodings and attributes change nothing", async () => {
    const root = await newFolder();
    const canary = join(root, "sprung");
    const trap = `sh -c 'touch ${canary}'`;
    const { text, work, base } = await patchOf(file("a.txt", "one\r\n$Id$\n"), async (to) => {
      await put(
        to,
        ".gitattributes",
        "* diff=trap filter=trap text=auto ident working-tree-encoding=UTF-16\n*.txt -diff\n",
      );
      const config = `[diff "trap"]\ncommand = ${trap}\ntextconv = ${trap}\n[filter "trap"]\nclean = ${trap}\n[diff]\nexternal = ${trap}\n[core]\nfsmonitor = ${trap}\nhooksPath = hooks\npager = ${trap}\n`;
      await put(to, ".gitconfig", config);
      spawnSync("git", ["init", "-q", to]);
      await put(to, ".git/config", config);
      await put(to, "a.txt", "one\n$Id$\n");
    });
    expect(existsSync(canary)).toBe(false);
    expect(text).toContain("-one\r\n");
    await rm(join(work, ".git"), { recursive: true });
    expect(await apply(base, text)).toMatchObject({ ok: true });
    expect(await picture(base)).toEqual(await picture(work));
  });

  test("links are compared by where they lead and never followed", async () => {
    const outside = await newFolder();
    await put(outside, "canary.txt", "canary of the operator");
    const { text } = await patchOf(file("was.txt", "text\n"), async (work) => {
      await symlink(join(outside, "canary.txt"), join(work, "link"));
      await symlink(outside, join(work, "folder"));
      await rm(join(work, "was.txt"));
      await symlink("link", join(work, "was.txt"));
    });
    expect(text).not.toContain("canary of the operator");
    expect(sections(text).map(({ path, what }) => `${what} ${path}`)).toEqual([
      "added folder",
      "added link",
      "removed was.txt",
      "added was.txt",
    ]);
  });

  test("a FIFO, in place of a file too, holds nothing up", async () => {
    const { text, files } = await patchOf(file("a.txt", "x\n"), async (work) => {
      await rm(join(work, "a.txt"));
      makeFifos(join(work, "a.txt"), join(work, "b"));
    });
    expect(files).toBe(1);
    expect(sections(text)[0]).toMatchObject({ path: "a.txt", what: "removed" });
  });

  test("what git refuses to read does not hide the rest", async () => {
    const { text } = await patchOf(file("a.txt", "x\n"), async (work) => {
      await put(work, "a.txt", "y\n");
      await put(work, ".GIT/config", "refused");
    });
    expect(sections(text).map(({ path }) => path)).toEqual(["a.txt"]);
  });

  test("contents that were altered where AXIS keeps them are not shown as if they had been there", async () => {
    const root = await newFolder();
    const work = join(root, "work");
    await put(work, "a.txt", "the truth\n");
    await put(work, "b.txt", "gone\n");
    const before = await readTree(work, world(root));
    const objects = before?.objects ?? "";
    const place = (path: string) => {
      const id = before?.files.get(path)?.split(" ")[1] ?? "";
      return join(objects, id.slice(0, 2), id.slice(2));
    };
    await put(work, "forged.txt", "a lie\n");
    const forged = await readTree(work, world(root));
    const id = forged?.files.get("forged.txt")?.split(" ")[1] ?? "";
    await rm(place("a.txt"));
    await cp(join(forged?.objects ?? "", id.slice(0, 2), id.slice(2)), place("a.txt"));
    await rm(place("b.txt"));
    makeFifos(place("b.txt"));
    await rm(join(work, "forged.txt"));
    await put(work, "a.txt", "new\n");
    await put(work, "b.txt", "new\n");
    const after = await readTree(work, world(root), before);
    if (before === null || after === null) throw new Error("no tree");
    const { text, partial } = await makePatch({ before, after, redactor }, world(root));
    expect(text).not.toContain("a lie");
    expect(partial).toBe(2);
    expect(text.match(/its content is gone/g)).toHaveLength(2);
  });

  test("a sparse file of 256 MB and a larger text are named without their lines, and the patch is refused as a whole", async () => {
    const { text, base, partial, files } = await patchOf(file("a.txt", "x\n"), async (work) => {
      await writeFile(join(work, "huge.bin"), "");
      await truncate(join(work, "huge.bin"), 256 * 1024 ** 2);
      await put(work, "long.txt", "0123456789\n".repeat(120_000));
      await put(work, "a.txt", "y\n");
    });
    expect({ files, partial }).toEqual({ files: 3, partial: 2 });
    expect(text.length).toBeLessThan(2_000);
    expect(await apply(base, text)).toMatchObject({ ok: false });
    expect(await picture(base)).toHaveProperty("a.txt", `- ${Buffer.from("x\n").toString("base64")}`);
  });

  test("thousands of files and long diffs stay within bounds, and what is left out is said", async () => {
    const { text, base, files, partial } = await patchOf(nothing, async (work) => {
      await Promise.all(Array.from({ length: 2_100 }, (_, at) => put(work, `d${at % 50}/f${at}.txt`, `${at}\n`)));
      for (const at of [1, 2, 3]) await put(work, `a${at}.txt`, "some line of text\n".repeat(30_000));
    });
    expect(files).toBe(2_103);
    expect(partial).toBeGreaterThan(3 + 103);
    expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
    expect(text).toMatch(/# AXIS: the rest of this file's diff is omitted \(\d+ lines\)\n/);
    expect(text).toMatch(/# AXIS: its lines are not shown: the diff has reached its size limit\n/);
    const named = new Set(sections(text).map(({ path }) => path)).size;
    expect(text).toMatch(new RegExp(`# AXIS: More files changed that are not listed here: ${files - named}\n$`));
    expect((await apply(base, text)).said).toContain("corrupt patch");
  });
});

describe("secrets", () => {
  test("are out of contents before they are compared, of bytes too, and a change of nothing else is still named", async () => {
    const { text, partial } = await patchOf(
      async (work) => {
        await put(work, "a.env", `TOKEN=${secret}\nx=1\n`);
        await put(work, "only.env", `TOKEN=none-of-yours\n`);
      },
      async (work) => {
        await put(work, "a.env", `TOKEN=${secret}\nx=2\n`);
        await put(work, "bytes.bin", Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(secret)]));
        await put(work, "key.pem", "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADAN\n-----END PRIVATE KEY-----\nafter\n");
        await put(work, "twice.env", `${Buffer.from(secret).toString("base64")}\n`);
      },
    );
    expect(text).not.toContain(secret);
    expect(text).not.toContain("MIIEvQ");
    expect(text).not.toContain(Buffer.from(secret).toString("base64"));
    expect(text).toContain("+[redacted]\n+after\n");
    expect(text).toContain(" TOKEN=[redacted]\n");
    expect(text).toContain("its lines are not shown: it contains a secret");
    expect(partial).toBe(1);
  });

  test("a file in which only a secret changed is named", async () => {
    const other = createRedactor([
      { name: "A", value: "first-secret-1234" },
      { name: "B", value: "second-secret-567" },
    ]);
    const root = await newFolder();
    const work = join(root, "work");
    await put(work, "a.env", "first-secret-1234\n");
    const before = await readTree(work, world(root));
    await put(work, "a.env", "second-secret-567\n");
    const after = await readTree(work, world(root), before);
    if (before === null || after === null) throw new Error("no tree");
    const { text, files } = await makePatch({ before, after, redactor: other }, world(root));
    expect(files).toBe(1);
    expect(text).toContain("its lines are not shown: the difference contains a secret");
  });
});

describe("keeping it", () => {
  const mark = { file: "scenarios/s/a.patch", bytes: 3, sha256: "" };

  test("without git there is a reason and no diff", async () => {
    const kept = await savePatch(
      { before: null, after: null },
      { ...world("/nowhere"), redactor, keep: async () => mark },
    );
    expect(kept).toEqual({
      files: null,
      added: 0,
      removed: 0,
      partial: 0,
      missing: "git is missing, could not read the workspace, or took too long",
    });
  });

  test("what goes wrong is a reason without secrets", async () => {
    const root = await newFolder();
    const work = join(root, "work");
    await put(work, "a.txt", "x\n");
    const before = await readTree(work, world(root));
    await put(work, "a.txt", "y\n");
    const after = await readTree(work, world(root), before);
    const keep = () => Promise.reject(new Error(`no room for ${secret}`));
    const kept = await savePatch({ before, after }, { ...world(root), redactor, keep });
    expect(kept).toMatchObject({ files: null, missing: "no room for [redacted]" });
    const gone = await savePatch(
      { before, after },
      { ...world(root), path: "/nowhere", redactor, keep: async () => mark },
    );
    expect(gone.missing).toBe("git could not compare the files, or took too long");
    expect(existsSync(join(root, "scratch-0"))).toBe(false);
  });
});

describe("more repositories in a workspace than are looked into", () => {
  const many: Work = async (work) => {
    for (let index = 0; index < 203; index += 1) await put(work, `made/${index}/.git`, "");
    await put(work, "a.txt", "new\n");
  };

  test("are said in the diff, which is then refused as a whole", async () => {
    const { text, files, base } = await patchOf(nothing, many);
    expect([files, text.trimEnd().split("\n").at(-1)]).toEqual([
      1,
      "# AXIS: 3 repositories in the workspace were not compared",
    ]);
    expect(sections(text).map(({ path }) => path)).toEqual(["a.txt"]);
    expect((await apply(base, text)).ok).toBe(false);
  });

  test("leave nobody to say that nothing changed", async () => {
    const before = { id: "1", files: new Map(), objects: null, isWhole: false, unread: [], passedOver: 3 };
    const keep = () => Promise.reject(new Error("there is nothing to keep"));
    const after = { ...before, passedOver: 1 };
    expect(await savePatch({ before, after }, { ...world(await newFolder()), redactor, keep })).toEqual({
      files: null,
      added: 0,
      removed: 0,
      partial: 0,
      missing: "3 repositories in the workspace were not compared, and nothing else changed",
    });
  });
});
