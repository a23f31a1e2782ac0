/** Where what a run printed is found among the files of its attempt: its agent, and each execution of its gates. */
import type { GateExecution } from "../../../core/scenario/gate.ts";

/** Which execution of which gate. */
export type GateRun = Pick<GateExecution, "gate" | "execution">;

/** What the agent printed, line by line: there is one. */
export const rawLog = { kind: "log", path: "raw.ndjson" } as const;

/** What one execution of a gate printed. */
export function gateLog({ gate, execution }: GateRun): { readonly kind: "log"; readonly path: string } {
  return { kind: "log", path: `gates/${gate}-${execution}.log` };
}
