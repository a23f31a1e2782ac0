/** Runs the command of a gate once, in the workspace, and reports how it ended. */
import { constants } from "node:os";
import type { Gate, GateExecution } from "../../core/scenario/gate.ts";
import type { ProcessExit } from "../../core/agent.ts";
import { waitForExit } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import type { OpenSandbox } from "../sandbox/run-sandbox.ts";
import { GateOutput } from "./output.ts";

export interface GateOptions {
  readonly runId: string;
  readonly work: string;
  /** HOME of the command; it differs from the agent's. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly abort: AbortSignal;
  /** What the command runs in; absent: no sandbox. */
  readonly sandbox?: Pick<OpenSandbox, "wrapScope">;
}

type GateExit = Pick<GateExecution, "passed" | "exit_code" | "ended_by">;

/** How a command ended, and what it printed. */
export interface GateEnd extends GateExit {
  readonly wall_ms: number;
  readonly output: string;
}

/** Never throws: a command that cannot start is a failed gate. Processes it left running are ended. */
export async function runGate(gate: Gate, options: GateOptions): Promise<GateEnd> {
  const output = new GateOutput();
  const { abort } = options;
  const began = performance.now();
  await using scope = await openScope({ runId: options.runId, home: options.home });
  const [program = "", ...args] = typeof gate.command === "string" ? [gate.command] : gate.command;
  const inside = options.sandbox?.wrapScope(scope, "gate", [options.work, options.home]) ?? scope;
  const child = inside.start({
    program,
    args,
    shell: typeof gate.command === "string",
    kept: true,
    cwd: options.work,
    env: options.env,
    abort,
    onStdout: (chunk) => output.push(chunk),
    onStderr: (chunk) => output.push(Buffer.from(chunk)),
  });
  const { exit, stoppedBy } = await waitForExit(child, { timeoutMs: gate.timeoutMs, abort });
  // `lines` stays empty here, so its first answer marks the end of stdout.
  await child.lines[Symbol.asyncIterator]().next();
  const wall = Math.round(performance.now() - began);
  return { ...toGateExit(exit, stoppedBy), wall_ms: wall, output: addSpawnError(output.text(), exit) };
}

function toGateExit(exit: ProcessExit, stoppedBy: "time" | "abort" | null): GateExit {
  if (exit.spawnError !== null) return { passed: false, exit_code: 127, ended_by: "spawn-error" };
  if (stoppedBy === "abort") return { passed: false, exit_code: null, ended_by: "cancel" };
  if (stoppedBy === "time") return { passed: false, exit_code: 124, ended_by: "timeout" };
  if (exit.code !== null) return { passed: exit.code === 0, exit_code: exit.code, ended_by: "exit" };
  return { passed: false, exit_code: 128 + signalNumber(exit.signal), ended_by: "signal" };
}

function signalNumber(name: string | null): number {
  const numbers: Readonly<Record<string, number>> = constants.signals;
  return name === null ? 0 : (numbers[name] ?? 0);
}

/** A command that could not start printed nothing, so the system's error takes the place of its output. */
function addSpawnError(text: string, { spawnError }: ProcessExit): string {
  return spawnError === null ? text : `the command could not be started: ${spawnError}\n`;
}
