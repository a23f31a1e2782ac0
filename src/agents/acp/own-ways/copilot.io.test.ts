import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addRefusalCode } from "../../program/refusal.ts";
import { copilotRefusal } from "./copilot.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "axis-copilot-"));
});
afterEach(() => rm(home, { recursive: true }));

const answered = { status: "completed" as const, result: "Info: Retrying...Error: no luck" };
const event = (type: string, data: object = {}) => JSON.stringify({ type, data });
const error = (more: object) => event("session.error", { message: "no luck", errorType: "query", ...more });

async function readEnding(...lines: string[]) {
  const file = join(home, ".copilot", "session-state", "s-1", "events.jsonl");
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${lines.join("\n")}\n`);
  const spawn = () => {
    throw new Error("starts nothing");
  };
  const search = { find: copilotRefusal, sessionId: "s-1", hidesRefusals: true };
  return addRefusalCode(answered, search, { home, spawn, program: ["copilot"] });
}

test.each([
  [{ statusCode: 401 }, "auth"],
  [{ statusCode: 429 }, "rate-limit"],
  [{ statusCode: 500 }, "network"],
  [{ errorType: "authentication" }, "auth"],
  [{ errorType: "context_limit" }, "agent"],
  [{}, "network"],
])("an answer that is the error %j of its session file is a failure of kind %s", async (more, code) => {
  const ending = await readEnding("{ cut", event("assistant.message"), error(more), event("session.shutdown"));
  expect(ending).toEqual({ status: "failed", code, message: answered.result });
});

test("an error that the model has answered after, or that was not the answer, changes nothing", async () => {
  expect(await readEnding(error({ statusCode: 429 }), event("assistant.message"))).toEqual(answered);
  expect(await readEnding(error({ statusCode: 429, message: "forged" }))).toEqual(answered);
  expect(await readEnding(event("session.shutdown"))).toEqual(answered);
});
