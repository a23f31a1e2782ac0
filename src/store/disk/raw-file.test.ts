import { expect, test } from "vitest";
import type { DiskFile } from "./disk.ts";
import { createRawFile } from "./raw-file.ts";

const redact = (line: string) => line.replaceAll("hunter2hunter2", "[redacted]");

function target(capBytes: number, fail = false) {
  let text = "";
  const calls: string[] = [];
  const file: DiskFile = {
    write: async () => {},
    writeNow(bytes) {
      if (fail) throw Object.assign(new Error("full"), { code: "ENOSPC" });
      calls.push("write");
      text += Buffer.from(bytes).toString();
    },
    sync: async () => void calls.push("sync"),
    close: async () => void calls.push("close"),
  };
  const raw = createRawFile({
    file,
    name: "x.raw.ndjson",
    redact,
    capBytes,
    syncFolder: async () => void calls.push("folder"),
  });
  return { raw, calls, text: () => text };
}

test("lines are held back a moment and written together, each without secrets", async () => {
  const { raw, calls, text } = target(1_000);
  raw.append("a");
  raw.append("my hunter2hunter2");
  expect(text()).toBe("");
  const mark = await raw.close();
  expect(text()).toBe("a\nmy [redacted]\n");
  expect(mark.bytes).toBe(text().length);
  expect(calls).toEqual(["write", "sync", "folder", "close"]);
});

test("what waits is written after a moment even if nothing more comes", async () => {
  const { raw, text } = target(1_000);
  raw.append("a");
  await expect.poll(text).toBe("a\n");
  await raw.close();
});

test("a lot is written at once", async () => {
  const { raw, calls } = target(1_000_000);
  raw.append("x".repeat(70_000));
  expect(calls).toEqual(["write"]);
  await raw.close();
});

test("beyond the cap there is one mark, and nothing more", async () => {
  const { raw, text } = target(10);
  for (const line of ["12345", "ü", "123", "1"]) raw.append(line);
  await raw.close();
  expect(text()).toBe('12345\nü\n{"axis":"output beyond 10 bytes was not kept"}\n');
});

test("a full disk is told on closing, not in the middle of the agent's output", async () => {
  const { raw, calls } = target(1_000_000, true);
  raw.append("x".repeat(70_000));
  raw.append("more");
  await expect(raw.close()).rejects.toThrow("full");
  expect(calls).toEqual(["close"]);
});
