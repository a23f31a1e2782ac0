/** What every kind of sandbox offers. A driver only rewrites what is started; process/ starts it. */
import type { DriverName, NetworkPolicy } from "../core/config/sandbox-settings.ts";
import type { Enforcement } from "../core/run/run-sandbox.ts";
import type { MeterReading } from "../process/meter/meter.ts";
import type { StartOptions } from "../process/scope.ts";

/** Whose program is started: it decides about network, gateway and readable paths. */
export type SandboxRole = "agent" | "check" | "gate" | "judge";

/** Why something cannot be used, quoting the tool, and what to do about it. */
export interface Unusable {
  readonly missing: string;
  readonly fix: string;
}

export type NetworkMode = "host" | "open" | "list" | "none";

export interface Capabilities {
  readonly version: string;
  readonly network: ReadonlySet<NetworkMode>;
  readonly limits: Readonly<Record<"memory" | "cpu" | "pids" | "disk", Enforcement>>;
  /** How limits are enforced, for `axis doctor`: "cgroup v1", "cgroup v2", the name of the engine; null if no kernel does. */
  readonly limitedBy: string | null;
}

export interface SandboxLimits {
  readonly memoryBytes: number;
  /** 100 is one processor; null means no limit. */
  readonly cpuPercent: number | null;
  /** Null: no limit. */
  readonly pids: number | null;
  readonly diskBytes: number | null;
}

/** A policy with defaults filled in. Two runs with equal specs share what `prepare` returns. */
export interface SandboxSpec {
  readonly network: NetworkPolicy;
  readonly image: string | null;
  /** Absolute paths that exist. */
  readonly read: readonly string[];
  /** For checks and gates. */
  readonly checks: { readonly network: NetworkPolicy; readonly read: readonly string[] };
  readonly limits: SandboxLimits;
  /** False forbids downloading an image. */
  readonly install: boolean;
}

export interface Prepared {
  readonly spec: SandboxSpec;
  readonly version: string;
  /** Of a container image. */
  readonly imageDigest?: string;
}

/** A port on 127.0.0.1 inside that leads to a unix socket outside: the proxy on 3128, the gateway on 8383, ports of the policy. */
export interface Forward {
  readonly port: number;
  /** Path outside. */
  readonly socket: string;
}

export const proxyPort = 3128;
export const gatewayPort = 8383;
/** Where sockets and the supervisor are inside, read-only. */
export const insideFolder = "/run/axis";
/** The name of the supervisor's file there; `supervisorFile` in supervisor.ts says where it is outside. */
export const supervisorName = "inside.mjs";

/** What the sandbox of one run must know. */
export interface SandboxRun {
  readonly runId: string;
  /** The run's own folders: absolute, without links, at the same paths inside. `shared` is /tmp and /var/tmp inside. */
  readonly folders: {
    readonly work: string;
    readonly home: string;
    readonly tmp: string;
    readonly shared: string;
  };
  /** Further files and folders of this run that may be read: install folders of the agent, what it names, evidence for a judge. */
  readonly read: readonly string[];
  /** The same, for one role alone. */
  readonly readMore?: Readonly<Partial<Record<SandboxRole, readonly string[]>>>;
  /** The operator's PATH: its folders can be read, unless they contain something hidden. */
  readonly path: string;
  /** Never visible, even inside a folder that can be read: the operator's home, the config directory, all runs. */
  readonly hidden: readonly string[];
  /** Ignored where the network is "host". Those of `agent` also apply to judges, those of `checks` to gates. */
  readonly forwards: { readonly agent: readonly Forward[]; readonly checks: readonly Forward[] };
}

export interface Sandbox extends AsyncDisposable {
  /**
   * Returns the same start inside the sandbox. Throws if that cannot be prepared. `folders` are writable instead of those
   * of the run, for checks, which work on copies.
   */
  wrap(start: StartOptions, role: SandboxRole, folders?: readonly string[]): StartOptions;
  /** How many processes outlived the agent's commands since the last call, as far as the inside says. */
  takeOrphans(): number;
  /** What its processes used; null: the scope's own meter sees them. */
  usage(): MeterReading | null;
  /** Which limits hold here, for this run. */
  readonly limits: Capabilities["limits"];
}

export interface SandboxDriver {
  readonly name: DriverName;
  /** Starts a real one that writes, connects to a socket, and is refused what it must be; at most 3 s. Cached. */
  probe(): Promise<Capabilities | Unusable>;
  /** Once per distinct spec: is the image there, does Node run in it? */
  prepare(spec: SandboxSpec): Promise<Prepared | Unusable>;
  open(prepared: Prepared, run: SandboxRun): Promise<Sandbox>;
  /** Ends what a killed AXIS left of these runs; returns how many there were. */
  sweep(runIds: readonly string[]): Promise<number>;
}

export function isUnusable<T extends object>(answer: T | Unusable): answer is Unusable {
  return "missing" in answer;
}

export function toNetworkMode(network: NetworkPolicy): NetworkMode {
  return typeof network === "string" ? network : "list";
}

/** The network that a role gets. */
export function selectNetwork(spec: SandboxSpec, role: SandboxRole): NetworkPolicy {
  return role === "check" || role === "gate" ? spec.checks.network : spec.network;
}

/** Programs must be told about the proxy: nothing else leads out of the namespace. */
export function proxyVariables(network: NetworkPolicy): Record<string, string> {
  if (network === "host" || network === "none") return {};
  const url = `http://127.0.0.1:${proxyPort}`;
  const none = "localhost,127.0.0.1,::1";
  return {
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    http_proxy: url,
    https_proxy: url,
    NO_PROXY: none,
    no_proxy: none,
    NODE_USE_ENV_PROXY: "1",
  };
}
