/** One result of a check by `axis doctor`. */
import { AxisError } from "../../core/error.ts";

export interface DoctorFinding {
  readonly topic: string;
  /** `problem`: something configured cannot run. `note`: useful to know, but nothing is blocked. */
  readonly status: "ok" | "problem" | "note";
  readonly message: string;
  /** How to fix it. */
  readonly fix?: string;
}

export function ok(topic: string, message: string): DoctorFinding {
  return { topic, status: "ok", message };
}

export function problem(topic: string, message: string, fix?: string): DoctorFinding {
  return { topic, status: "problem", message, fix };
}

export function note(topic: string, message: string, fix?: string): DoctorFinding {
  return { topic, status: "note", message, fix };
}

/** Returns the findings of a check; an AxisError that the check throws becomes a finding too. */
export async function collectFindings(topic: string, look: () => Promise<DoctorFinding[]>): Promise<DoctorFinding[]> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof AxisError)) throw error;
    return [problem(topic, error.message, error.hint)];
  }
}
