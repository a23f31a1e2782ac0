/** The benches load parts of the source by path, which no type checker sees. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const bench = join(import.meta.dirname, "..", "bench");
const loading = /const \{ ([^}]+) \} = await [^;\n]*?import\("(\.\.\/[^"]+)"\)/g;

const loaded = readdirSync(bench).flatMap((file) =>
  [...readFileSync(join(bench, file), "utf8").matchAll(loading)].map(([, names = "", path = ""]) => ({
    file,
    path,
    names: names.split(", "),
  })),
);

describe("every part of the source that a bench loads", () => {
  test("is found by this test", () => {
    expect(loaded.length).toBeGreaterThan(20);
  });

  test.each(loaded)("exists: $file loads $names from $path", ({ path, names }) => {
    const source = readFileSync(join(bench, path), "utf8");
    const missing = names.filter(
      (name) => !new RegExp(`export (async )?(function|const|class) ${name}\\b`).test(source),
    );
    expect(missing).toEqual([]);
  });
});
