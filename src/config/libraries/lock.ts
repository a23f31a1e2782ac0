/** .axis/axis.lock: which commit and which bytes of every remote source this project uses. Meant to be committed. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { AxisError, systemCode } from "../../core/error.ts";
import { replaceFile } from "../../core/files/write-file.ts";
import { canonicalize } from "../../core/json.ts";
import { parseJson } from "../../core/data-files/json-file.ts";
import { makeAxisFolder } from "./axis-folder.ts";

const hex = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`));

export const LockedSource = z.strictObject({
  commit: z.union([hex(40), hex(64)]),
  /** SHA-256 over the paths and bytes of all files. */
  tree: hex(64),
  /** The tree that was trusted with more than data; no other tree is. */
  trusted: hex(64).optional(),
});
export type LockedSource = z.infer<typeof LockedSource>;

export const Lock = z.strictObject({ version: z.literal(1), sources: z.record(z.string(), LockedSource) });
export type Lock = z.infer<typeof Lock>;

const lockName = ".axis/axis.lock";

/** The lock of a project; empty if there is none yet. */
export async function readLock(configDir: string): Promise<Lock> {
  let text: string;
  try {
    text = await readFile(lockFile(configDir), "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return { version: 1, sources: {} };
    throw new AxisError("remote-failed", `${lockName} could not be read`, { cause: error });
  }
  const lock = Lock.safeParse(parseJson(text, lockName));
  if (lock.success) return lock.data;
  throw new AxisError("remote-failed", `${lockName} is not a lock file that this version of AXIS can read`, {
    hint: "Restore it from version control, or delete it to pin every source again",
  });
}

/** Pins a source. */
export async function writeLocked(configDir: string, url: string, source: LockedSource): Promise<void> {
  const lock = await readLock(configDir);
  await makeAxisFolder(configDir);
  const text = JSON.stringify(canonicalize({ ...lock, sources: { ...lock.sources, [url]: source } }), null, 2);
  await replaceFile(lockFile(configDir), `${text}\n`);
}

function lockFile(configDir: string): string {
  return join(configDir, ".axis", "axis.lock");
}
