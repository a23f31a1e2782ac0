/** Both stores keep the same contract. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { testStore } from "../testing/suites/test-store.ts";
import { fileStore } from "./files.ts";
import { memoryStore } from "./memory.ts";

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

testStore("memoryStore", memoryStore);
testStore("fileStore", async () => {
  const configDir = await mkdtemp(join(tmpdir(), "axis-store-"));
  folders.push(configDir);
  return fileStore({ configDir, redact: (text) => text, now: () => new Date(0), onWarning: () => {} });
});
