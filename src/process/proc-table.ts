/** Reads Linux's process table: which processes carry the marks of a job, and which belong to a group. */
import { closeSync, openSync, readFileSync, readdirSync, readlinkSync, readSync, statSync } from "node:fs";
import { systemCode } from "../core/error.ts";
import { isMarkedBy, type LimitMark, readLimitMark } from "./limit-mark.ts";

/** How many scans to make before accepting the result of a table that keeps changing. */
const maxScans = 4;
const fewMarks = 8;

/** Represents an environment that we may not read. */
const unreadableEnvironment = Buffer.alloc(0);
let buffer = Buffer.allocUnsafe(64 * 1024);
/** Processes whose environment was empty last time: mostly kernel threads. */
let emptyProcesses = new Set<number>();
let isTableReadable: boolean | undefined;

/** Whether this system shows the environments of processes under /proc. */
export function hasProcTable(): boolean {
  if (isTableReadable === undefined) {
    const environment = readEnvironment(process.pid);
    isTableReadable = environment !== null && environment !== unreadableEnvironment;
  }
  return isTableReadable;
}

/** What identifies the processes of one or more jobs. Each of these is enough. */
export interface ProcessMarks {
  /** Entries of the environment: "NAME=value", exact. */
  readonly entries: readonly string[];
  readonly limits?: readonly LimitMark[];
  /** A folder of the job alone, and the start of its first process in ticks: no other program starts to work there after that. */
  readonly place?: { readonly folder: string; readonly sinceTicks: number } | undefined;
}

/**
 * Lists the processes with one of these marks, except our own. A process that vanished during the scan may have left a
 * child with an id we had passed, and one in the middle of `exec` shows nothing for a moment: either one requires another
 * scan.
 */
export function listMarkedProcesses({ entries, limits = [], place }: ProcessMarks): number[] {
  const isMarked = entries.length > fewMarks ? testManyEntries(entries) : testFewEntries(entries);
  const isFound = (pid: number): boolean =>
    (limits.length > 0 && hasLimitMark(pid, limits)) || (place !== undefined && isWorkingIn(pid, place));
  for (let scan = 1; ; scan += 1) {
    const { found, unsure } = scanProcesses(isMarked, isFound);
    if (found.length > 0 || !unsure || scan === maxScans) return found;
  }
}

/** Lists the living processes of these groups. */
export function listProcessesInGroups(groups: ReadonlySet<number>): number[] {
  if (groups.size === 0) return [];
  return listProcesses().filter((pid) => {
    const state = readProcessState(pid);
    return state !== null && state.alive && groups.has(state.group);
  });
}

/** Returns the group of a process and whether it is more than a zombie; null if it is gone. */
export function readProcessState(pid: number): { group: number; alive: boolean } | null {
  try {
    const [state = "X", , group = "0"] = readStatFields(pid);
    return { group: Number(group), alive: !["Z", "X", "x"].includes(state) };
  } catch {
    // It disappeared between the listing and the read, which is a valid answer.
    return null;
  }
}

/** Returns when a process started, in ticks since the system did; null if it is gone. */
export function readStartTicks(pid: number): number | null {
  try {
    return Number(readStatFields(pid)[19]);
  } catch {
    return null; // It is gone.
  }
}

/** The name in parentheses may contain anything, even spaces and parentheses, so fields are counted after it. */
function readStatFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function hasLimitMark(pid: number, marks: readonly LimitMark[]): boolean {
  try {
    const seen = readLimitMark(readFileSync(`/proc/${pid}/limits`, "latin1"));
    return seen !== null && marks.some((mark) => isMarkedBy(mark, seen));
  } catch {
    return false; // It is gone, or belongs to someone else.
  }
}

/**
 * Whether a process that started later works in the folder, or has a file below it open. One with a terminal is left
 * alone: it may be a person who looks into the folder.
 */
function isWorkingIn(pid: number, { folder, sinceTicks }: { folder: string; sinceTicks: number }): boolean {
  const isBelow = (path: string): boolean => path === folder || path.startsWith(`${folder}/`);
  try {
    const fields = readStatFields(pid);
    if (Number(fields[19]) < sinceTicks || fields[4] !== "0") return false;
    const own = `/proc/${pid}`;
    if (["cwd", "root", "exe"].some((name) => isBelow(readLink(`${own}/${name}`)))) return true;
    return readdirSync(`${own}/fd`).some((name) => isBelow(readLink(`${own}/fd/${name}`)));
  } catch {
    return false; // It is gone, or belongs to someone else.
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ""; // It was closed in the meantime.
  }
}

/** Lists the children of a process that are still alive, whichever thread started them; empty if the system does not report them. */
export function listChildren(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").split(" ").map(Number).filter(Boolean),
    );
  } catch {
    // It is gone, or the kernel does not have this list.
    return [];
  }
}

type EnvironmentTest = (environment: Buffer) => boolean;

/** Searching the bytes is fastest for the two marks of one job. */
function testFewEntries(entries: readonly string[]): EnvironmentTest {
  const marks = entries.map((entry) => Buffer.from(entry));
  return (environment) => marks.some((mark) => hasEntry(environment, mark));
}

/** After a killed AXIS there may be thousands of marks, so each environment is split once instead. */
function testManyEntries(entries: readonly string[]): EnvironmentTest {
  const marks = new Set(entries);
  return (environment) =>
    environment
      .toString("utf8")
      .split("\0")
      .some((entry) => marks.has(entry));
}

function scanProcesses(
  isMarked: EnvironmentTest,
  isFound: (pid: number) => boolean,
): { found: number[]; unsure: boolean } {
  const found: number[] = [];
  const nowSilent = new Set<number>();
  let unsure = false;
  for (const pid of listProcesses()) {
    if (!isOwnProcess(pid)) continue;
    const environment = readEnvironment(pid);
    if (environment === null) unsure = true;
    else if ((environment.length > 0 && isMarked(environment)) || isFound(pid)) {
      if (readProcessState(pid)?.alive) found.push(pid);
    } else if (environment.length === 0 && environment !== unreadableEnvironment) {
      nowSilent.add(pid);
      if (!emptyProcesses.has(pid)) unsure = true;
    }
  }
  emptyProcesses = nowSilent;
  return { found, unsure };
}

/** Environments of other users cannot be read; checking first is cheaper than an error for each. */
function isOwnProcess(pid: number): boolean {
  const user = process.geteuid?.();
  if (user === 0) return true;
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === user;
}

function listProcesses(): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid);
}

/** Returns a view that is valid until the next call; null if the process is gone. */
function readEnvironment(pid: number): Buffer | null {
  let file: number | undefined;
  try {
    file = openSync(`/proc/${pid}/environ`, "r");
    let length = 0;
    for (;;) {
      const room = buffer.length - length;
      const read = readSync(file, buffer, length, room, null);
      length += read;
      if (read < room) return buffer.subarray(0, length);
      buffer = Buffer.concat([buffer], buffer.length * 2);
    }
  } catch (error) {
    return ["EACCES", "EPERM"].includes(systemCode(error) ?? "") ? unreadableEnvironment : null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Whether one of the NUL-separated entries is exactly this one. */
function hasEntry(environment: Buffer, entry: Buffer): boolean {
  for (let at = environment.indexOf(entry); at !== -1; at = environment.indexOf(entry, at + 1)) {
    const end = at + entry.length;
    if ((at === 0 || environment[at - 1] === 0) && (end === environment.length || environment[end] === 0)) return true;
  }
  return false;
}
