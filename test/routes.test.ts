/** A stranger's path through each route, and through the recipes: an empty folder, the packed package, exactly the commands of the page. */
import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
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

const offline = ["routes/service", "routes/agent", "routes/dataset", "recipes"];

test.each(offline)("docs/%s.md prints what it shows", async (name) => {
  const { shown, printed } = await follow(name);
  expect(shown.length).toBeGreaterThan(1);
  expect(printed).toEqual(shown);
});

test("docs/routes/server.md prints what it shows", async () => {
  const { shown, printed } = await follow("routes/server", { AXIS_DATABASE_URL: await createDatabase() });
  expect(shown.length).toBeGreaterThan(1);
  expect(printed).toEqual(shown);
});

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
      PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
      HOME: stranger,
      npm_config_registry: registry.url,
      npm_config_omit: "optional",
      npm_config_cache: join(folder, "npm-cache"),
      npm_config_update_notifier: "false",
      ...variables,
    },
  });
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
