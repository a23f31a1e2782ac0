/** The command line of bubblewrap: namespaces, mounts, then the program. */
import type { NetworkPolicy } from "../core/config/sandbox-settings.ts";
import { insideFolder, supervisorName } from "./driver.ts";
import { listSystemFolders } from "./install-folders.ts";
import type { Mount, MountPlan } from "./mounts.ts";
import { socketInside, supervisorFile } from "./supervisor.ts";
import { insideUser, type SystemFile } from "./system-files.ts";

export interface BwrapCommand {
  readonly network: NetworkPolicy;
  readonly mounts: MountPlan["mounts"];
  readonly systemFiles: readonly SystemFile[];
  /** Sockets outside, in the order of their numbers inside; null if there is no supervisor. */
  readonly sockets: readonly string[] | null;
  readonly cwd: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
}

/** Descriptors that bubblewrap reads the filter from and writes its status to. */
const filterDescriptor = 3;
const statusDescriptor = 4;
/** The descriptor for the number of processes that a command left. */
export const reportDescriptor = 5;

const isolation = [
  "--unshare-all",
  "--unshare-user",
  "--uid",
  String(insideUser),
  "--gid",
  String(insideUser),
  "--cap-drop",
  "ALL",
  "--disable-userns",
  "--die-with-parent",
  "--new-session",
];

/** As root, /proc/sys would be writable: the host's own settings. */
const ownSystemFolders = ["--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"];
const descriptors = ["--seccomp", String(filterDescriptor), "--json-status-fd", String(statusDescriptor)];
const finalFlags = ["--remount-ro", "/", ...descriptors];

/** Builds all arguments. Everything is mounted before the root becomes read-only. */
export function bwrapArguments(options: BwrapCommand): string[] {
  const { network, mounts, systemFiles, sockets, cwd, command } = options;
  return [
    ...isolation,
    ...(network === "host" ? ["--share-net"] : []),
    ...listSystemFolders().links.flatMap(({ path, target }) => ["--symlink", target, path]),
    ...systemFiles.flatMap(({ source, path }) => ["--ro-bind-try", source, path]),
    ...ownSystemFolders,
    ...mountTemporaryFolders(mounts),
    ...mounts.flatMap(toMountArguments),
    ...(sockets === null ? [] : mountSupervisor(sockets)),
    ...mounts.filter(({ access }) => access === "hidden").flatMap(({ path }) => ["--remount-ro", path]),
    ...finalFlags,
    "--chdir",
    cwd,
    "--",
    ...command,
  ];
}

/** /var/tmp is /tmp, unless something is mounted below it: then it is an empty folder, because a link cannot hold mounts. */
function mountTemporaryFolders(mounts: readonly Mount[]): string[] {
  const isUsed = mounts.some(({ path }) => path.startsWith("/var/tmp/"));
  return isUsed ? ["--tmpfs", "/var/tmp"] : ["--symlink", "/tmp", "/var/tmp"];
}

function toMountArguments({ path, source, access }: Mount): string[] {
  if (access === "hidden") return ["--tmpfs", path];
  return [access === "read" ? "--ro-bind" : "--bind", source, path];
}

function mountSupervisor(sockets: readonly string[]): string[] {
  return [
    "--ro-bind",
    supervisorFile,
    `${insideFolder}/${supervisorName}`,
    ...sockets.flatMap((socket, index) => ["--bind", socket, socketInside(index)]),
  ];
}
