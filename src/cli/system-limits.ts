/** Says in a sentence which limit of the system a command ran into: that is no bug of AXIS. */
import { systemCode } from "../core/error.ts";

interface SystemLimit {
  readonly message: string;
  readonly hint: string;
}

const filesHint = "Raise the limit in this shell with: ulimit -n 4096";
const limits: Readonly<Record<string, SystemLimit>> = {
  EMFILE: { message: "AXIS may not open more files: the limit of this process is reached (EMFILE)", hint: filesHint },
  ENFILE: {
    message: "No more files can be opened on this machine (ENFILE)",
    hint: "Close other programs, or raise the limit of the system",
  },
  ENOMEM: { message: "This machine has no memory left (ENOMEM)", hint: "Close other programs, or lower --concurrency" },
  EAGAIN: {
    message: "No more processes can be started (EAGAIN)",
    hint: "Raise the limit in this shell with: ulimit -u 4096, or lower --concurrency",
  },
  ENOSPC: { message: "The disk is full (ENOSPC)", hint: "Free some space and run the command again" },
  EDQUOT: { message: "The disk quota is exceeded (EDQUOT)", hint: "Free some space and run the command again" },
};

/** Undefined if the error has another cause. */
export function findSystemLimit(error: unknown): SystemLimit | undefined {
  return limits[systemCode(error) ?? ""];
}
