import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AxisError } from "../../core/error.ts";
import type { BundleManifest } from "./bundle-manifest.ts";
import { findPathProblem } from "./bundle-path.ts";
import { type Bundle, makeBundle } from "./make-bundle.ts";
import { padding, readTar, tarEnd, tarHeader } from "./tar.ts";
import { inspectBundle, unpackOnce } from "./unpack.ts";

const manifest: BundleManifest = {
  version: 1,
  workspace: "shop",
  title: "Shop",
  config: "axis.config.json",
  request: {},
  agents: [{ name: "one", agent: "command", model: null }],
  scenarios: { "cms/post": { hash: "abc", agents: ["one"], longestSeconds: 900 } },
};

let root: string;
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), "axis-bundle-"))));
afterAll(() => rm(root, { recursive: true, force: true }));

async function project(name: string, files: Record<string, string>): Promise<string> {
  const folder = join(root, name);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

async function bytesOf(bundle: Bundle): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bundle.content()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const files = { "axis.config.json": "{}", "scenarios/a.json": "{}", "bin/run.sh": "#!/bin/sh\n", "deep/é/ü.txt": "ü" };

describe("making", () => {
  test("the same files make the same bytes, whatever their times and their order on disk", async () => {
    const one = await project("same-1", files);
    const other = await project("same-2", Object.fromEntries(Object.entries(files).toReversed()));
    await utimes(join(other, "axis.config.json"), 1, 1);
    expect(await bytesOf(await makeBundle(one, manifest))).toEqual(await bytesOf(await makeBundle(other, manifest)));
  });

  test("the bytes are the same on every machine and in every version", async () => {
    const folder = await project("pinned", { ...files, [`${"folder/".repeat(30)}ä.txt`]: "far away" });
    await chmod(join(folder, "bin/run.sh"), 0o755);
    const { sha256, bytes } = await makeBundle(folder, manifest);
    expect([Buffer.from(sha256).toString("hex"), bytes]).toEqual([
      "0964692c069eacda656bef528a6242d51855fedb7e7b7d81c82ca3eca853bb1e",
      8192,
    ]);
  });

  test("one bit of difference makes another hash: content, name, executable bit, manifest", async () => {
    const folder = await project("differs", files);
    const hash = async (said = manifest) => Buffer.from((await makeBundle(folder, said)).sha256).toString("hex");
    const seen = [await hash(), await hash({ ...manifest, request: { noScore: true } })];
    await chmod(join(folder, "bin/run.sh"), 0o755);
    seen.push(await hash());
    await writeFile(join(folder, "axis.config.json"), "{ }");
    seen.push(await hash());
    expect(new Set(seen).size).toBe(4);
  });

  test("what looks like a secret stays at home and is named; git, packages and reports stay too", async () => {
    const folder = await project("secrets", {
      ...files,
      ".env": "KEY=1",
      ".env.local": "KEY=2",
      "keys/server.pem": "x",
      "keys/id_rsa": "x",
      ".git/config": "x",
      "node_modules/a/index.js": "x",
      ".axis/reports/a.json": "x",
      ".axis/axis.lock": "{}",
    });
    const bundle = await makeBundle(folder, manifest);
    expect(bundle.leftOut).toEqual([".env", ".env.local", "keys/id_rsa", "keys/server.pem"]);
    const paths: string[] = [];
    for await (const { path } of readTar(bundle.content())) paths.push(path);
    expect(paths).toEqual([".axis/bundle.json", ".axis/axis.lock", ...Object.keys(files).toSorted()]);
  });

  test("a link is refused by name, wherever it points", async () => {
    const folder = await project("linked", files);
    await symlink("/etc/passwd", join(folder, "scenarios/outside.json"));
    await expect(makeBundle(folder, manifest)).rejects.toThrow(/scenarios\/outside\.json.*link/);
  });

  test("the tar of the system reads it, long names included", async () => {
    const long = `${"folder/".repeat(30)}file.txt`;
    const folder = await project("system", { ...files, [long]: "far away" });
    const place = join(root, "system.tar");
    await writeFile(place, await bytesOf(await makeBundle(folder, manifest)));
    expect(execFileSync("tar", ["-xOf", place, long], { encoding: "utf8" })).toBe("far away");
  });
});

describe("unpacking", () => {
  test("files come back with their content and executable bit", async () => {
    const folder = await project("back", files);
    await chmod(join(folder, "bin/run.sh"), 0o755);
    const bundle = await makeBundle(folder, manifest);
    const there = await unpackOnce(join(root, "shelf"), bundle.sha256, () => bundle.content());
    for (const [path, text] of Object.entries(files)) expect(await readFile(join(there, path), "utf8")).toBe(text);
    expect((await stat(join(there, "bin/run.sh"))).mode & 0o111).not.toBe(0);
    expect(await inspectBundle(bundle.content())).toEqual(manifest);
  });

  test("twice at once gives one folder and no drafts", async () => {
    const bundle = await makeBundle(await project("twice", files), manifest);
    const shelf = join(root, "twice-shelf");
    const unpack = () => unpackOnce(shelf, bundle.sha256, () => bundle.content());
    const [one, other] = await Promise.all([unpack(), unpack()]);
    expect(one).toBe(other);
    expect(await readdir(shelf)).toHaveLength(1);
  });

  test("another hash, a cut at any block, or bytes behind the end: refused, and nothing is left", async () => {
    const bundle = await makeBundle(await project("cut", files), manifest);
    const bytes = await bytesOf(bundle);
    const shelf = join(root, "cut-shelf");
    const broken: Buffer[] = [Buffer.concat([bytes, Buffer.from("x")]), Buffer.concat([bytes, Buffer.alloc(512)])];
    for (let at = 0; at < bytes.length; at += 512) broken.push(bytes.subarray(0, at));
    for (const content of broken)
      await expect(unpackOnce(shelf, bundle.sha256, () => once(content))).rejects.toThrow(AxisError);
    await expect(unpackOnce(shelf, Buffer.alloc(32), () => once(bytes))).rejects.toThrow("does not match its hash");
    expect(await readdir(shelf)).toEqual([]);
  });

  test.each(["../outside", "/etc/passwd", "a/../../b", "a\\b", "a//b", "", "a/\0b"])(
    "a path such as %j is refused",
    async (path) => {
      const entry = tarHeader({ path, executable: false, bytes: 1 });
      const bytes = Buffer.concat([entry, Buffer.from("x"), padding(1), tarEnd]);
      if (path.includes("\0")) return expect(findPathProblem(path)).not.toBeNull();
      await expect(inspectBundle(once(bytes))).rejects.toThrow(AxisError);
    },
  );

  /** A bundle with these files and a manifest, which makeBundle would not write. */
  function forge(config: unknown, paths: readonly string[] = ["axis.config.json"]): Buffer {
    const said = JSON.stringify({ ...manifest, config });
    const entries = [[".axis/bundle.json", said] as const, ...paths.map((path) => [path, "x"] as const)];
    const parts = entries.flatMap(([path, content]) => [
      tarHeader({ path, executable: false, bytes: Buffer.byteLength(content) }),
      Buffer.from(content),
      padding(Buffer.byteLength(content)),
    ]);
    return Buffer.concat([...parts, tarEnd]);
  }

  async function refuse(bytes: Buffer, why: RegExp): Promise<void> {
    const shelf = await mkdtemp(join(root, "refused-"));
    const sha256 = createHash("sha256").update(bytes).digest();
    await expect(inspectBundle(once(bytes))).rejects.toThrow(why);
    await expect(unpackOnce(shelf, sha256, () => once(bytes))).rejects.toThrow(why);
    expect(await readdir(shelf)).toEqual([]);
  }

  test.each([
    "/tmp/evil.config.mjs",
    "../evil.config.mjs",
    "a/../../evil.mjs",
    "./axis.config.json",
    "a\\b.mjs",
    "",
    7,
  ])("a manifest whose config is %j is refused, on the server and on the worker", (config) =>
    refuse(forge(config), /invalid manifest \(config\)/),
  );

  test("a config that the bundle does not contain is refused, also where a file outside would have its name", () =>
    refuse(forge("other.config.mjs"), /does not contain its config file "other.config.mjs"/));

  test.each([
    [["axis.config.json", "a", "a/b"], "a"],
    [["axis.config.json", "a/b", "a"], "a"],
    [["axis.config.json", "a/b/c/d", "a/b"], "a/b"],
    [["axis.config.json", "axis.config.json/x"], "axis.config.json"],
    [["axis.config.json", ".axis/bundle.json/x"], ".axis/bundle.json"],
    [["axis.config.json", ".axis"], ".axis"],
  ])("a file that is also a folder is refused: %j", (paths, twin) =>
    refuse(forge("axis.config.json", paths), new RegExp(`contains "${twin}" as a file and as a folder`)),
  );

  test("links, folders and devices inside are refused", async () => {
    for (const type of ["1", "2", "3", "4", "5", "6"]) {
      const header = tarHeader({ path: "a", executable: false, bytes: 0 });
      header.write(type, 156);
      header.write(" ".repeat(8), 148);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
      await expect(inspectBundle(once(Buffer.concat([header, tarEnd])))).rejects.toThrow("not a regular file");
    }
  });

  test("any bytes at all are refused without a crash", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        await expect(inspectBundle(once(bytes))).rejects.toThrow(AxisError);
      }),
    );
  });

  test("what goes in comes out, in chunks of any size", async () => {
    const anyFile = fc.record({ content: fc.uint8Array({ maxLength: 1_500 }), executable: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(anyFile, { maxLength: 5 }), fc.integer({ min: 1, max: 700 }), async (made, size) => {
        const parts = made.flatMap(({ content, executable }, index) => [
          tarHeader({ path: `file-${index}`, executable, bytes: content.length }),
          content,
          padding(content.length),
        ]);
        const read: { content: Uint8Array; executable: boolean }[] = [];
        for await (const { content, executable } of readTar(inChunks(Buffer.concat([...parts, tarEnd]), size)))
          read.push({ content: new Uint8Array(content), executable });
        expect(read).toEqual(made);
      }),
    );
  });
});

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
