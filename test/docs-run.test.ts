/** Keeps the examples of the pages true that use the package by its name: programs, suites and types. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shape, shownOutput } from "./fixtures/shown-output.ts";
import { blocksOf, page, pagesBelow, root } from "./markdown.ts";

const blocks = [page("README.md"), ...pagesBelow("docs")].flatMap(blocksOf);

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "axis-docs-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/axis-eval"));
  for (const name of ["vitest", "@types", "zod"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of an example, in a place where the package has its published name. */
function copyOf(name: string): string {
  const copy = join(mkdtempSync(join(folder, "copy-")), name);
  cpSync(join(root, "examples", name), copy, { recursive: true, filter: (path) => !path.includes(".axis") });
  return copy;
}

function run(cwd: string, ...args: readonly string[]) {
  const env = { PATH: process.env["PATH"], HOME: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

describe("examples", () => {
  test("the adapter of examples/custom-adapter keeps the contract of adapters", () => {
    const copy = copyOf("custom-adapter");
    const { status, stdout } = run(copy, join(folder, "node_modules/vitest/vitest.mjs"), "run", "--root", copy);
    expect({ status, stdout }).toMatchObject({ status: 0 });
    expect(stdout).toMatch(/5 passed/);
  });

  test("the metrics of examples/custom-metric measure what docs/custom-metrics.md shows, and keep the contract", () => {
    const copy = copyOf("custom-metric");
    const { status, stdout } = run(copy, "measure.mjs");
    expect({ status, shape: shape(stdout) }).toEqual({
      status: 0,
      shape: shownOutput("docs/custom-metrics.md", "custom-metric"),
    });
    const suite = run(copy, join(folder, "node_modules/vitest/vitest.mjs"), "run", "--root", copy);
    expect({ status: suite.status, stdout: suite.stdout }).toMatchObject({ status: 0 });
    expect(suite.stdout).toMatch(/5 passed/);
  });

  test("the modules of the examples, and TypeScript in the pages and skills, fit the types of the package", () => {
    const shownModules = [...blocks, ...pagesBelow("skills").flatMap(blocksOf)]
      .filter(({ info, note }) => info === "ts" && !note.startsWith("file: "))
      .map(({ page: path, line, text }) => moduleOf(path, line, text));
    expect(shownModules.length).toBeGreaterThan(5);
    const files = [
      ...["custom-adapter", "custom-judge"].flatMap((name) => modulesBelow(copyOf(name))),
      ...shownModules,
    ];
    const options =
      "--noEmit --strict --module nodenext --target es2023 --lib es2023,esnext.disposable --allowImportingTsExtensions --types node";
    const { status, stdout } = run(
      folder,
      join(root, "node_modules/typescript/bin/tsc"),
      ...options.split(" "),
      ...files,
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    expect(files.length).toBeGreaterThan(5);
  });

  test("the program of docs/api.md runs, with the package under its own name", () => {
    const { status, stdout } = run(copyOf("programmatic"), "run.mjs");
    expect(shape(stdout)).toBe(shownOutput("docs/api.md", "programmatic"));
    expect(status).toBe(0);
  });
});

/** A block of a page as a file, named after its place. */
function moduleOf(path: string, line: number, text: string): string {
  const file = join(folder, `${path.replaceAll("/", "-")}-${line}.mts`);
  writeFileSync(file, text);
  return file;
}

function modulesBelow(copy: string): string[] {
  const paths = readdirSync(copy, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.endsWith(".ts")).map((path) => join(copy, path));
}
