import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { LineCounter } from "./evaluation-files.ts";

const folder = mkdtempSync(join(tmpdir(), "axis-lines-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("however a file grows, its finished lines are counted", async () => {
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.stringMatching(/^[a\n]{0,40}$/), { maxLength: 8 }), async (pieces) => {
      const path = join(folder, String((number += 1)));
      writeFileSync(path, "");
      const count = new LineCounter();
      let text = "";
      for (const piece of pieces) {
        appendFileSync(path, piece);
        text += piece;
        expect(await count.count(path)).toBe(text.split("\n").length - 1);
      }
    }),
    { numRuns: 50 },
  );
});

test("a file that was begun anew is counted anew", async () => {
  const path = join(folder, "again");
  const count = new LineCounter();
  writeFileSync(path, "a\nb\nc\n");
  expect(await count.count(path)).toBe(3);
  writeFileSync(path, "d\n");
  expect(await count.count(path)).toBe(1);
});
