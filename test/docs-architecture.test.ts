/** Keeps docs/architecture.md true: its arrows are those of the architecture test, and every file it names exists. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { page, root, sectionOf, tableOf } from "./markdown.ts";

const architecture = page("docs/architecture.md");

/** The rows of the constant in test/architecture.test.ts, which is not a module to import. */
function arrowRows(): string[][] {
  const source = readFileSync(join(root, "test/architecture.test.ts"), "utf8");
  const [, table = ""] = /const arrows[^{]*\{([\s\S]*?)\n\};/.exec(source) ?? [];
  return [...table.matchAll(/^ {2}(\w+): \[(.*)\],$/gm)].map(([, room = "", list = ""]) => [
    room,
    list === "" ? "nothing" : list.replaceAll('"', ""),
  ]);
}

function rooms(): string[] {
  return [...arrowRows().map(([room = ""]) => room), "cli"];
}

/** Paths in backticks, such as `text/format.ts` or `verdicts/`. */
function paths(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+(?:\.ts|\/))`/g)].map(([, path = ""]) => path);
}

describe("docs/architecture.md", () => {
  test("has the arrows of the architecture test, in the same order", () => {
    const rows = tableOf(architecture, "arrows").slice(1, -1);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows).toEqual(arrowRows());
  });

  test("has at most 200 lines", () => {
    expect(architecture.text.trimEnd().split("\n").length).toBeLessThanOrEqual(200);
  });

  test("describes every room, with files and folders that exist", () => {
    const section = sectionOf(architecture, "## Rooms");
    const named = rooms().flatMap((room) => {
      const row = new RegExp(`^\\| ${room} \\|.*$`, "m").exec(section)?.[0] ?? "";
      return row === "" ? [`${room}: no row`] : paths(row).map((path) => `src/${room}/${path}`);
    });
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test("walks only through files that exist", () => {
    const lines = sectionOf(architecture, "## The four walks").split("\n");
    const named = lines.filter((line) => /^\d\. /.test(line)).flatMap(walkedFiles);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

/** The files of one line of a walk: each stands behind the name of its room, as in "cli: `main.ts`". */
function walkedFiles(line: string): string[] {
  const label = new RegExp(`\\b(${rooms().join("|")})(?:, [\\w ]+)?: `);
  const [, ...parts] = line.split(label);
  return parts.flatMap((room, index) =>
    index % 2 === 0 ? paths(parts[index + 1] ?? "").map((path) => `src/${room}/${path}`) : [],
  );
}
