/** Sends signals, and refuses targets that must never get one: AXIS itself, its group, and the first process. */
import { systemCode } from "../core/error.ts";

/** Signals a process, or a group with a negative number. Returns false if nothing could receive the signal. */
export function sendSignal(target: number, signal: NodeJS.Signals | 0): boolean {
  if (!Number.isSafeInteger(target) || Math.abs(target) <= 1 || Math.abs(target) === process.pid) return false;
  try {
    return process.kill(target, signal);
  } catch (error) {
    // It exists but belongs to someone else.
    return signal === 0 && systemCode(error) === "EPERM";
  }
}

/**
 * Whether a group whose leader has already exited still has processes. The system gives no new process an id that a group
 // still uses, so a process with the leader's id means that the group is gone and the id was reused.
 */
export function hasGroupSurvivors(leader: number): boolean {
  return sendSignal(-leader, 0) && !sendSignal(leader, 0);
}
