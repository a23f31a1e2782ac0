/** The driver for macOS: a profile for `sandbox-exec`. It cannot move paths, so folders are where they are outside. */
import { dirname } from "node:path";
import { isInside } from "../core/paths/inside.ts";
import { runProgram } from "../process/run-program.ts";
import { openScope, type StartOptions } from "../process/scope.ts";
import { resolveInnerProgram } from "./bwrap-inner.ts";
import {
  type Capabilities,
  isUnusable,
  type Prepared,
  type Sandbox,
  type SandboxDriver,
  type SandboxRole,
  type SandboxRun,
  selectNetwork,
  type Unusable,
} from "./driver.ts";
import { listPathFolders, listProgramPaths } from "./install-folders.ts";

const program = "/usr/bin/sandbox-exec";
const none = 'Set "driver": "none" in settings.sandbox';

export interface SeatbeltPolicy {
  /** "host", or the ports of this machine that can be connected to: those of the proxy and the gateway. */
  readonly network: "host" | readonly number[];
  readonly read: readonly string[];
  readonly hidden: readonly string[];
  readonly write: readonly string[];
}

const systemFolders = [
  "/usr",
  "/bin",
  "/sbin",
  "/opt",
  "/nix",
  "/System",
  "/Library/Apple",
  "/Library/Developer",
  "/private/etc/ssl",
  "/private/var/db/timezone",
  "/private/var/select",
];
const systemFiles = [
  "/",
  "/dev",
  "/etc",
  "/tmp",
  "/var",
  "/private",
  "/private/etc",
  "/private/var",
  "/private/etc/localtime",
  "/private/etc/passwd",
  "/private/etc/group",
  "/private/etc/hosts",
  "/private/etc/protocols",
  "/dev/random",
  "/dev/urandom",
  "/dev/zero",
  "/dev/autofs_nowait",
];
const writableDevices = ["/dev/null", "/dev/tty", "/dev/ptmx", "/dev/dtracehelper"];
/** What resolving names and users needs. */
const services = [
  "com.apple.system.opendirectoryd.libinfo",
  "com.apple.system.notification_center",
  "com.apple.system.logger",
];

/** Everything is denied first; of the rules that match, the last one decides. */
export function buildSeatbeltProfile({ network, ...paths }: SeatbeltPolicy): string {
  const parents = [...new Set([...paths.read, ...paths.write].flatMap(listParents))].sort();
  return [
    "(version 1)",
    "(deny default)",
    "(allow process-exec process-fork)",
    "(allow signal process-info* (target same-sandbox))",
    "(allow sysctl-read)",
    "(allow pseudo-tty)",
    "(allow ipc-posix-sem ipc-posix-shm)",
    allow(
      "mach-lookup",
      services.map((name) => `(global-name ${quote(name)})`),
    ),
    allow("file-read*", [...systemFolders.map(toSubpath), ...systemFiles.map(toLiteral)]),
    allow("file-read* file-write* file-ioctl", [...writableDevices.map(toLiteral), '(regex #"^/dev/ttys[0-9]+$")']),
    ...listPathRules(paths),
    allow("file-read-metadata", parents.map(toLiteral)),
    ...listNetworkRules(network),
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function listNetworkRules(network: SeatbeltPolicy["network"]): string[] {
  if (network !== "host")
    return [
      allow(
        "network-outbound",
        network.map((port) => `(remote ip "localhost:${port}")`),
      ),
    ];
  return [
    "(allow network*)",
    allow("mach-lookup", [
      '(global-name "com.apple.trustd.agent")',
      '(global-name "com.apple.SystemConfiguration.configd")',
    ]),
    allow("file-read*", ["/private/etc/resolv.conf", "/private/etc/services"].map(toLiteral)),
  ];
}

/** An empty line if there is nothing to allow. */
function allow(what: string, filters: readonly string[]): string {
  return filters.length === 0 ? "" : `(allow ${what} ${filters.join(" ")})`;
}

/** By depth, so that what is deeper decides; at the same path, what is allowed. */
function listPathRules({ hidden, read, write }: Omit<SeatbeltPolicy, "network">): string[] {
  const rules = [
    ...hidden.map((path) => ({ path, rule: `(deny file-read* file-write* ${toSubpath(path)})` })),
    ...read.map((path) => ({ path, rule: `(allow file-read* ${toSubpath(path)})` })),
    ...write.map((path) => ({ path, rule: `(allow file-read* file-write* ${toSubpath(path)})` })),
  ];
  return rules
    .toSorted((one, other) => one.path.split("/").length - other.path.split("/").length)
    .map(({ rule }) => rule);
}

function toSubpath(path: string): string {
  return `(subpath ${quote(path)})`;
}

function toLiteral(path: string): string {
  return `(literal ${quote(path)})`;
}

function listParents(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...listParents(parent)];
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** The command line that starts a program under a profile. */
export function seatbeltArguments(profile: string, command: readonly string[]): string[] {
  return ["-p", profile, ...command];
}

let answer: Promise<Capabilities | Unusable> | undefined;

export const seatbeltDriver: SandboxDriver = {
  name: "seatbelt",
  // Asked once per process.
  probe: () => (answer ??= probeSeatbelt()),
  async prepare(spec) {
    const found = await seatbeltDriver.probe();
    return isUnusable(found) ? found : { spec, version: found.version };
  },
  open: async (prepared, run) => new SeatbeltSandbox(prepared, run),
  // Its processes are ordinary children of AXIS, which ends them itself.
  sweep: async () => 0,
};

async function probeSeatbelt(): Promise<Capabilities | Unusable> {
  if (process.platform !== "darwin") return { missing: "seatbelt needs macOS", fix: none };
  await using scope = await openScope({ runId: "", home: "/" });
  const start = { cwd: "/", env: {}, timeoutMs: 3000 };
  const refused = '(version 1)(allow default)(deny file-read* (literal "/private/etc/hosts"))';
  const cat = { ...start, program, args: seatbeltArguments(refused, ["/bin/cat", "/private/etc/hosts"]) };
  const { exit, stdout } = await runProgram(scope, cat);
  if (exit.code === 0 || stdout !== "" || !/not permitted/i.test(exit.stderr))
    return { missing: `${program} does not refuse what it must: ${exit.stderr.trim() || exit.spawnError}`, fix: none };
  const { stdout: version } = await runProgram(scope, {
    ...start,
    program: "/usr/bin/sw_vers",
    args: ["-productVersion"],
  });
  return {
    version: version.trim(),
    // A proxy needs a port of its own for each run, which programs learn only from the run's variables.
    network: new Set(["host"]),
    limits: { memory: "no", cpu: "no", pids: "no", disk: "watched" },
    limitedBy: null,
  };
}

class SeatbeltSandbox implements Sandbox {
  readonly limits: Sandbox["limits"] = { memory: "no", cpu: "no", pids: "no", disk: "watched" };
  readonly #prepared: Prepared;
  readonly #run: SandboxRun;

  constructor(prepared: Prepared, run: SandboxRun) {
    this.#prepared = prepared;
    this.#run = run;
  }

  wrap(start: StartOptions, role: SandboxRole, folders?: readonly string[]): StartOptions {
    const command = resolveInnerProgram(start);
    // A program that does not exist; process/ reports that.
    if (command === null) return start;
    const { spec } = this.#prepared;
    const { folders: own, forwards, hidden, path, read } = this.#run;
    const isCheck = role === "check" || role === "gate";
    const write = folders ?? [own.work, own.home, own.tmp, own.shared];
    const isOwn = write.some((folder) => isInside(folder, command[0]));
    const profile = buildSeatbeltProfile({
      network:
        selectNetwork(spec, role) === "host"
          ? "host"
          : (isCheck ? forwards.checks : forwards.agent).map(({ port }) => port),
      read: [
        ...listProgramPaths(process.execPath, start.env, hidden),
        ...(isOwn ? [] : listProgramPaths(command[0], start.env, hidden)),
        ...listPathFolders(path, hidden),
        ...read,
        ...(this.#run.readMore?.[role] ?? []),
        ...(isCheck ? spec.checks.read : spec.read),
      ],
      hidden,
      write,
    });
    return { ...start, shell: false, program, args: seatbeltArguments(profile, command) };
  }

  takeOrphans(): number {
    return 0;
  }

  usage(): null {
    return null;
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}
