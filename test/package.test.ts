/** The package as it would be published: its size, its files, and the packages that it loads or whose types it names. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
};

function check(folder: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "scripts/check-package.mjs"), folder], {
    encoding: "utf8",
  });
  return { status, stdout, problems: stderr.split("\n").filter((line) => line.startsWith("The package")) };
}

test("it is within its budget and whole", () => {
  expect(check(root)).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^\d\.\d\d MB in \d+ files, \d\d\.\d\d MB installed\n$/),
    problems: [],
  });
});

test("one that is too large, or not whole, is refused", () => {
  const folder = mkdtempSync(join(tmpdir(), "axis-package-"));
  try {
    const bin = { x: "./cli.js" };
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ name: "x", version: "1.0.0", bin, exports: "./no.js" }),
    );
    writeFileSync(join(folder, "cli.js"), "");
    writeFileSync(
      join(folder, "package-lock.json"),
      JSON.stringify({ packages: { "": {}, "node_modules/y": {}, "node_modules/z": { dev: true } } }),
    );
    for (const name of ["y", "z"]) {
      mkdirSync(join(folder, "node_modules", name), { recursive: true });
      writeFileSync(join(folder, "node_modules", name, "data"), Buffer.alloc(55_000_000));
    }
    writeFileSync(join(folder, "cli.js.map"), randomBytes(7_000_000));
    for (let index = 0; index < 540; index += 1) writeFileSync(join(folder, `${index}.txt`), "");
    expect(check(folder)).toMatchObject({
      status: 1,
      problems: [
        expect.stringMatching(/^The package has 7\.\d\d MB; its budget is \d\.\d\d MB\.$/),
        "The package takes 62.00 MB with its dependencies; the budget is 60.00 MB.",
        expect.stringMatching(/^The package has 543 files; its budget is \d+\.$/),
        "The package has source maps (1); build it without them.",
        "The package lacks no.js; run: npm run build",
      ],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe("packages", () => {
  const dist = join(root, "dist");
  const texts = readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:js|d\.ts)$/.test(path) && !path.startsWith("web"))
    .map((path) => readFileSync(join(dist, path), "utf8"));
  const imported = new Set(texts.flatMap(listImports));

  test("whatever the built files import is installed with the package", () => {
    const installed = { ...manifest.dependencies, ...manifest.peerDependencies };
    expect([...imported].filter((name) => !(name in installed))).toEqual([]);
  });

  test("no dependency is installed in vain", () => {
    expect(Object.keys(manifest.dependencies).filter((name) => !imported.has(name))).toEqual([]);
  });
});

/** Packages by name. What pg asks for only where it is installed, and this package in examples, are left out. */
function listImports(text: string): string[] {
  const specifiers = text.matchAll(
    /^\s*(?:import|export)\b[^"'\n]*["']([@a-z][^"']*)["']|\bimport\(["']([@a-z][^"']*)["']\)/gm,
  );
  return [...specifiers]
    .map(([, named, lazy]) => /^(?:@[^/]+\/)?[^/]+/.exec(named ?? lazy ?? "")?.[0] ?? "")
    .filter((name) => !isBuiltin(name) && !["axis-eval", "pg-native"].includes(name));
}
