import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { findInvocation, rewriteCommands, rewriteHelp, toInvokedTerminal } from "./invocation.ts";
import { recordedTerminal } from "./terminal.fixture.ts";

/** A folder with files and links, by path. */
function place(files: readonly string[], links: Readonly<Record<string, string>> = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "axis-invocation-")));
  const add = (path: string, make: (file: string) => void) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    make(join(root, path));
  };
  for (const path of files) add(path, (file) => writeFileSync(file, ""));
  for (const [path, target] of Object.entries(links)) add(path, (file) => symlinkSync(join(root, target), file));
  return (path: string) => join(root, path);
}

describe("the way AXIS was started", () => {
  test("a global installation is axis", () => {
    const at = place(["lib/node_modules/axis-eval/dist/cli.js"], {
      "bin/axis": "lib/node_modules/axis-eval/dist/cli.js",
    });
    expect(findInvocation({ script: at("bin/axis"), env: { PATH: at("bin") }, cwd: at("") })).toBe("axis");
  });

  test("npx is npx with the package, also when its folder is on PATH while it runs", () => {
    const at = place(["_npx/1/node_modules/axis-eval/dist/cli.js"], {
      "_npx/1/node_modules/.bin/axis": "_npx/1/node_modules/axis-eval/dist/cli.js",
    });
    const env = { PATH: at("_npx/1/node_modules/.bin"), npm_command: "exec" };
    expect(findInvocation({ script: at("_npx/1/node_modules/.bin/axis"), env, cwd: at("") })).toBe("npx axis-eval");
  });

  test("a script of a project that has the package is npx, because the shell of its user has no axis", () => {
    const at = place(["node_modules/axis-eval/dist/cli.js"], {
      "node_modules/.bin/axis": "node_modules/axis-eval/dist/cli.js",
    });
    const env = { PATH: at("node_modules/.bin"), npm_command: "run-script" };
    expect(findInvocation({ script: at("node_modules/.bin/axis"), env, cwd: at("") })).toBe("npx axis-eval");
  });

  test("a clone is node with its file, as seen from the current folder and quoted for a shell", () => {
    const at = place(["my clone/dist/cli.js", "my clone/web/index.html", "bin/axis"]);
    const env = { PATH: at("bin") };
    const from = (cwd: string) => findInvocation({ script: at("my clone/dist/cli.js"), env, cwd: at(cwd) });
    expect([from("my clone"), from("my clone/web")]).toEqual(["node dist/cli.js", "node ../dist/cli.js"]);
    expect(from("")).toBe("node 'my clone/dist/cli.js'");
  });

  test("a linked clone is axis, and AXIS_COMMAND wins over everything", () => {
    const at = place(["clone/dist/cli.js"], { "bin/axis": "clone/dist/cli.js" });
    const start = { script: at("clone/dist/cli.js"), cwd: at("") };
    expect(findInvocation({ ...start, env: { PATH: at("bin") } })).toBe("axis");
    const command = "docker run axis";
    expect(findInvocation({ ...start, env: { PATH: at("bin"), AXIS_COMMAND: command } })).toBe(command);
  });
});

describe("what is printed", () => {
  const npx = "npx axis-eval";

  test.each([
    [
      "Create one with: axis init; or name one with: -c <path>",
      "Create one with: npx axis-eval init; or name one with: -c <path>",
    ],
    ["Next     axis reports latest --fix", "Next     npx axis-eval reports latest --fix"],
    ["  a\n    Open     axis reports x  (trial 1)", "  a\n    Open     npx axis-eval reports x  (trial 1)"],
    ["Run: axis init && axis run", "Run: npx axis-eval init && npx axis-eval run"],
    ["npx: not on PATH; axis run downloads the package", "npx: not on PATH; axis run downloads the package"],
    ["the axis speed is missing", "the axis speed is missing"],
  ])("%j", (text, expected) => expect(rewriteCommands(text, npx)).toBe(expected));

  test("in a help text, examples too", () => {
    expect(rewriteHelp("Usage: axis run [options]\n\n  axis run -s a   one\n  cd x && axis run\n", npx)).toBe(
      "Usage: npx axis-eval run [options]\n\n  npx axis-eval run -s a   one\n  cd x && npx axis-eval run\n",
    );
  });

  test("stdout stays as it is where it is data", () => {
    const { said, terminal } = recordedTerminal();
    const { out, err } = toInvokedTerminal(terminal, npx, "data");
    out("See: axis run");
    err("See: axis run");
    expect(said).toEqual({ out: ["See: axis run"], err: ["See: npx axis-eval run"] });
  });
});
