/** Starts a model that answers by the script in this folder, and measures the answers with a judged metric. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openScriptedModel } from "axis-eval/testing";

const folder = dirname(fileURLToPath(import.meta.url));
const axis = join(dirname(createRequire(import.meta.url).resolve("axis-eval/package.json")), "dist/cli.js");
const model = await openScriptedModel(JSON.parse(readFileSync(join(folder, "judge.json"), "utf8")));
try {
  // With a server of your own: its address here, the name of its model below.
  const env = { ...process.env, API_BASE_URL: `${model.url}/v1` };
  const args = [
    "eval",
    "answers.jsonl",
    "-m",
    "helpful.yaml",
    "--judge",
    "compatible/scripted",
    ...process.argv.slice(2),
  ];
  const child = spawn(process.execPath, [axis, ...args], { cwd: folder, env, stdio: "inherit" });
  process.exitCode = await new Promise((resolve) => child.on("close", resolve));
} finally {
  await model[Symbol.asyncDispose]();
}
