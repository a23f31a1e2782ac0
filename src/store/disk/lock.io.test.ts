import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isLocked, toReportLock, takeLock } from "./lock.ts";

let folder: string;
let warnings: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "axis-lock-"));
  warnings = [];
});
afterEach(() => rm(folder, { recursive: true }));

const take = () => takeLock(folder, { ...toReportLock("r"), onWarning: (message) => warnings.push(message) });
const lay = (writer: object | string) =>
  writeFile(
    join(folder, "writer-00000000000000ff.lock"),
    typeof writer === "string"
      ? writer
      : JSON.stringify({ start: null, host: hostname(), token: "00000000000000ff", ...writer }),
  );
/** Above every system's greatest pid. */
const noSuchPid = 2 ** 30;

test("a lock holds until it is given back", async () => {
  const lock = await take();
  await expect(take()).rejects.toMatchObject({ code: "report-locked" });
  await lock[Symbol.asyncDispose]();
  await using again = await take();
  expect(again).toBeDefined();
  expect(await readdir(folder)).toHaveLength(1);
  expect(warnings).toEqual([]);
});

test("whether somebody holds it can be asked without touching anything", async () => {
  expect(await isLocked(folder)).toBe(false);
  const lock = await take();
  expect(await isLocked(folder)).toBe(true);
  await lock[Symbol.asyncDispose]();
  expect(await isLocked(folder)).toBe(false);
  await lay({ pid: noSuchPid });
  expect(await isLocked(folder)).toBe(false);
  await lay("half a");
  expect(await isLocked(folder)).toBe(false);
  expect(await readdir(folder)).toHaveLength(1);
});

test("of twenty that begin at once, one gets it", async () => {
  const results = await Promise.allSettled(Array.from({ length: 20 }, take));
  const held = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  expect(held).toHaveLength(1);
  expect(await readdir(folder)).toHaveLength(1);
});

test("a process that is gone loses its lock, with a note", async () => {
  await lay({ pid: noSuchPid });
  await using lock = await take();
  expect(lock).toBeDefined();
  expect(warnings).toEqual([
    `Report r was left open by process ${noSuchPid}, which no longer exists; continuing with it`,
  ]);
});

test.skipIf(process.platform !== "linux")("a recycled pid is not the process that took the lock", async () => {
  await lay({ pid: process.pid, start: "another boot 1" });
  await using lock = await take();
  expect(lock).toBeDefined();
  expect(warnings).toHaveLength(1);
});

test.skipIf(process.platform !== "linux")(
  "a process that has ended loses its lock also where nobody buries it",
  async () => {
    const parent = spawn("sh", ["-c", "sleep 0.5 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      const [line] = (await once(parent.stdout, "data")) as [Buffer];
      const pid = Number(line.toString());
      await expect.poll(() => readFile(`/proc/${pid}/stat`, "utf8")).toMatch(/\) Z /);
      await lay({ pid });
      expect(await isLocked(folder)).toBe(false);
      await using lock = await take();
      expect(lock).toBeDefined();
    } finally {
      parent.kill("SIGKILL");
    }
  },
);

test("a process on another machine cannot be asked, so its lock stands, and the error says what to do", async () => {
  await lay({ pid: 7, host: "elsewhere" });
  const refused = await take().catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: "report-locked",
    message: "Report r is being written by process 7 on elsewhere",
    hint: expect.stringContaining(join(folder, "writer-00000000000000ff.lock")),
  });
  expect(await readdir(folder)).toEqual(["writer-00000000000000ff.lock"]);
});

test("a lock that lost its content in a power failure does not hold", async () => {
  await lay("");
  await using lock = await take();
  expect(lock).toBeDefined();
  expect(warnings).toHaveLength(1);
});
