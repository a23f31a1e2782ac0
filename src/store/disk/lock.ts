/**
 * One writer per report, and one owner of the embedded database. Each writer creates a lock file with a unique name and
 * then looks for others. Names are never reused, so removing a dead writer's file can never remove a living writer's.
 */
import { randomBytes } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { AxisError, systemCode } from "../../core/error.ts";
import { replaceFile } from "../../core/files/write-file.ts";
import { joinInside } from "../../core/paths/inside.ts";
import { toDiskWriteError } from "./disk.ts";
import { readStoredText } from "./stored-file.ts";

const Writer = z.object({
  pid: z.number().int().positive(),
  /** Boot id and tick at which the process started; null if the system does not report them. */
  start: z.string().nullable(),
  host: z.string(),
  token: z.string(),
});
type Writer = z.infer<typeof Writer>;

const lockName = /^writer-([0-9a-f]{16})\.lock$/;
/** Two writers that start at once see each other; the one with the lower token waits this long for the other to stop. */
const patienceMs = 500;

/** States of a zombie, or of a process that is being removed. */
const endedStates = new Set(["Z", "X", "x"]);

/** What is locked, for the messages about it. */
export interface LockName {
  /** Such as `Report 2026-03-04-050607`. */
  readonly name: string;
  readonly code: "report-locked" | "store-locked";
}

export interface LockTarget extends LockName {
  readonly onWarning: (message: string) => void;
}

const lockHints: Readonly<Record<LockName["code"], string>> = {
  "report-locked": "Wait until that process ends",
  "store-locked": "Only one process can own it at a time, most likely axis serve: use its HTTP API, or stop it first",
};

/** The lock of a report. */
export function toReportLock(id: string): LockName {
  return { name: `Report ${id}`, code: "report-locked" };
}

/** Locks the folder until disposed; throws if another process holds it. */
export async function takeLock(folder: string, { name, code, onWarning }: LockTarget): Promise<AsyncDisposable> {
  const me: Writer = {
    pid: process.pid,
    start: await readProcessStart(process.pid),
    host: hostname(),
    token: randomBytes(8).toString("hex"),
  };
  const file = toLockPath(folder, me.token);
  const release = () => rm(file, { force: true });
  try {
    await replaceFile(file, JSON.stringify(me), { flush: false }); // Not flushed: a power failure also ends the process that holds the lock.
    for (let waited = 0; ; waited += 50) {
      const [other] = await findLivingWriters(folder, me, (gone) => onWarning(describeTakeover(name, gone)));
      if (other === undefined) return { [Symbol.asyncDispose]: release };
      if (other.token < me.token || waited >= patienceMs)
        throw lockedError({ name, code }, other, toLockPath(folder, other.token));
      await sleep(50);
    }
  } catch (error) {
    await release();
    throw toDiskWriteError(file, error);
  }
}

/** Whether a living process holds the folder. Changes nothing. */
export async function isLocked(folder: string): Promise<boolean> {
  for (const name of await readdir(folder)) {
    const [, token] = lockName.exec(name) ?? [];
    const writer = token === undefined ? null : await readWriter(toLockPath(folder, token));
    if (writer !== null && writer !== "released" && (await isAlive(writer))) return true;
  }
  return false;
}

function toLockPath(folder: string, token: string): string {
  return joinInside(folder, `writer-${token}.lock`);
}

async function findLivingWriters(folder: string, me: Writer, onGone: (gone: Writer | null) => void): Promise<Writer[]> {
  const living: Writer[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    const [, token] = lockName.exec(name) ?? [];
    if (token === undefined || token === me.token) continue;
    const writer = await readWriter(toLockPath(folder, token));
    if (writer === "released") continue;
    if (writer !== null && (await isAlive(writer))) living.push(writer);
    else await rm(toLockPath(folder, token), { force: true }).then(() => onGone(writer));
  }
  return living;
}

/** Null if the file is unreadable, for example after a power failure. */
async function readWriter(file: string): Promise<Writer | "released" | null> {
  try {
    return Writer.safeParse(JSON.parse(await readStoredText(file))).data ?? null;
  } catch (error) {
    return systemCode(error) === "ENOENT" ? "released" : null;
  }
}

/** A process on another machine cannot be checked, so it counts as alive. */
async function isAlive({ pid, start, host }: Writer): Promise<boolean> {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
  const startNow = await readProcessStart(pid);
  return startNow !== "ended" && (start === null || startNow === null || start === startNow);
}

/**
 * When a process started. A reused pid has a different start, and so has every pid after a reboot.
 * A zombie holds nothing any more: it has ended, but its parent has not collected it, and some parents never do.
 */
async function readProcessStart(pid: number): Promise<string | null> {
  try {
    const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8");
    const status = await readFile(`/proc/${pid}/stat`, "utf8");
    // The program's name may contain spaces and brackets; the fields after its last bracket are numbers.
    const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
    if (endedStates.has(fields[0] ?? "")) return "ended";
    const ticks = fields[19];
    return ticks === undefined ? null : `${boot.trim()} ${ticks}`;
  } catch {
    return null; // There is no /proc here, or the process has ended, which the signal in isAlive detects.
  }
}

function describeTakeover(name: string, gone: Writer | null): string {
  const who = gone === null ? "a process" : `process ${gone.pid}`;
  return `${name} was left open by ${who}, which no longer exists; continuing with it`;
}

function lockedError({ name, code }: LockName, { pid, host }: Writer, file: string): AxisError {
  return new AxisError(code, `${name} is being written by process ${pid} on ${host}`, {
    hint: `${lockHints[code]}. If that process does not exist, delete ${file}`,
  });
}
