/** Tests write many small files. Where memory can hold them, temporary folders are made there: a third less time goes into the system. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const memory = "/dev/shm";
const prefix = "axis-tests-";
const neededBytes = 6 * 1024 ** 3;

/** Sets TMPDIR for this process and those it starts, until it ends. */
export function useMemoryForTemporaryFiles(): void {
  if (process.env["TMPDIR"] !== undefined || !existsSync(memory)) return;
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < neededBytes) return;
  for (const name of readdirSync(memory)) if (name.startsWith(prefix) && !isAlive(name)) remove(join(memory, name));
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o1777);
  if (!canExecuteIn(folder)) return remove(folder);
  process.env["TMPDIR"] = folder;
  process.once("exit", () => remove(folder));
}

function isAlive(name: string): boolean {
  return existsSync(`/proc/${name.slice(prefix.length)}`);
}

/** Some systems mount it so that nothing in it can be executed. */
function canExecuteIn(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  try {
    execFileSync(program);
    return true;
  } catch {
    return false;
  } finally {
    remove(program);
  }
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
