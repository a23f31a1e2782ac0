/** Marks the processes of a job with two resource limits that Linux accepts, passes on to every child and never enforces. */
import { createHash } from "node:crypto";

/**
 * Unlike an environment, a limit survives `env -i`, a new session and a lost parent, and only a privileged process can
 * raise it. It can be lowered, so there are two: they add up to a constant, and lowering one of them breaks the sum.
 */
export interface LimitMark {
  /** "Max file locks". */
  readonly locks: number;
  /** "Max resident set", in KiB. */
  readonly residentKb: number;
}

const base = 2 ** 41;
const sum = 2 ** 43;

export function toLimitMark(runId: string): LimitMark {
  const locks = base + Number.parseInt(createHash("sha256").update(runId).digest("hex").slice(0, 10), 16);
  return { locks, residentKb: sum - locks };
}

/** The shell line that sets both limits; dash calls the first one -w, bash -x. If the system refuses, nothing is printed. */
export function toLimitLine({ locks, residentKb }: LimitMark): string {
  return `{ ulimit -m ${residentKb} && { ulimit -w ${locks} || ulimit -x ${locks}; }; } 2>/dev/null`;
}

/** Reads the mark from the text of /proc/<pid>/limits; null if the process has no limit on file locks. */
export function readLimitMark(limits: string): LimitMark | null {
  const locks = readHardLimit(limits, "Max file locks");
  if (locks === null) return null;
  return { locks, residentKb: (readHardLimit(limits, "Max resident set") ?? Number.POSITIVE_INFINITY) / 1024 };
}

function readHardLimit(limits: string, name: string): number | null {
  const at = limits.indexOf(name);
  if (at === -1) return null;
  const [, hard = ""] = limits
    .slice(at + name.length, limits.indexOf("\n", at))
    .trim()
    .split(/\s+/);
  return /^\d+$/.test(hard) ? Number(hard) : null;
}

/**
 * Whether a process belongs to the job with this mark: it has the mark, or lowered it. A pair that adds up is the mark of
 * another job, because without privileges the second limit cannot rise by what the first one lost.
 */
export function isMarkedBy(mark: LimitMark, seen: LimitMark): boolean {
  if (seen.locks === mark.locks) return true;
  return seen.locks < mark.locks && seen.residentKb <= mark.residentKb && seen.locks + seen.residentKb !== sum;
}
