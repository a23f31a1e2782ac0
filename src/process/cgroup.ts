/** A control group that holds all processes of one scope, even those that left its session and cleared their environment. */
import { mkdirSync, readFileSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../core/error.ts";
import { sendSignal } from "./end-processes.ts";

export class Cgroup {
  readonly folder: string;
  /** The file a process writes its id to (or 0 for itself) to join the group. */
  readonly procsFile: string;
  /** True once someone else removed the folder: then it proves nothing about its former members. */
  #isLost = false;

  /** Throws if the folder cannot be created. */
  constructor(folder: string) {
    mkdirSync(folder);
    this.folder = folder;
    this.procsFile = join(folder, "cgroup.procs");
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Adds a process that is already running. */
  add(pid: number): void {
    writeFileSync(this.procsFile, String(pid), { flag: "r+" });
  }

  members(): number[] {
    return listCgroupMembers(this.folder);
  }

  kill(): void {
    killCgroup(this.folder);
  }

  /** Returns true if the group is gone, which the system allows only for a group without processes. */
  remove(): boolean {
    try {
      rmdirSync(this.folder);
      return true;
    } catch (error) {
      if (systemCode(error) !== "ENOENT") return removeCgroup(this.folder);
      this.#isLost = true;
      return true;
    }
  }
}

/** Lists the processes in a group and in the groups below it, because the processes may have created groups of their own. */
export function listCgroupMembers(folder: string): number[] {
  return [folder, ...listFoldersBelow(folder)].flatMap((each) =>
    readText(join(each, "cgroup.procs"))
      .split("\n")
      .map(Number)
      .filter((pid) => pid > 1 && pid !== process.pid),
  );
}

/** Sends SIGKILL to all processes in the group: at once where the system can, otherwise one by one. */
export function killCgroup(folder: string): void {
  try {
    writeFileSync(join(folder, "cgroup.kill"), "1", { flag: "r+" });
  } catch {
    // Version 1, or a kernel before 5.14; the caller repeats this until the group is empty.
    for (const pid of listCgroupMembers(folder)) sendSignal(pid, "SIGKILL");
  }
}

/** Removes a group and those below it; returns false while one of them still has processes. */
export function removeCgroup(folder: string): boolean {
  try {
    for (const each of listFoldersBelow(folder).toReversed()) rmdirSync(each);
    rmdirSync(folder);
    return true;
  } catch (error) {
    return systemCode(error) === "ENOENT";
  }
}

/** Lists all folders below, each before the folders inside it. */
export function listFoldersBelow(folder: string, most = 12): string[] {
  if (most === 0) return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name))
      .flatMap((each) => [each, ...listFoldersBelow(each, most - 1)]);
  } catch {
    // It was removed in the meantime, so it has no folders.
    return [];
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It was removed in the meantime, so it has no members.
    return "";
  }
}
