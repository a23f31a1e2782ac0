/** The command line that starts a container: limits, mounts, variables, then supervisor and program. */
import { readGroupFile } from "../../process/meter/group-file.ts";
import type { SandboxLimits } from "../driver.ts";
import type { Mount } from "../mounts.ts";
import { insideUser } from "../system-files.ts";
import { type Engine, isEngineVariable } from "./engine.ts";

export interface ContainerCommand {
  readonly engine: Engine;
  readonly image: string;
  readonly name: string;
  readonly runId: string;
  /** The machine's own network. */
  readonly sharesNetwork: boolean;
  readonly limits: SandboxLimits;
  /** File with the system-call filter; null if there is none for this architecture. */
  readonly filter: string | null;
  readonly mounts: readonly Mount[];
  readonly env: Readonly<Record<string, string>>;
  readonly hasInput: boolean;
  readonly cwd: string;
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
}

/** An engine's defaults may exceed what it can set without further rights; podman itself has at most 32768 processes. */
const openFiles = 4096;
const processes = 32_768;

/** All arguments. The engine passes on variables by name, so that their values are in no list of processes. */
export function containerArguments(options: ContainerCommand): string[] {
  const { engine, image, command, limits } = options;
  const [program, ...programArguments] = command;
  return [
    ...engine.runFlags,
    "run",
    "--rm",
    "--pull",
    "never",
    "--name",
    options.name,
    "--label",
    `axis.run=${options.runId}`,
    ...(options.hasInput ? ["--interactive"] : []),
    "--network",
    options.sharesNetwork ? "host" : "none",
    "--read-only",
    "--cap-drop",
    "all",
    "--security-opt",
    "no-new-privileges",
    "--security-opt",
    "label=disable",
    ...(options.filter === null ? [] : ["--security-opt", `seccomp=${options.filter}`]),
    ...listUserFlags(engine),
    ...listLimitFlags(limits, engine),
    ...options.mounts.flatMap(toMountFlags),
    ...Object.entries(options.env).flatMap(([name, value]) => [
      "--env",
      isEngineVariable(name) || name === "AXIS_RUN_ID" ? `${name}=${value}` : name,
    ]),
    "--workdir",
    options.cwd,
    "--entrypoint",
    program,
    image,
    ...programArguments,
  ];
}

/**
 * Without a mapping, the user inside is the one outside; as root, it has no rights beyond its own files. With one, it is
 * an ordinary user inside, because some agents refuse to run as root.
 */
function listUserFlags({ name, isRootless, mapsUsers }: Engine): string[] {
  if (name === "docker")
    return ["--user", isRootless ? "0:0" : `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`];
  // By default, podman passes on the operator's own proxy and makes further folders writable.
  const own = ["--http-proxy=false", "--read-only-tmpfs=false"];
  const user = ["--user", `${insideUser}:${insideUser}`];
  if (isRootless) return [...own, ...user, "--userns", `keep-id:uid=${insideUser},gid=${insideUser}`];
  if (!mapsUsers) return [...own, "--user", "0:0"];
  // The operator becomes the user inside; podman 4 fails if the other accounts are not next to the operator's.
  const maps = ["--uidmap", "--gidmap"].flatMap((flag) => [flag, `0:1:${insideUser}`, flag, `${insideUser}:0:1`]);
  return [...own, ...user, ...maps];
}

function listLimitFlags({ memoryBytes, cpuPercent, pids, diskBytes }: SandboxLimits, { limits }: Engine): string[] {
  return [
    // Without swap, so that the limit is one.
    ...(limits.memory === "kernel" ? ["--memory", `${memoryBytes}`, "--memory-swap", `${memoryBytes}`] : []),
    ...(limits.cpu === "kernel" && cpuPercent !== null ? ["--cpus", `${cpuPercent / 100}`] : []),
    ...(limits.pids === "kernel" ? ["--pids-limit", `${pids ?? -1}`] : []),
    "--ulimit",
    toUlimit("nofile", openFiles),
    "--ulimit",
    toUlimit("nproc", processes),
    ...(diskBytes === null ? [] : ["--ulimit", `fsize=${diskBytes}:${diskBytes}`]),
  ];
}

/** Not more than AXIS itself has: what it starts cannot raise it. */
function toUlimit(name: keyof typeof limitNames, wanted: number): string {
  const own = new RegExp(`^${limitNames[name]}\\s+\\S+\\s+(\\d+)`, "m").exec(
    readGroupFile("/proc/self/limits") ?? "",
  )?.[1];
  const value = own === undefined ? wanted : Math.min(wanted, Number(own));
  return `${name}=${value}:${value}`;
}

const limitNames = { nofile: "Max open files", nproc: "Max processes" } as const;

function toMountFlags({ path, source, access }: Mount): string[] {
  if (access === "hidden")
    return ["--mount", `type=tmpfs,destination=${checkPath(path)},tmpfs-size=4096,tmpfs-mode=0555`];
  const places = `type=bind,source=${checkPath(source)},destination=${checkPath(path)}`;
  return ["--mount", access === "read" ? `${places},readonly` : places];
}

/** Engines have no way to write such a path. */
function checkPath(path: string): string {
  if (/[,"\n]/.test(path)) throw new Error(`A path with a comma, a quote or a line break cannot be mounted: ${path}`);
  return path;
}
