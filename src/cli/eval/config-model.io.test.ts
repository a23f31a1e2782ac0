/** Holds that axis eval asks the model of the config: its server, with its key. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../../metrics/datasets/temporary-file.fixture.ts";
import * as command from "../commands/eval.ts";
import { drive } from "../world.fixture.ts";

const heard: { key: string | undefined; model: string }[] = [];
const server = createServer((request, response) => {
  let text = "";
  request.on("data", (piece) => (text += String(piece)));
  request.on("end", () => {
    heard.push({ key: request.headers.authorization, model: (JSON.parse(text) as { model: string }).model });
    response.writeHead(403, { "content-type": "application/json" }).end('{"error":{"message":"no"}}');
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => heard.splice(0));

function folder(judging: object): string {
  const path = temporaryFolder();
  const item = { id: "a", query: "q", actual_output: "x", retrieved_content: ["y"] };
  writeFileSync(join(path, "data.jsonl"), `${JSON.stringify(item)}\n`);
  writeFileSync(join(path, "axis.config.json"), JSON.stringify({ agents: ["claude-code"], judging }));
  return path;
}

function model(name: string): object {
  const { port } = server.address() as AddressInfo;
  return { provider: "compatible", model: name, base_url: `http://127.0.0.1:${port}/v1`, api_key_env: "MY_KEY" };
}

const run = (cwd: string, ...more: string[]) =>
  drive(command, ["data.jsonl", "-m", "faithfulness", ...more], { cwd, env: { ...process.env, MY_KEY: "k-1" } });

test("without --judge the first model of the config is asked, at its address with its key", async () => {
  const { code } = await run(folder({ agents: ["claude-code", model("first"), model("second")] }));
  expect([code, heard[0]]).toEqual([1, { key: "Bearer k-1", model: "first" }]);
});

test("--judge may name a model that the config describes", async () => {
  await run(folder({ agents: [model("first"), model("second")] }), "--judge", "compatible/second");
  expect(heard[0]).toEqual({ key: "Bearer k-1", model: "second" });
});

test("a config that names no model leaves the question who is asked", async () => {
  const { mistake } = await run(folder({ agents: ["claude-code"] }));
  expect(mistake).toContain("faithfulness needs a judge, but none is configured");
});
