/** A control group that holds all processes of one scope, also those that left its session and scrubbed their environment. */
import { mkdirSync, readFileSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../core/error.ts";
import { sendSignal } from "./signal.ts";

export class Cgroup {
  readonly folder: string;
  /** Where a process enters, by writing its number (or 0 for itself). */
  readonly entrance: string;
  /** Becomes true when someone else removed the folder: then it proves nothing about who was in it. */
  #lost = false;

  /** Throws where the folder cannot be made. */
  constructor(folder: string) {
    mkdirSync(folder);
    this.folder = folder;
    this.entrance = join(folder, "cgroup.procs");
  }

  get lost(): boolean {
    return this.#lost;
  }

  /** Takes in a process that is already running. */
  admit(pid: number): void {
    writeFileSync(this.entrance, String(pid), { flag: "r+" });
  }

  members(): number[] {
    return cgroupMembers(this.folder);
  }

  kill(): void {
    killCgroup(this.folder);
  }

  /** True when it is gone, which the system grants only to a group without processes. */
  remove(): boolean {
    try {
      rmdirSync(this.folder);
      return true;
    } catch (error) {
      if (systemCode(error) !== "ENOENT") return removeCgroup(this.folder);
      this.#lost = true;
      return true;
    }
  }
}

/** Processes in a group and in the groups below it: what runs inside may have made some of its own. */
export function cgroupMembers(folder: string): number[] {
  return [folder, ...foldersBelow(folder)].flatMap((each) =>
    readText(join(each, "cgroup.procs"))
      .split("\n")
      .map(Number)
      .filter((pid) => pid > 1 && pid !== process.pid),
  );
}

/** SIGKILL for all in it: at once where the system can, else one by one. */
export function killCgroup(folder: string): void {
  try {
    writeFileSync(join(folder, "cgroup.kill"), "1", { flag: "r+" });
  } catch {
    // Version 1, or a kernel before 5.14: nothing is lost, the caller repeats until it is empty.
    for (const pid of cgroupMembers(folder)) sendSignal(pid, "SIGKILL");
  }
}

/** Removes a group and those below it; false while one of them still has processes. */
export function removeCgroup(folder: string): boolean {
  try {
    for (const each of foldersBelow(folder).toReversed()) rmdirSync(each);
    rmdirSync(folder);
    return true;
  } catch (error) {
    return systemCode(error) === "ENOENT";
  }
}

/** All folders below, each before those inside it. */
export function foldersBelow(folder: string, most = 12): string[] {
  if (most === 0) return [];
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name))
      .flatMap((each) => [each, ...foldersBelow(each, most - 1)]);
  } catch {
    // Removed meanwhile: nothing is below it any more.
    return [];
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // Removed meanwhile, so it has no members.
    return "";
  }
}
