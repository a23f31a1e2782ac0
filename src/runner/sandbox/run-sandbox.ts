/** The sandbox of one run: its network, and everything that the run starts inside it. */
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { errorMessage } from "../../core/error.ts";
import type { Connection } from "../../core/run/connections.ts";
import type { RunSandbox } from "../../core/run/run-sandbox.ts";
import type { MeterReading, UsageLimits } from "../../process/meter/meter.ts";
import { createAbsentChild } from "../../process/running-child.ts";
import type { ProcessScope } from "../../process/scope.ts";
import { type Forward, gatewayPort, type Sandbox, type SandboxRole, type SandboxRun } from "../../sandbox/driver.ts";
import { type Network, openNetwork } from "../../sandbox/network/network.ts";
import { type ReadySandbox, toRunSandbox } from "../../sandbox/policy.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type { ReadySandbox } from "../../sandbox/policy.ts";

export interface RunSandboxOptions {
  readonly runId: string;
  readonly workspace: Workspace;
  /** Files that this run may read besides those of the policy. */
  readonly read: readonly string[];
  readonly readMore?: SandboxRun["readMore"];
  readonly hidden: readonly string[];
  readonly operator: NodeJS.ProcessEnv;
  /** The socket of the run's model gateway; ignored with the machine's network, where programs reach its port. */
  readonly gatewaySocket?: string;
}

/** What is never shown to a run: the operator's home, the project and its reports, and all other runs. */
export function listHiddenFolders(operator: NodeJS.ProcessEnv, folders: readonly string[]): string[] {
  return [...new Set([operator["HOME"] ?? homedir(), homedir(), ...folders])].filter((folder) => existsSync(folder));
}

/** Opens the sandbox of a run. Disposing it closes its network; its processes end with their scopes. */
export async function openRunSandbox(ready: ReadySandbox, options: RunSandboxOptions): Promise<OpenSandbox> {
  const { workspace, operator } = options;
  const { policy, chosen } = ready;
  const needsFolder = chosen.driver.name !== "seatbelt" && chosen.driver.name !== "none";
  const open = (network: ReadySandbox["policy"]["network"], name: string) =>
    openNetwork(network, { socketFolder: needsFolder ? makeSocketFolder(workspace, network, name) : null });
  const [agent, checks] = [await open(policy.network, "agent"), await open(policy.checks.network, "checks")];
  const sandbox = await chosen.driver.open(ready.prepared, {
    runId: options.runId,
    folders: workspace,
    read: options.read,
    ...(options.readMore === undefined ? {} : { readMore: options.readMore }),
    path: operator["PATH"] ?? "",
    hidden: options.hidden,
    forwards: { agent: [...agent.forwards, ...toGatewayForwards(options)], checks: checks.forwards },
  });
  return new OpenSandbox(ready, sandbox, [agent, checks]);
}

function toGatewayForwards({ gatewaySocket }: RunSandboxOptions): Forward[] {
  return gatewaySocket === undefined ? [] : [{ port: gatewayPort, socket: gatewaySocket }];
}

/** Only where the proxy needs it. */
function makeSocketFolder({ root }: Workspace, network: ReadySandbox["policy"]["network"], name: string): string {
  const folder = join(root, `sockets-${name}`);
  if (network !== "host" && network !== "none") mkdirSync(folder, { mode: 0o700, recursive: true });
  return folder;
}

export class OpenSandbox implements AsyncDisposable {
  readonly record: RunSandbox;
  readonly #ready: ReadySandbox;
  readonly #sandbox: Sandbox;
  readonly #networks: readonly Network[];

  constructor(ready: ReadySandbox, sandbox: Sandbox, networks: readonly Network[]) {
    this.record = toRunSandbox(ready);
    this.#ready = ready;
    this.#sandbox = sandbox;
    this.#networks = networks;
  }

  /** The same scope, whose programs run inside. `folders` are writable instead of those of the run. */
  wrapScope(scope: ProcessScope, role: SandboxRole, folders?: readonly string[]): ProcessScope {
    return wrapScope(scope, this.#sandbox, { role, folders });
  }

  /** What the agent's processes may use. */
  get limits(): UsageLimits {
    const { memoryBytes, cpuPercent, pids } = this.#ready.prepared.spec.limits;
    return { memoryBytes, cpuPercent, pids };
  }

  /** In bytes; null: no limit. */
  get diskLimit(): number | null {
    return this.#ready.prepared.spec.limits.diskBytes;
  }

  takeOrphans(): number {
    return this.#sandbox.takeOrphans();
  }

  usage(): MeterReading | null {
    return this.#sandbox.usage();
  }

  connections(): Connection[] {
    return this.#networks.flatMap((network) => network.connections());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sandbox[Symbol.asyncDispose]();
    for (const network of this.#networks) await network[Symbol.asyncDispose]();
  }
}

/** A program that cannot be brought into the sandbox is one that could not start. */
function wrapScope(
  scope: ProcessScope,
  sandbox: Sandbox,
  { role, folders }: { readonly role: SandboxRole; readonly folders: readonly string[] | undefined },
): ProcessScope {
  return {
    means: scope.means,
    end: () => scope.end(),
    usage: () => scope.usage(),
    [Symbol.asyncDispose]: () => scope[Symbol.asyncDispose](),
    start: (options) => {
      try {
        return scope.start(sandbox.wrap(options, role, folders));
      } catch (error) {
        return createAbsentChild({ spawnError: `the sandbox could not be opened: ${errorMessage(error)}` });
      }
    },
  };
}
