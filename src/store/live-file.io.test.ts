import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { nodeDisk } from "./disk/disk.ts";
import { createLiveFile } from "./file-report.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "axis-live-"));
  path = join(folder, "echo.live.ndjson");
});
afterEach(() => rm(folder, { recursive: true }));

const said = (text: string) => ({ type: "user", timestamp: null, text }) as const;
const redact = (text: string) => text.replaceAll("hunter2", "[redacted]");
const target = () => ({ disk: nodeDisk, path, redact });
const written = async () => {
  await vi.waitFor(() => expect(existsSync(path)).toBe(true), { timeout: 120_000 });
  await vi.waitFor(async () => expect(await readFile(path, "utf8")).not.toBe(""), { timeout: 120_000 });
  return await readFile(path, "utf8");
};

test("a run that is over at once never writes it", async () => {
  const live = createLiveFile(target());
  live.append(said("hello"));
  await live[Symbol.asyncDispose]();
  expect(existsSync(path)).toBe(false);
});

test("what was said is there after a while, one entry to a line and without secrets, and gone with the run", async () => {
  const live = createLiveFile(target());
  live.append(said("one"));
  live.append(said("the password is hunter2\n"));
  expect(await written()).toBe(
    '{"type":"user","timestamp":null,"text":"one"}\n{"type":"user","timestamp":null,"text":"the password is [redacted]\\n"}\n',
  );
  live.append(said("three"));
  await vi.waitFor(async () => expect((await readFile(path, "utf8")).split("\n")).toHaveLength(4), {
    timeout: 120_000,
  });
  await live[Symbol.asyncDispose]();
  live.append(said("too late"));
  expect(existsSync(path)).toBe(false);
});

test("what a killed process left is not mixed with what comes", async () => {
  await writeFile(path, "of another try\n");
  const live = createLiveFile(target());
  live.append(said("new"));
  await vi.waitFor(
    async () => expect(await readFile(path, "utf8")).toBe('{"type":"user","timestamp":null,"text":"new"}\n'),
    { timeout: 120_000 },
  );
  await live[Symbol.asyncDispose]();
});

test("what the attempt before left is taken away, also where this one was short", async () => {
  const earlier = join(folder, "earlier.live.ndjson");
  await writeFile(earlier, "left\n");
  await createLiveFile({ ...target(), earlier })[Symbol.asyncDispose]();
  expect(existsSync(earlier)).toBe(false);
});

test("a disk that takes nothing costs those who look on, not the run", async () => {
  let tries = 0;
  const disk = {
    ...nodeDisk,
    open: () => {
      tries += 1;
      return Promise.reject(new Error("no space"));
    },
  };
  const live = createLiveFile({ ...target(), disk });
  live.append(said("one"));
  await vi.waitFor(() => expect(tries).toBe(1), { timeout: 120_000 });
  live.append(said("two"));
  await live[Symbol.asyncDispose]();
  expect([tries, existsSync(path)]).toEqual([1, false]);
});
