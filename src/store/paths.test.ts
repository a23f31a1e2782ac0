import { posix, win32 } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AxisError } from "../core/error.ts";
import { artifactFile, baselineFile, reportFolder, slotFile } from "./paths.ts";

const pieces = fc.constantFrom(
  ..."..|.|/|\\|//|\\\\server\\share|C:|C:x|\0|%2e%2e|%2f|..%2f|con|nul.txt|lpt1|artifacts|@|~|a|b.json|.git".split(
    "|",
  ),
  ...'|,:,*,?,",<,>,\u202e,\u200b,\u2028,\ud800,\udc00,e\u0301,\u00e9, ,\n,\r,\t,\u007f,\u0085,\uFFFF,__proto__'.split(
    ",",
  ),
  "x".repeat(101),
  "x".repeat(5_000),
  "a/".repeat(5_000),
  "../".repeat(40),
);
const hostile = fc.oneof(
  fc.array(pieces, { minLength: 1, maxLength: 6 }).map((parts) => parts.join("")),
  fc.array(pieces, { minLength: 1, maxLength: 6 }).map((parts) => parts.join("/")),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** The path a name becomes, or null where it is refused as it should be. */
function madePath(make: () => string): string | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof AxisError && ["name-invalid", "path-outside"].includes(error.code)) return null;
    throw error;
  }
}

function staysBelow(path: typeof posix, root: string, file: string): boolean {
  const way = path.relative(root, path.resolve(root, file));
  return way !== "" && way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

describe("a name from outside is refused or lands inside the root", () => {
  const settings = { numRuns: Number(process.env["AXIS_TEST_RUNS"] ?? 2_000) };

  test("as a scenario key, an agent name or an artifact, on every system", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const [platform, path, root] of [
          ["linux", posix, "/root/report"],
          ["win32", win32, "C:\\root\\report"],
        ] as const) {
          const files = [
            madePath(() =>
              slotFile({ cell: { scenario: text, agent: "a", trial: 1 }, attempt: 1 }, "detail", platform),
            ),
            madePath(() => slotFile({ cell: { scenario: "s", agent: text, trial: 1 }, attempt: 1 }, "raw", platform)),
            madePath(() => artifactFile({ cell: { scenario: "s", agent: "a", trial: 1 }, attempt: 1 }, text, platform)),
          ];
          for (const file of files) expect(file === null || staysBelow(path, root, file)).toBe(true);
        }
      }),
      settings,
    );
  });

  test("as a report id or the name of a baseline", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const folder = madePath(() => reportFolder("/root", text));
        expect(folder === null || posix.dirname(folder) === "/root/.axis/reports").toBe(true);
        const file = madePath(() => baselineFile("/root", text));
        expect(file === null || posix.dirname(file) === "/root/.axis/baselines").toBe(true);
      }),
      settings,
    );
  });
});

test("the bar of an agent name stays where the file system takes it, and is escaped where not", () => {
  const slot = { cell: { scenario: "a/b@v", agent: "echo|m", trial: 3 }, attempt: 2 };
  expect(slotFile(slot, "sparse-index", "linux")).toBe("scenarios/a/b@v/echo|m.trial-3.attempt-2.sparse-index.txt");
  expect(slotFile(slot, "debug-stderr", "win32")).toBe("scenarios/a/b@v/echo%7Cm.trial-3.attempt-2.debug.stderr.log");
});

test("an agent called as if it were a second trial has a file of its own", () => {
  const trial = slotFile({ cell: { scenario: "s", agent: "x", trial: 2 }, attempt: 1 }, "detail");
  const agent = slotFile({ cell: { scenario: "s", agent: "x.trial-2", trial: 1 }, attempt: 1 }, "detail");
  expect(trial).toBe("scenarios/s/x.trial-2.json");
  expect(agent).toBe("scenarios/s/x%2Etrial-2.json");
});

test("artifact names that Windows refuses are escaped there", () => {
  const slot = { cell: { scenario: "s", agent: "a", trial: 1 }, attempt: 1 };
  expect(artifactFile(slot, "C:x/nul.txt/a. ", "win32")).toBe("scenarios/s/artifacts/a/C%3Ax/%6Eul.txt/a.%20");
});
