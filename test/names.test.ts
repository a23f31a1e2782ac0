/** Holds names: one word, one meaning. Few exported names may be declared in more than one file of src. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = join(dirname(fileURLToPath(import.meta.url)), "../src");

const declaration =
  /^export (?:default )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/** How many names may be shared. `define` is one of them for good: each command of the table exports it. */
const most = 20;

function listShared(): string[] {
  const files = new Map<string, string[]>();
  for (const path of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!/(?<!\.test|\.fixture)\.ts$/.test(path)) continue;
    const text = readFileSync(join(source, path), "utf8");
    const names = new Set([...text.matchAll(declaration)].map(([, name = ""]) => name));
    for (const name of names) files.set(name, [...(files.get(name) ?? []), path.split(sep).join("/")]);
  }
  expect(files.size).toBeGreaterThan(2_000);
  return [...files].filter(([, paths]) => paths.length > 1).map(([name, paths]) => `${name}: ${paths.join(", ")}`);
}

test(`at most ${most} exported names are declared in more than one file`, () => {
  // The names beyond the limit are shown, whichever they are.
  expect(listShared().slice(most)).toEqual([]);
});
