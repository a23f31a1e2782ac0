/** The log files of an attempt: the agent's output, and the output of each gate execution. */
import type { GateRun } from "../../../core/scenario/gate.ts";

/** The agent's output, line by line; one file per attempt. */
export const rawLogFile = { kind: "log", path: "raw.ndjson" } as const;

/** The output of one execution of a gate. */
export function gateLogFile({ gate, execution }: GateRun): { readonly kind: "log"; readonly path: string } {
  return { kind: "log", path: `gates/${gate}-${execution}.log` };
}
