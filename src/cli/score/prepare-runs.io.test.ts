import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CliDeps } from "../command.ts";
import { createRedactor, collectSecrets } from "../../runner/secrets/redact.ts";
import { readTranscripts } from "./prepare-runs.ts";

let cwd = "";
beforeAll(async () => void (cwd = await mkdtemp(join(tmpdir(), "axis-given-"))));
afterAll(() => rm(cwd, { recursive: true }));

async function digestOfFile(said: string, secret = "none"): Promise<string> {
  await writeFile(join(cwd, "a.ndjson"), `${JSON.stringify({ type: "assistant", text: said })}\n`);
  const terminal = { err() {} };
  const world = { terminal, cwd } as unknown as CliDeps;
  const redactor = createRedactor(collectSecrets({ API_KEY: secret }, []));
  const [file] = (await readTranscripts(["a.ndjson"], world, { redactor })).files;
  return file?.digest ?? "";
}

test("the digest of a file is that of its bytes", async () => {
  expect(await digestOfFile("hello")).toBe(await digestOfFile("hello"));
  expect(await digestOfFile("hello")).not.toBe(await digestOfFile("hallo"));
});

test("a secret in a file leaves no trace in its digest", async () => {
  const [one, other] = ["q7-first-secret-1", "q7-other-secret-2"];
  expect(await digestOfFile(`with ${one}`, one)).toBe(await digestOfFile(`with ${other}`, other));
});
