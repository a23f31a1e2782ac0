/** Sends signals, and refuses the targets that must never get one: AXIS itself, its group, and the first process. */
import { systemCode } from "../core/error.ts";

/** Signals a process, or with a negative number a group. False where there was nothing that could get it. */
export function sendSignal(target: number, signal: NodeJS.Signals | 0): boolean {
  if (!Number.isSafeInteger(target) || Math.abs(target) <= 1 || Math.abs(target) === process.pid) return false;
  try {
    return process.kill(target, signal);
  } catch (error) {
    // It exists and belongs to someone else: there, but out of reach.
    return signal === 0 && systemCode(error) === "EPERM";
  }
}

/**
 * Whether a group whose leader we have already seen exit still has processes. The system gives a number to no new
 * process while a group bears it, so a process with the leader's number means the group is gone and the number reused.
 */
export function groupOutlives(leader: number): boolean {
  return sendSignal(-leader, 0) && !sendSignal(leader, 0);
}
