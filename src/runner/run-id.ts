/** Creates run ids: `run_` and a ULID. Its 80 random bits also mark every process of the run. */
import { randomFillSync } from "node:crypto";
import { ulid } from "ulid";

/** Random bytes for several ids at a time, because asking the system for each one takes longer than everything else. */
const bytes = Buffer.alloc(256);
let used = bytes.length;

export function newRunId(now: Date): string {
  return `run_${ulid(now.getTime(), random)}`;
}

/** Returns a number from 0 up to, but not including, 1. */
function random(): number {
  if (used === bytes.length) {
    randomFillSync(bytes);
    used = 0;
  }
  const byte = bytes.readUInt8(used);
  used += 1;
  return byte / 256;
}
