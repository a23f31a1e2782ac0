/** A stranger's path through each route, and through the recipes: an empty folder, the packed package, exactly the commands of the page. */
import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LoopbackRegistry, openLoopbackRegistry, packFolder } from "./fixtures/loopback-registry.ts";
import { lastingPort } from "./fixtures/port.ts";
import { shape } from "./fixtures/shown-output.ts";
import { blocksOf, page, root } from "./markdown.ts";
import { createDatabase } from "./test-database.ts";

let folder = "";
let packed = "";
let registry: LoopbackRegistry;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "axis-routes-"));
  registry = await openLoopbackRegistry();
  packed = packFolder(root, folder);
});

afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

const path = `${dirname(process.execPath)}:${process.env["PATH"]}`;
const offline = ["routes/service", "routes/agent", "routes/dataset", "recipes"];

test.each(offline)("docs/%s.md prints what it shows", async (name) => {
  const { shown, printed } = await follow(name, { PATH: `${join(folder, "bin")}:${path}` });
  expect(shown.length).toBeGreaterThan(1);
  expect(printed).toEqual(shown);
});

test("docs/routes/server.md prints what it shows", async () => {
  const { shown, printed } = await follow("routes/server", { AXIS_DATABASE_URL: await createDatabase() });
  expect(shown.length).toBeGreaterThan(1);
  expect(printed).toEqual(shown);
});

/**
 * The first page installs the package with npm and starts it with npx. Both take seconds, so the pages after it get the
 * same from these programs. Not the page of the server, which needs a moment to start.
 */
function shortenInstalls(installed: string): void {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const npm = `[ "$1" = install ] || exit 127\ncp -al ${installed}/node_modules ${installed}/package.json .\n`;
  const npx = `[ "$1" = axis-eval ] || exit 127\nshift\nnpm_command=exec exec ./node_modules/.bin/axis "$@"\n`;
  writeFileSync(join(bin, "npm"), `#!/bin/sh\n${npm}`, { mode: 0o755 });
  writeFileSync(join(bin, "npx"), `#!/bin/sh\n${npx}`, { mode: 0o755 });
}

/** Runs all commands of a page in one shell, on a port of its own; returns what it shows beside what was printed. */
async function follow(name: string, variables: NodeJS.ProcessEnv = {}) {
  const blocks = blocksOf(page(`docs/${name}.md`));
  const port = String(await lastingPort());
  const commands = blocks.map(({ info, text }) => (info === "sh" ? text.replaceAll("4747", port) : ""));
  const stranger = mkdtempSync(join(folder, "stranger-"));
  copyFileSync(join(folder, packed), join(stranger, packed));
  const script = commands.map((text) => `${text}\necho @@@`).join("\n");
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], {
    cwd: stranger,
    env: {
      PATH: path,
      HOME: stranger,
      npm_config_registry: registry.url,
      npm_config_omit: "optional",
      npm_config_cache: join(folder, "npm-cache"),
      npm_config_update_notifier: "false",
      ...variables,
    },
  });
  const installed = readdirSync(stranger).find((each) => existsSync(join(stranger, each, "node_modules")));
  if (!existsSync(join(folder, "bin")) && installed !== undefined) shortenInstalls(join(stranger, installed));
  const printed = stdout.split("@@@\n");
  const outputs = [...blocks.keys()].filter((index) => blocks[index]?.note === "output");
  return {
    shown: outputs.map((index) => shape(blocks[index]?.text ?? "")),
    printed: outputs.map((index) => {
      const from = commands.findLastIndex((text, at) => at < index && text !== "");
      return shape(printed[from] ?? "");
    }),
  };
}
