import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { FileSpools } from "./file-spool.ts";

const folder = mkdtempSync(join(tmpdir(), "axis-spool-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pathOf = (number: number) => join(folder, `${number}.tmp`);

async function textOf(spool: ReturnType<FileSpools["next"]>): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of spool.read()) pieces.push(Buffer.from(piece).toString());
  return pieces.join("");
}

test("few blocks stay in memory, and come back in their order", async () => {
  await using spools = new FileSpools("report.html", pathOf);
  const spool = spools.next();
  expect(await textOf(spool)).toBe("");
  for (const text of ["one,", "two,", "three"]) await spool.add(text);
  expect(await textOf(spool)).toBe("one,two,three");
  expect(readdirSync(folder)).toEqual([]);
});

test("many wait in a file of each page, come back whole and in their order, and leave nothing", async () => {
  const blocks = Array.from({ length: 50 }, (_, number) => `${number} `.repeat(40_000));
  {
    await using spools = new FileSpools("report.html", pathOf);
    const [first, second] = [spools.next(), spools.next()];
    for (const block of blocks) {
      await first.add(block);
      await second.add(`<${block}>`);
    }
    expect(readdirSync(folder)).toEqual(["1.tmp", "2.tmp"]);
    expect(await textOf(first)).toBe(blocks.join(""));
    expect(await textOf(second)).toBe(blocks.map((block) => `<${block}>`).join(""));
  }
  expect(readdirSync(folder)).toEqual([]);
});

test("a page that cannot be written is named, with the reason", async () => {
  await using spools = new FileSpools("report.html", (number) => join(folder, "gone", `${number}.tmp`));
  await expect(spools.next().add("x".repeat(3_000_000))).rejects.toMatchObject({
    code: "not-writable",
    message: expect.stringMatching(/^report\.html could not be written \(ENOENT/) as string,
  });
});
