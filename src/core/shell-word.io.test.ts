import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { quoteShellWord } from "./shell-word.ts";

test("plain names stay as they are", () => {
  expect(["cms/create-post@plain", "./axis.config.json", "baseline:main"].map(quoteShellWord)).toEqual([
    "cms/create-post@plain",
    "./axis.config.json",
    "baseline:main",
  ]);
});

test("a shell reads back every word as it was", () => {
  const piece = fc.constantFrom(" ", "'", '"', "$HOME", "`id`", "\\", "*", "ü", "a", "!", "\n", "#");
  const words = fc.array(
    fc.array(piece, { minLength: 1 }).map((pieces) => pieces.join("")),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(words, (written) => {
      const { stdout } = spawnSync("sh", ["-c", `printf '%s\\0' ${written.map(quoteShellWord).join(" ")}`], {
        encoding: "utf8",
      });
      expect(stdout.split("\0").slice(0, -1)).toEqual(written);
    }),
    { numRuns: 20 },
  );
});
