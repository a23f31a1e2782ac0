import * as fc from "fast-check";
import { expect, test } from "vitest";
import { foldName } from "../../core/names/names.ts";
import { ArtifactNames } from "./artifacts.ts";

test("a path has the same name twice", () => {
  const names = new ArtifactNames();
  expect([names.assign("a/B"), names.assign("A/b"), names.assign("a/B")]).toEqual(["a/B", "A~2/b", "a/B"]);
});

test("a name without an extension, or with nothing before its dot, gets the suffix at its end", () => {
  const names = new ArtifactNames();
  expect(["Make", "make", ".ENV", ".env"].map((path) => names.assign(path))).toEqual([
    "Make",
    "make~2",
    ".ENV",
    ".env~2",
  ]);
});

test("different paths have names that differ in more than case, and no file stands where another has a folder", () => {
  const segment = fc.stringMatching(/^[aAbB~2.]{1,4}$/);
  const paths = fc.uniqueArray(fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")));
  fc.assert(
    fc.property(paths, (list) => {
      // As in a file system: a path that is the folder of another is no file.
      const files = list.filter((path) => !list.some((other) => other.startsWith(`${path}/`)));
      const names = new ArtifactNames();
      const folded = files.map((path) => foldName(names.assign(path)));
      expect(new Set(folded).size).toBe(files.length);
      expect(folded.filter((name) => folded.some((other) => other.startsWith(`${name}/`)))).toEqual([]);
    }),
  );
});
