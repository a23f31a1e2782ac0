/** What bubblewrap starts: the program behind its limits, and before it what opens ports or counts leftovers. */
import { areNamesSafe } from "../process/shell.ts";
import { locateProgram } from "../process/find-program.ts";
import type { StartOptions } from "../process/scope.ts";
import { reportDescriptor } from "./bwrap-arguments.ts";
import type { Forward, SandboxLimits } from "./driver.ts";
import { supervisorArguments } from "./supervisor.ts";

export interface InnerCommand {
  readonly command: readonly string[];
  /** Of the forwards, in their order; null if there is no supervisor. */
  readonly sockets: readonly string[] | null;
  /** Whether the number of leftover processes is written to its descriptor. */
  readonly reports: boolean;
}

/** The program and its arguments, with its path outside; null if it does not exist. */
export function resolveInnerProgram(start: StartOptions): readonly [string, ...string[]] | null {
  if (start.shell === true) return ["/bin/sh", "-c", start.program];
  const found = locateProgram(start.program, start.env, start.cwd);
  return "path" in found ? [found.path, ...start.args] : null;
}

export interface InnerOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Empty with the machine's network. */
  readonly forwards: readonly Forward[];
  readonly limits: SandboxLimits;
  /** Whether processes are limited per sandbox here, because no control group does it. */
  readonly limitsPids: boolean;
  /** Whether the leftover processes matter. */
  readonly counts: boolean;
}

/** Without ports to open there is no supervisor: it would cost its start. */
export function buildInnerCommand(program: readonly string[], options: InnerOptions): InnerCommand {
  const { env, forwards, counts } = options;
  const command = limitProgram(program, options);
  if (forwards.length > 0) {
    const settings = { forwards, ...(counts && { report: reportDescriptor }) };
    const supervisor = ["/usr/bin/env", "-u", "PWD", process.execPath, ...supervisorArguments(settings)];
    return { command: [...supervisor, ...command], sockets: forwards.map(({ socket }) => socket), reports: counts };
  }
  // A shell would change such variables; then the leftovers end uncounted.
  const reports = counts && areNamesSafe(Object.keys(env).filter((name) => name !== "PWD"));
  // bubblewrap adds PWD to the environment.
  const plain = ["/usr/bin/env", "-u", "PWD", ...command];
  return { command: reports ? ["/bin/sh", "-c", countScript, "sh", ...command] : plain, sockets: null, reports };
}

/** Ends as the program did, after it has listed all processes. A signal is for the program, so the shell only notes it. */
const countScript = [
  "trap : HUP INT QUIT TERM",
  "unset PWD OLDPWD",
  `"$@" ${reportDescriptor}>&-`,
  "code=$?",
  `echo /proc/[0-9]* >&${reportDescriptor}`,
  "exit $code",
].join("\n");

/** The first process of the sandbox and the shell itself are not leftovers. */
const ownProcesses = 2;

/** Reads what the shell listed, or the number that the supervisor wrote. */
export function readReportedOrphans(text: string): number {
  if (/^\d{1,7}\n$/.test(text)) return Number(text);
  return Math.max(0, text.split("/proc/").length - 1 - ownProcesses);
}

const limitProgramPath = "/usr/bin/prlimit";

/** Whether processes can be limited per sandbox: the kernel counts them per user namespace, but never limits root. */
export function canLimitPidsInside(): boolean {
  return process.getuid?.() !== 0 && "path" in locateProgram(limitProgramPath, {}, "/");
}

/** The limit of a single file keeps one write from filling the disk before AXIS looks. */
function limitProgram(program: readonly string[], { limits, limitsPids }: InnerOptions): readonly string[] {
  const flags = [
    ...(limitsPids && limits.pids !== null ? [`--nproc=${limits.pids}`] : []),
    ...(limits.diskBytes === null ? [] : [`--fsize=${limits.diskBytes}`]),
  ];
  return flags.length === 0 ? program : [limitProgramPath, ...flags, "--", ...program];
}
