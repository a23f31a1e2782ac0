/** Finds the files that a program needs to start: its install folder, that of its interpreter, and folders on PATH. */
import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isInside } from "../core/paths/inside.ts";
import { readBeginning } from "../process/command.ts";
import { locateProgram } from "../process/find-program.ts";

const systemFolders = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix"];

export interface SystemFolders {
  readonly folders: readonly string[];
  /** Such as /bin, which is usually a link to usr/bin. */
  readonly links: readonly { readonly path: string; readonly target: string }[];
}

let systemFolderCache: SystemFolders | undefined;

/** The folders of the system that every sandbox can read. */
export function listSystemFolders(): SystemFolders {
  if (systemFolderCache !== undefined) return systemFolderCache;
  const existing = systemFolders.flatMap((path) => {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    return entry === undefined ? [] : [{ path, target: entry.isSymbolicLink() ? readlinkSync(path) : null }];
  });
  return (systemFolderCache = {
    folders: existing.flatMap(({ path, target }) => (target === null ? [path] : [])),
    links: existing.flatMap(({ path, target }) => (target === null ? [] : [{ path, target }])),
  });
}

/** The same path without the system's own links: nothing can be mounted on /bin where it is a link to /usr/bin. */
export function followSystemLinks(path: string): string {
  const link = listSystemFolders().links.find((each) => isInside(each.path, path));
  return link === undefined ? path : join(resolve("/", link.target), relative(link.path, path));
}

/** A command may name a file in them, but their other files describe the machine and stay hidden. */
const machineFolders = ["/etc", "/proc", "/sys", "/boot"];

/**
 * The folders of a program: as it was found, and where its links lead. Of a folder that contains something hidden, only
 * the program itself.
 */
export function listProgramPaths(
  program: string,
  env: { readonly PATH?: string },
  hidden: readonly string[],
): string[] {
  const real = resolveLinks(program);
  if (real === null) return [];
  const interpreter = findInterpreter(real, env);
  return [
    ...(program === real ? [] : [narrowFolder(dirname(program), program, hidden)]),
    ...listInstallFolders(real).map((folder) => narrowFolder(folder, real, hidden)),
    ...(interpreter === null || interpreter === program ? [] : listProgramPaths(interpreter, env, hidden)),
  ];
}

/** The folder of a file that a config names; only the file if that folder contains something hidden. */
export function listFilePaths(file: string, hidden: readonly string[]): string[] {
  const real = resolveLinks(file);
  if (real === null || readEntry(real)?.isFile() !== true) return [];
  const places = [...new Set([file, real])].filter(
    (place) => !machineFolders.some((folder) => isInside(folder, place)),
  );
  return places.flatMap((place) => [narrowFolder(dirname(place), place, hidden), ...listModulePaths(place)]);
}

/** What Node looks up for a script in the folders above it: packages, and the description of its own package. */
function listModulePaths(script: string): string[] {
  if (!/\.[cm]?[jt]sx?$/.test(script)) return [];
  const paths: string[] = [];
  let isDescribed = false;
  for (let folder = dirname(script); folder !== dirname(folder); folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    if (isFolder(modules))
      paths.push(modules, ...[resolveLinks(modules) ?? modules].filter((path) => path !== modules));
    const description = join(folder, "package.json");
    if (!isDescribed && readEntry(description)?.isFile() === true) {
      isDescribed = true;
      paths.push(description);
    }
  }
  return paths;
}

/** The folders of PATH that can be shown as a whole. */
export function listPathFolders(path: string, hidden: readonly string[]): string[] {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && isFolder(folder) && !containsHidden(folder, hidden))
    .flatMap((folder) => [folder, resolveLinks(folder) ?? folder]);
}

function narrowFolder(folder: string, file: string, hidden: readonly string[]): string {
  const isTop = dirname(folder) === "/" && !listSystemFolders().folders.includes(folder);
  return isTop || containsHidden(folder, hidden) ? file : folder;
}

function containsHidden(folder: string, hidden: readonly string[]): boolean {
  return hidden.some((path) => isInside(folder, path));
}

/** A package of npm needs its neighbours; a program in `bin` needs the `lib` beside it; others bring what they need. */
function listInstallFolders(real: string): string[] {
  const modules = real.indexOf(`${sep}node_modules${sep}`);
  if (modules !== -1) return [real.slice(0, modules + `${sep}node_modules`.length)];
  const folder = dirname(real);
  const library = join(dirname(folder), "lib");
  return basename(folder) === "bin" && isFolder(library) ? [folder, library] : [folder];
}

/** The program that a script's first line names; null for other programs, and if it cannot be found. */
function findInterpreter(file: string, env: { readonly PATH?: string }): string | null {
  const [interpreter = "", argument = ""] = /^#![ \t]*(\S+)[ \t]*(\S*)/.exec(readBeginning(file))?.slice(1) ?? [];
  const named = basename(interpreter) === "env" ? argument : interpreter;
  if (named === "") return null;
  const found = locateProgram(named, env, "/");
  return "path" in found ? found.path : null;
}

function resolveLinks(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    // It does not exist; starting it fails with a clear error.
    return null;
  }
}

function isFolder(path: string): boolean {
  return readEntry(path)?.isDirectory() ?? false;
}

/** Undefined if it does not exist, or this user may not look at it: then nothing inside could either. */
function readEntry(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
