/** The driver for bubblewrap: own namespaces for files, processes and network, without a daemon and without root. */
import { lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "../core/paths/inside.ts";
import { terminateInside } from "../process/end-processes.ts";
import type { StartOptions } from "../process/scope.ts";
import { bwrapArguments } from "./bwrap-arguments.ts";
import { buildInnerCommand, type InnerCommand, readReportedOrphans, resolveInnerProgram } from "./bwrap-inner.ts";
import { probeBwrap, type UsableBwrap } from "./bwrap-probe.ts";
import { BwrapStatus } from "./bwrap-status.ts";
import {
  isUnusable,
  type Prepared,
  proxyVariables,
  type Sandbox,
  type SandboxDriver,
  type SandboxRole,
  type SandboxRun,
  selectNetwork,
} from "./driver.ts";
import { followSystemLinks, listPathFolders, listProgramPaths, listSystemFolders } from "./install-folders.ts";
import { type MountPlan, planMounts } from "./mounts.ts";
import { buildSystemCallFilter } from "./seccomp.ts";
import { listSharedSystemFiles, type SystemFile, writeSystemFiles } from "./system-files.ts";

export const bwrapDriver: SandboxDriver = {
  name: "bwrap",
  probe: async () => {
    const found = await probeBwrap(openBwrapSandbox);
    return isUnusable(found) ? found : found.capabilities;
  },
  prepare: async (spec) => {
    const found = await probeBwrap(openBwrapSandbox);
    return isUnusable(found) ? found : { spec, version: found.capabilities.version };
  },
  open: async (prepared, run) => {
    const found = await probeBwrap(openBwrapSandbox);
    if (isUnusable(found)) throw new Error(found.missing);
    return openBwrapSandbox(found, prepared, run);
  },
  // Everything inside dies with bwrap, and bwrap with the AXIS that started it.
  sweep: async () => 0,
};

function openBwrapSandbox(found: UsableBwrap, prepared: Prepared, run: SandboxRun): Sandbox {
  return new BwrapSandbox(found, prepared, run);
}

class BwrapSandbox implements Sandbox {
  readonly limits: Sandbox["limits"];
  readonly #bwrap: UsableBwrap;
  readonly #prepared: Prepared;
  readonly #run: SandboxRun;
  /** For files of AXIS that the inside sees or that bwrap reads; nothing inside can write there. */
  readonly #folder: string;
  readonly #filter: string;
  readonly #systemFiles: readonly SystemFile[];
  #orphans = 0;

  constructor(bwrap: UsableBwrap, prepared: Prepared, run: SandboxRun) {
    this.#bwrap = bwrap;
    this.#prepared = prepared;
    this.#run = run;
    this.limits = bwrap.capabilities.limits;
    this.#folder = mkdtempSync(join(dirname(run.folders.work), "sandbox-"));
    this.#filter = join(this.#folder, "filter");
    writeFileSync(this.#filter, buildSystemCallFilter(process.arch));
    this.#systemFiles = writeSystemFiles(this.#folder, run.folders.home);
  }

  wrap(start: StartOptions, role: SandboxRole, folders?: readonly string[]): StartOptions {
    const program = resolveInnerProgram(start);
    // A program that does not exist outside does not exist inside; process/ reports that.
    if (program === null) return start;
    const network = selectNetwork(this.#prepared.spec, role);
    const env = { ...start.env, ...proxyVariables(network) };
    const inner = this.#buildInner(program, role, env);
    const status = new BwrapStatus();
    return {
      ...start,
      shell: false,
      kept: false,
      program: this.#bwrap.path,
      args: bwrapArguments({
        network,
        mounts: this.#planMounts(start, role, { program: program[0], folders }),
        systemFiles: [...this.#systemFiles, ...listSharedSystemFiles(network === "host")],
        sockets: inner.sockets,
        cwd: start.cwd,
        command: inner.command,
      }),
      // bwrap itself has this environment too: --clearenv would not hide its own from /proc/1/environ.
      env,
      files: [
        { path: this.#filter },
        { onData: (text) => status.add(text) },
        ...(inner.reports ? [{ onData: (text: string) => void (this.#orphans += readReportedOrphans(text)) }] : []),
      ],
      tellEnd: terminateInside,
      readExit: (end, stderr) => status.readExit(end, stderr),
    };
  }

  takeOrphans(): number {
    const orphans = this.#orphans;
    this.#orphans = 0;
    return orphans;
  }

  usage(): null {
    return null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #buildInner(program: readonly string[], role: SandboxRole, env: Readonly<Record<string, string>>): InnerCommand {
    const { spec } = this.#prepared;
    const { forwards } = this.#run;
    const own = role === "check" || role === "gate" ? forwards.checks : forwards.agent;
    return buildInnerCommand(program, {
      env,
      forwards: selectNetwork(spec, role) === "host" ? [] : own,
      limits: spec.limits,
      limitsPids: this.#bwrap.limitsPidsInside,
      counts: role === "agent",
    });
  }

  #planMounts(
    start: StartOptions,
    role: SandboxRole,
    given: { readonly program: string; readonly folders: readonly string[] | undefined },
  ): MountPlan["mounts"] {
    const { spec } = this.#prepared;
    const { hidden, path, read, folders } = this.#run;
    const write = given.folders ?? [folders.work, folders.home, folders.tmp];
    // A check has a temporary folder of its own.
    const shared = given.folders === undefined ? folders.shared : (start.env["TMPDIR"] ?? folders.shared);
    // What the agent wrote may be a link to anywhere, so it is never followed.
    const isOwn = write.some((folder) => isInside(folder, given.program));
    const plan = planMounts({
      read: [
        ...listSystemFolders().folders,
        ...listProgramPaths(process.execPath, start.env, hidden),
        ...(isOwn ? [] : listProgramPaths(given.program, start.env, hidden)),
        ...listPathFolders(path, hidden),
        ...read,
        ...(this.#run.readMore?.[role] ?? []),
        ...(role === "check" || role === "gate" ? spec.checks.read : spec.read),
      ].map(followSystemLinks),
      write,
      hidden,
      shared,
    });
    for (const claim of plan.claims) claimEntry(join(shared, claim), `/tmp/${claim}`, plan.mounts);
    return plan.mounts;
  }
}

/** Makes sure that the place of a mount in /tmp is what it must be, and not a link that the agent left there. */
export function claimEntry(place: string, inside: string, mounts: MountPlan["mounts"]): void {
  const mount = mounts.find(({ path }) => path === inside);
  const isFolder = mount === undefined || mount.access === "hidden" || statSync(mount.source).isDirectory();
  const entry = lstatSync(place, { throwIfNoEntry: false });
  if (isFolder ? entry?.isDirectory() : entry?.isFile()) return;
  rmSync(place, { recursive: true, force: true });
  if (isFolder) mkdirSync(place);
  else writeFileSync(place, "");
}
